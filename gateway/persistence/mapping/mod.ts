import { ApiKeyMapping, SessionMapping, StaffUserMapping } from "./access.ts";
import {
  AppointmentCountMapping,
  AppointmentMapping,
  CreditEntryMapping,
  IdempotencyKeyMapping,
} from "./booking.ts";
import { DepartmentMapping, WorkerMapping } from "./department.ts";
import { BalanceMapping, OrganizationMapping } from "./organization.ts";

/** How the schema is compared: triggers and functions are not mapped, nor is the log of usage with its sums. */
export const schemaGenerator = {
  ignoreTriggers: true,
  ignoreRoutines: true,
  skipTables: [/^usage_/],
};

/** Every table of the service, but for the log of usage; `migrations/` must lead to exactly these. */
export const mappings = [
  OrganizationMapping,
  BalanceMapping,
  StaffUserMapping,
  SessionMapping,
  ApiKeyMapping,
  DepartmentMapping,
  WorkerMapping,
  AppointmentMapping,
  AppointmentCountMapping,
  CreditEntryMapping,
  IdempotencyKeyMapping,
];
