import {
  archiveAppointmentEndpoint,
  createAppointmentEndpoint,
  editAppointmentEndpoint,
  getAppointmentEndpoint,
  listAppointmentsEndpoint,
  moveAppointmentEndpoint,
} from "./appointment_endpoints.ts";
import {
  checkAvailabilityEndpoint,
  findSlotsEndpoint,
  getDepartmentEndpoint,
  listDepartmentsEndpoint,
  listSlotsEndpoint,
  listWorkersEndpoint,
} from "./department_endpoints.ts";
import { readEventsEndpoint } from "./event_endpoints.ts";
import { holdEndpoints } from "./hold_endpoints.ts";
import { waitlistEndpoints } from "./waitlist_endpoints.ts";
import { getOwnKeyEndpoint } from "./key_endpoint.ts";
import { testEndpoints } from "./test_endpoints.ts";
import { visitEndpoints } from "./visit_endpoints.ts";
import { calendarFileEndpoint } from "./calendar_file_endpoint.ts";
import type { OperationContext } from "../wire/endpoint.ts";
import type { PublicEndpoint } from "./endpoint.ts";

/** Every endpoint of the public API, in the order of the OpenAPI document. */
export const publicEndpoints: readonly PublicEndpoint[] = [
  createAppointmentEndpoint,
  getAppointmentEndpoint,
  listAppointmentsEndpoint,
  archiveAppointmentEndpoint,
  listDepartmentsEndpoint,
  getDepartmentEndpoint,
  checkAvailabilityEndpoint,
  // The extensions (rest-adapter/README.md 9).
  editAppointmentEndpoint,
  moveAppointmentEndpoint,
  calendarFileEndpoint,
  listSlotsEndpoint,
  findSlotsEndpoint,
  listWorkersEndpoint,
  ...holdEndpoints,
  ...waitlistEndpoints,
  ...visitEndpoints,
  readEventsEndpoint,
  getOwnKeyEndpoint,
  ...testEndpoints,
];

/** Returns the common part of the operation of an endpoint. */
export function publicContext({ scopes }: PublicEndpoint): OperationContext {
  return {
    security: ["apiKey"],
    access: `Scope: ${scopes.join(" or ")}.`,
    commonRefusals: [
      "MISSING_API_KEY",
      "INVALID_API_KEY",
      "FORBIDDEN",
      "INSUFFICIENT_SCOPE",
      "RATE_LIMIT_EXCEEDED",
      "INTERNAL_ERROR",
      "SERVICE_UNAVAILABLE",
    ],
    isLimited: true,
  };
}
