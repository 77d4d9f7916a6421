import type { ApiKeys } from "./access/api_key.ts";
import type { ReportingLimits, SignInLimits, StaffLimits } from "./access/limits.ts";
import type { Organizations } from "./access/organization.ts";
import type { ReportingTokens, ReportingTokenSigner } from "./access/reporting_token.ts";
import type { Sessions } from "./access/session.ts";
import type { StaffUsers } from "./access/staff_user.ts";
import type { AuditLog } from "./audit/audit_log.ts";
import type { Appointments } from "./booking/appointments.ts";
import type { BookingGate } from "./booking/booking_gate.ts";
import type { CreditLedger } from "./booking/credit_ledger.ts";
import type { Departments } from "./booking/departments.ts";
import type { HeavyWork } from "./heavy_work.ts";
import type { HourlyLimits } from "./usage/hourly_limit.ts";
import type { Reporting } from "./reporting/reporting.ts";
import type { UsageLog } from "./usage/usage_entry.ts";
import type { UsageReports } from "./usage/usage_reports.ts";
import type { DeliveryLog } from "./webhooks/delivery_log.ts";
import type { DeliveryQueue, SendingResult } from "./webhooks/delivery_queue.ts";
import type { SecretBox, SignedDelivery } from "./webhooks/secret_box.ts";
import type { Webhooks } from "./webhooks/webhook.ts";

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
  /**
   * Whether a password is the one of such a hash. Without a hash it is not, which takes as long to find out.
   */
  verifyPassword(password: string, hash: string | undefined): Promise<boolean>;
  organizations: Organizations;
  apiKeys: ApiKeys;
  staffUsers: StaffUsers;
  sessions: Sessions;
  reportingTokens: ReportingTokens;
  /** Signs reporting tokens. */
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
  /** The 32 bytes of an HMAC-SHA256. */
  hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array | Promise<Uint8Array>;
  /** Sends one attempt; it never throws, and takes 5 s at most. */
  sendDelivery(delivery: SignedDelivery): Promise<SendingResult>;
  /** Why a webhook may not have this URL; undefined where it may. */
  refuseUrl(url: string): Promise<string | undefined>;
  /** The hourly limit of API keys; without it requests are not limited. */
  hourlyLimits?: HourlyLimits;
  /** The limit on a staff user's requests; without it they are not limited. */
  staffLimits?: StaffLimits;
  /** The limit on what reporting tokens ask for; without it they are not limited. */
  reportingLimits?: ReportingLimits;
  /** The bound on heavy work; without it such work runs at once and is not interrupted. */
  heavyWork?: HeavyWork;
  /** The limit on failures to sign in; without it they are not limited. */
  signInLimits?: SignInLimits;
  /** The record of API calls; without it none is kept. */
  usageLog?: UsageLog;
  usageReports: UsageReports;
  /** What was done, to be read. */
  auditLog: AuditLog;
  /** Reading for reports. */
  reporting: Reporting;
}
