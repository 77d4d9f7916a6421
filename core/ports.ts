import type { ApiKeys } from "./access/api_key.ts";
import type { Organizations } from "./access/organization.ts";
import type { Appointments } from "./booking/appointments.ts";
import type { BookingGate } from "./booking/booking_gate.ts";
import type { Departments } from "./booking/departments.ts";
import type { HourlyLimits } from "./usage/hourly_limit.ts";
import type { UsageLog } from "./usage/usage_entry.ts";

/** What the domain needs from outside itself. Tests give their own, and so drive time and chance. */
export interface Ports {
  /** The current instant. */
  now(): Temporal.Instant;
  /** That many bytes from a cryptographically secure source. */
  randomBytes(length: number): Uint8Array;
  /** The SHA-256 of a text's UTF-8 bytes, as 64 lowercase hex digits. */
  sha256(text: string): string | Promise<string>;
  /** The salted argon2id hash of a password, as a PHC string. */
  hashPassword(password: string): Promise<string>;
  organizations: Organizations;
  apiKeys: ApiKeys;
  departments: Departments;
  appointments: Appointments;
  gate: BookingGate;
  /** The hourly limit of API keys; without it requests are not limited. */
  hourlyLimits?: HourlyLimits;
  /** The record of API calls; without it none is kept. */
  usageLog?: UsageLog;
}
