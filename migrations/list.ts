import { Booking } from "./20261120_booking.ts";
import { Usage } from "./20261121_usage.ts";
import { StaffSessions } from "./20261122_staff_sessions.ts";
import { UsageRollups } from "./20261123_usage_rollups.ts";
import { Webhooks } from "./20261124_webhooks.ts";
import { SlotChangeJobs } from "./20261125_slot_change_jobs.ts";
import { Audit } from "./20261126_audit.ts";
import { Desk } from "./20261127_desk.ts";
import { ReportingTokens } from "./20261128_reporting_tokens.ts";
import { ReportIndexes } from "./20261129_reporting.ts";

/** Every migration, oldest first. Append only: one that has been applied anywhere is never changed. */
export const migrations = [
  { name: "20261120_booking", class: Booking },
  { name: "20261121_usage", class: Usage },
  { name: "20261122_staff_sessions", class: StaffSessions },
  { name: "20261123_usage_rollups", class: UsageRollups },
  { name: "20261124_webhooks", class: Webhooks },
  { name: "20261125_slot_change_jobs", class: SlotChangeJobs },
  { name: "20261126_audit", class: Audit },
  { name: "20261127_desk", class: Desk },
  { name: "20261128_reporting_tokens", class: ReportingTokens },
  { name: "20261129_reporting", class: ReportIndexes },
];
