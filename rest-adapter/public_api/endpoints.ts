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
import type { PublicEndpoint } from "./endpoint.ts";

/** Every endpoint of the public API, in the order of the interface. */
export const publicEndpoints: readonly PublicEndpoint[] = [
  createAppointmentEndpoint,
  getAppointmentEndpoint,
  listAppointmentsEndpoint,
  archiveAppointmentEndpoint,
  listDepartmentsEndpoint,
  getDepartmentEndpoint,
  checkAvailabilityEndpoint,
];
