import {
  ApiKeyMapping,
  ReportingTokenMapping,
  SessionMapping,
  StaffUserMapping,
} from "./access.ts";
import {
  AppointmentCountMapping,
  AppointmentMapping,
  CreditEntryMapping,
  IdempotencyKeyMapping,
} from "./booking.ts";
import { DepartmentMapping, SlotChangeJobMapping, WorkerMapping } from "./department.ts";
import { BalanceMapping, OrganizationMapping } from "./organization.ts";
import { WebhookMapping } from "./webhook.ts";

/**
 * How the schema is compared: triggers and functions are not mapped, nor are the tables in partitions, the
 * audit and the state of the demo, which native statements alone write and read, and the sums of usage.
 */
export const schemaGenerator = {
  ignoreTriggers: true,
  ignoreRoutines: true,
  skipTables: [/^audit_entries$/, /^demo_state$/, /^usage_/, /^webhook_(events|attempts)/],
};

/** Every other table of the service; `migrations/` must lead to exactly these. */
export const mappings = [
  OrganizationMapping,
  BalanceMapping,
  StaffUserMapping,
  SessionMapping,
  ApiKeyMapping,
  ReportingTokenMapping,
  DepartmentMapping,
  WorkerMapping,
  AppointmentMapping,
  AppointmentCountMapping,
  CreditEntryMapping,
  IdempotencyKeyMapping,
  WebhookMapping,
  SlotChangeJobMapping,
];
