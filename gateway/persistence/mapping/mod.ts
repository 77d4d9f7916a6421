import { ApiKeyMapping, StaffUserMapping } from "./access.ts";
import {
  AppointmentCountMapping,
  AppointmentMapping,
  CreditEntryMapping,
  IdempotencyKeyMapping,
} from "./booking.ts";
import { DepartmentMapping, WorkerMapping } from "./department.ts";
import { BalanceMapping, OrganizationMapping } from "./organization.ts";

/** Every table of the service; `migrations/` must lead to exactly these. */
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
