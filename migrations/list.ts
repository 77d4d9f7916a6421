import { Booking } from "./20261120_booking.ts";
import { Usage } from "./20261121_usage.ts";
import { StaffSessions } from "./20261122_staff_sessions.ts";
import { UsageRollups } from "./20261123_usage_rollups.ts";

/** Every migration, oldest first. Append only: one that has been applied anywhere is never changed. */
export const migrations = [
  { name: "20261120_booking", class: Booking },
  { name: "20261121_usage", class: Usage },
  { name: "20261122_staff_sessions", class: StaffSessions },
  { name: "20261123_usage_rollups", class: UsageRollups },
];
