import type { ApiKeys } from "./access/api_key.ts";
import type { ReportingLimits, SignInLimits, StaffLimits } from "./access/limits.ts";
import type { Organizations } from "./access/organization.ts";
import type { ReportingTokens, ReportingTokenSigner } from "./access/reporting_token.ts";
import type { Sessions } from "./access/session.ts";
import type { StaffUsers } from "./access/staff_user.ts";
import type { AuditLog } from "./audit/audit_log.ts";
import type { Appointments } from "./booking/appointments.ts";
import type { BookingGate } from "./booking/booking_gate.ts";
import type { CreditLedger } from "./credits/credit_entry.ts";
import type { Departments } from "./departments/departments.ts";
import type { HeavyWork } from "./heavy_work.ts";
import type { HourlyLimits } from "./limit_state.ts";
import type { Reporting } from "./reporting/reporting.ts";
import type { UsageLog } from "./usage/usage_entry.ts";
import type { UsageReports } from "./usage/usage_reports.ts";
import type { DeliveryLog } from "./webhooks/delivery_log.ts";
import type { DeliveryQueue, SendingResult } from "./webhooks/delivery_queue.ts";
import type { SecretBox, SignedDelivery } from "./webhooks/webhook_secret.ts";
import type { Webhooks } from "./webhooks/webhook.ts";

/** Everything that the domain needs from outside. Tests pass their own ports to control time and randomness. */
export interface Ports {
  /** Returns the current instant. */
  now(): Temporal.Instant;
  /** Returns `length` bytes from a cryptographically secure source. */
  randomBytes(length: number): Uint8Array;
  /** Returns the SHA-256 of a text in UTF-8 as 64 lowercase hex digits. */
  sha256(text: string): string | Promise<string>;
  /** Returns the argon2id hash of a password as a PHC string, with the salt of `saltOf` if it is given. */
  hashPassword(password: string, saltOf?: string): Promise<string>;
  /**
   * Returns the hashes that match a password. Does the same work for no hash, for one, and for several with the same
   * salt (core/access/README.md 9).
   */
  matchPassword(password: string, hashes: readonly string[]): Promise<string[]>;
  organizations: Organizations;
  apiKeys: ApiKeys;
  staffUsers: StaffUsers;
  sessions: Sessions;
  reportingTokens: ReportingTokens;
  /** Signs and verifies reporting tokens. */
  reportingTokenSigner: ReportingTokenSigner;
  departments: Departments;
  appointments: Appointments;
  gate: BookingGate;
  creditLedger: CreditLedger;
  webhooks: Webhooks;
  deliveryLog: DeliveryLog;
  deliveryQueue: DeliveryQueue;
  /** Encrypts the secrets of webhooks. */
  secretBox: SecretBox;
  /** Returns the 32 bytes of an HMAC-SHA256. */
  hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array | Promise<Uint8Array>;
  /** Sends one attempt. Never throws; returns within 5 s. */
  sendDelivery(delivery: SignedDelivery): Promise<SendingResult>;
  /** Returns the reason why a webhook may not have this URL; undefined if it may. */
  refuseUrl(url: string): Promise<string | undefined>;
  /** The hourly limit of API keys. Without it requests are not limited. */
  hourlyLimits?: HourlyLimits;
  /** The limit on requests of staff users. Without it they are not limited. */
  staffLimits?: StaffLimits;
  /** The limit on the cost of reporting tokens. Without it they are not limited. */
  reportingLimits?: ReportingLimits;
  /** The bound on heavy work. Without it such work runs at once and is not interrupted. */
  heavyWork?: HeavyWork;
  /** The limit on failed sign-ins. Without it they are not limited. */
  signInLimits?: SignInLimits;
  /** The record of API calls. Without it no call is recorded. */
  usageLog?: UsageLog;
  usageReports: UsageReports;
  /** Reads the audit log. */
  auditLog: AuditLog;
  /** Reads lists and reports. */
  reporting: Reporting;
}
