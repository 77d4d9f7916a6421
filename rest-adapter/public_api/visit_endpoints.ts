import { publicVisitView } from "../../core/mod.ts";
import { idPath } from "../wire/documented.ts";
import type { PublicEndpoint } from "./endpoint.ts";
import { visitListSchema } from "./wire_schemas.ts";

const tag = "Extensions";

/** Reads a visit, and the visits of an appointment (rest-adapter/README.md 9.7). */
export const visitEndpoints: readonly PublicEndpoint[] = [
  {
    method: "GET",
    path: "/api/v1/visits/{id}",
    operationId: "getVisit",
    tag,
    summary: "Read a visit",
    description:
      "Returns a visit in the office as it is now, in the form of its events. It has no name: the appointment has it.",
    scopes: ["READ_APPOINTMENTS"],
    request: { path: idPath("Id of the visit", 1) },
    success: { status: 200, description: "The visit", body: publicVisitView },
    refusals: ["VISIT_NOT_FOUND"],
    async handle({ application, caller, id }) {
      return { status: 200, body: await application.getVisit(caller, id) };
    },
  },
  {
    method: "GET",
    path: "/api/v1/appointments/{id}/visits",
    operationId: "listVisitsOfAppointment",
    tag,
    summary: "List the visits of an appointment",
    description:
      "Returns the visits of the person of an appointment, the first arrival first, at most the last 100. A transfer " +
      "during the service begins another one with the same number.",
    scopes: ["READ_APPOINTMENTS"],
    request: { path: idPath("Id of the appointment", 61) },
    success: { status: 200, description: "The visits", body: visitListSchema },
    refusals: ["APPOINTMENT_NOT_FOUND"],
    async handle({ application, caller, id }) {
      return {
        status: 200,
        body: { visits: await application.listVisitsOfAppointment(caller, id) },
      };
    },
  },
];
