import { actorOfKey, appointmentView, type TestAct } from "../../core/mod.ts";
import { idPath } from "../wire/documented.ts";
import type { PublicEndpoint } from "./endpoint.ts";

const acts: Record<TestAct, { name: string; does: string; event: string; status: string }> = {
  complete: {
    name: "Complete",
    does: "Marks the appointment as COMPLETED.",
    event: "appointment.completed",
    status: "COMPLETED",
  },
  miss: {
    name: "Miss",
    does: "Marks the appointment as MISSED.",
    event: "appointment.no_show",
    status: "MISSED",
  },
  cancel: {
    name: "Cancel",
    does:
      "Cancels the appointment as staff do: its status becomes CANCELLED and its credit is refunded.",
    event: "appointment.cancelled",
    status: "CANCELLED",
  },
};

/** Does in TEST what only staff do in LIVE (rest-adapter/README.md 9.4). */
export const testEndpoints = (Object.keys(acts) as TestAct[]).map((act): PublicEndpoint => {
  const { name, does, event, status } = acts[act];
  return {
    method: "POST",
    path: `/api/v1/test/appointments/{id}/${act}`,
    operationId: `${act}TestAppointment`,
    tag: "Extensions",
    summary: `${name} a TEST appointment`,
    description:
      `${does} The event is \`${event}\`. Only a TEST key may do this: in LIVE, staff do it.`,
    scopes: ["WRITE_APPOINTMENTS"],
    request: { path: idPath("Id of the appointment", 61) },
    success: {
      status: 200,
      description: "The changed appointment",
      body: appointmentView,
      example: { status },
    },
    refusals: ["APPOINTMENT_NOT_FOUND", "CONFLICT"],
    async handle({ application, caller, apiCall, id }) {
      const actor = actorOfKey(caller, apiCall.ipAddress);
      const body = await application.actOnTest({ ...caller, actor }, { id, act });
      return { status: 200, body };
    },
  };
});
