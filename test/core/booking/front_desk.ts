import { createApplication } from "../../../core/application.ts";
import type { Appointment } from "../../../core/booking/appointment.ts";
import type { DepartmentSettings } from "../../../core/booking/department.ts";
import { eventNames } from "../../../core/webhooks/event_types.ts";
import { Webhook } from "../../../core/webhooks/webhook.ts";
import { createInMemoryPorts, seedOrganization } from "../../support/in_memory_ports.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { now } from "./samples.ts";
import { unaudited } from "../../support/unaudited.ts";

/** The front desk of an organization whose one webhook is told of everything, in both environments. */
export async function openDesk(
  { workers = [], ...settings }: Partial<DepartmentSettings> & { workers?: string[] } = {},
) {
  const clock = { now };
  const ports = createInMemoryPorts({ now: () => clock.now });
  const { memory } = ports;
  const application = createApplication(ports);
  const { organizationId, departments } = await seedOrganization(application, {
    departments: [{ name: "Desk", slotCapacity: 2, ...settings, workers }],
  });
  const webhook = new Webhook({
    organizationId,
    url: "https://receiver.example",
    events: eventNames,
    sealedSecret: "",
    createdAt: now,
  });
  webhook.includeTest = true;
  await ports.webhooks.add(webhook, unaudited);
  const caller = staffOf(organizationId, { role: "STAFF" });
  const { id: departmentId, workerIds } = departments[0]!;
  return {
    ...ports,
    application,
    staff: application.staff,
    caller,
    clock,
    departmentId,
    workerIds,
    /** Books at the desk: 10:00 on Monday, 2 March 2026, but for what is given. */
    book: (given: object = {}) =>
      application.staff.createAppointment(caller, {
        departmentId,
        dateTime: "2026-03-02T10:00:00",
        name: "Ada",
        ...given,
      }),
    kept: (id: number): Appointment => memory.appointments.find((one) => one.id === id)!,
    /** What webhooks were told since the last time that it was asked. */
    told() {
      const bodies = memory.webhookAttempts.splice(0).map(({ body }) => JSON.parse(body));
      return bodies.map(({ type, data }) => Object.assign({ type }, data.object));
    },
    balance: async (environment: "LIVE" | "TEST" = "LIVE") =>
      (await application.getBalances(organizationId))[environment],
  };
}

/** An appointment in each state in which nothing but what is named may be done with it. */
export const settledStates = ["COMPLETED", "MISSED", "CANCELLED", "archived"] as const;

/** Books an appointment and brings it into a state; what was told on the way is forgotten. */
export async function bookedAs(
  desk: Awaited<ReturnType<typeof openDesk>>,
  state: (typeof settledStates)[number] | "SCHEDULED",
): Promise<number> {
  const { application, staff, caller } = desk;
  const { id } = await desk.book();
  if (state === "COMPLETED") await staff.completeAppointment(caller, { id });
  if (state === "MISSED") await staff.markMissed(caller, { id });
  if (state === "CANCELLED") await staff.cancelAppointment(caller, { id });
  if (state === "archived") {
    const scope = { organizationId: caller.organizationId, environment: "LIVE" as const };
    await application.archiveAppointment(scope, id);
  }
  desk.told();
  return id;
}

/** What an appointment that is in such a state is said to be already. */
export function present(state: (typeof settledStates)[number]): string {
  return `The appointment is ${state === "archived" ? "SCHEDULED and archived" : state} already`;
}
