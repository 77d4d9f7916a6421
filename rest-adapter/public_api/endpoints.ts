import {
  archiveAppointmentEndpoint,
  createAppointmentEndpoint,
  getAppointmentEndpoint,
  listAppointmentsEndpoint,
} from "./appointment_endpoints.ts";
import {
  checkAvailabilityEndpoint,
  getDepartmentEndpoint,
  listDepartmentsEndpoint,
} from "./department_endpoints.ts";
import type { OperationContext } from "../openapi/operation.ts";
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
];

/** Returns the common part of the operation of an endpoint. */
export function publicContext({ scopes }: PublicEndpoint): OperationContext {
  return {
    security: ["apiKey"],
    access: `Scope: ${scopes.join(" or ")}.`,
    commonRefusals: [
      "MISSING_API_KEY",
      "INVALID_API_KEY",
      "INSUFFICIENT_SCOPE",
      "RATE_LIMIT_EXCEEDED",
      "INTERNAL_ERROR",
      "SERVICE_UNAVAILABLE",
    ],
    isLimited: true,
  };
}
