import { ApiKeyMapping, StaffUserMapping } from "./access.ts";
import {
  AppointmentCountMapping,
  AppointmentMapping,
  CreditEntryMapping,
  IdempotencyKeyMapping,
} from "./booking.ts";
import { DepartmentMapping, WorkerMapping } from "./department.ts";
import { BalanceMapping, OrganizationMapping } from "./organization.ts";

/** How the schema is compared: triggers are not mapped, nor is the log of usage with its partitions. */
export const schemaGenerator = { ignoreTriggers: true, skipTables: [/^usage_entries/] };

/** Every table of the service, but for the log of usage; `migrations/` must lead to exactly these. */
export const mappings = [
  OrganizationMapping,
  BalanceMapping,
  StaffUserMapping,
  ApiKeyMapping,
  DepartmentMapping,
  WorkerMapping,
  AppointmentMapping,
  AppointmentCountMapping,
  CreditEntryMapping,
  IdempotencyKeyMapping,
];
