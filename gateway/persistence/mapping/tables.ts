import type {
  Actor,
  ApiKey,
  Appointment,
  AuditRecord,
  BookingScope,
  CreditEntry,
  Department,
  Factor,
  Hold,
  IdentityProvider,
  KeySpending,
  Organization,
  ReportingToken,
  Screen,
  StaffUser,
  UsageEntry,
  Visit,
  WaitlistEntry,
  Webhook,
  Worker,
} from "../../../core/ports.ts";
import {
  bigInteger,
  boolean,
  instant,
  integer,
  integerArray,
  json,
  localDate,
  localDateTime,
  nullable,
  type Stored,
  Table,
  text,
  textArray,
  uuid,
} from "./columns.ts";

// The columns of a table have their home here. Entities of the ORM, select lists, inserts, updates and conversions come
// from it, and a test compares it with the migrated database.

export const organizations = new Table<Organization>("organizations", {
  id: integer,
  name: text(),
  timeZone: text(),
  createdAt: instant,
  closedAt: nullable(instant),
  holidays: nullable(json()),
  maxKeyDays: nullable(integer),
  lowCreditThreshold: nullable(integer),
  appointmentDays: nullable(integer),
  eventDays: nullable(integer),
  usageDays: nullable(integer),
  auditDays: nullable(integer),
  factorRequiredRoles: textArray(),
  version: integer,
});

export const staffUsers = new Table<Stored<StaffUser>>("staff_users", {
  id: integer,
  organizationId: integer,
  email: text(),
  name: text(),
  role: text(),
  departmentIds: nullable(integerArray),
  passwordHash: text(),
  mustChangePassword: boolean,
  oneTimeUntil: nullable(instant),
  createdAt: instant,
  disabledAt: nullable(instant),
});

/** A second factor. Its passkey is three columns. */
export interface StoredFactor extends Omit<Factor, "passkey"> {
  credentialId: string | null;
  publicKey: string | null;
  counter: number | null;
}

export const factors = new Table<StoredFactor>("factors", {
  id: integer,
  organizationId: integer,
  staffUserId: integer,
  kind: text(),
  name: text(),
  credentialId: nullable(text()),
  publicKey: nullable(text()),
  counter: nullable(bigInteger),
  sealedSecret: nullable(text()),
  usedUntil: instant,
  failures: integer,
  createdAt: instant,
  lastUsedAt: nullable(instant),
});

export const identityProviders = new Table<IdentityProvider & { id: number }>(
  "identity_providers",
  {
    id: integer,
    organizationId: integer,
    addressKey: text(),
    issuer: text(),
    clientId: text(),
    sealedSecret: text(),
    groupsClaim: nullable(text()),
    groupRules: json(),
    ssoOnly: boolean,
    createdAt: instant,
    version: integer,
  },
);

export const apiKeys = new Table<Omit<Stored<ApiKey>, "isActive">>("api_keys", {
  id: integer,
  organizationId: integer,
  name: text(),
  environment: text(),
  keyHash: text(),
  maskedKey: text(),
  scopes: textArray(),
  rateLimitPerHour: integer,
  lineageId: uuid,
  windowNumber: integer,
  createdAt: instant,
  lastUsedAt: nullable(instant),
  revokedAt: nullable(instant),
  expiresAt: nullable(instant),
  allowedNetworks: nullable(textArray()),
  dailyCreditCap: nullable(integer),
  warnedEnd: nullable(instant),
  warnedDays: nullable(integer),
  version: integer,
});

export const reportingTokens = new Table<Stored<ReportingToken>>("reporting_tokens", {
  id: integer,
  organizationId: integer,
  name: text(),
  createdBy: nullable(integer),
  createdAt: instant,
  expiresAt: nullable(instant),
  lastUsedAt: nullable(instant),
  revokedAt: nullable(instant),
});

export const screens = new Table<Stored<Screen>>("screens", {
  id: integer,
  organizationId: integer,
  environment: text(),
  kind: text(),
  name: text(),
  departmentIds: nullable(integerArray),
  givesTickets: boolean,
  takesNames: boolean,
  workerId: nullable(integer),
  showsNames: boolean,
  tokenHash: text(),
  createdAt: instant,
  lastUsedAt: nullable(instant),
  revokedAt: nullable(instant),
  expiresAt: nullable(instant),
  allowedNetworks: nullable(textArray()),
});

export const webhooks = new Table<Stored<Webhook>>("webhooks", {
  id: integer,
  organizationId: integer,
  url: text(),
  events: textArray(),
  isActive: boolean,
  includeTest: boolean,
  includeContact: boolean,
  sealedSecret: text(),
  previousSealedSecret: nullable(text()),
  secretReplacedAt: nullable(instant),
  earlierSecrets: json(),
  createdAt: instant,
  lastTriggeredAt: nullable(instant),
  consecutiveFailures: integer,
  lastDeliveredAt: nullable(instant),
  lastTestedAt: nullable(instant),
  lastTestSucceeded: nullable(boolean),
  deletedAt: nullable(instant),
  channel: text(),
  version: integer,
});

export const appointments = new Table<Appointment>("appointments", {
  id: bigInteger,
  organizationId: integer,
  environment: text(),
  departmentId: integer,
  dateTime: localDateTime,
  slotStart: localDateTime,
  slotMinutes: integer,
  place: integer,
  slotCapacity: integer,
  status: text(),
  name: text(),
  phone: text(),
  workerId: nullable(integer),
  workerIsExclusive: boolean,
  externalUserId: nullable(text()),
  qrCode: text(),
  note: text(),
  email: nullable(text()),
  locale: nullable(text()),
  metadata: nullable(text()),
  cancelReason: nullable(text()),
  createdAt: instant,
  archivedAt: nullable(instant),
});

export const visits = new Table<Visit>("visits", {
  id: bigInteger,
  organizationId: integer,
  environment: text(),
  departmentId: integer,
  date: localDate,
  number: integer,
  part: integer,
  ticket: text(),
  appointmentId: nullable(bigInteger),
  appointmentTime: nullable(localDateTime),
  appointmentDepartmentId: nullable(integer),
  dueAt: nullable(instant),
  screenId: nullable(integer),
  priority: nullable(text()),
  note: text(),
  state: text(),
  outcome: nullable(text()),
  desk: nullable(text()),
  workerId: nullable(integer),
  calls: integer,
  arrivedAt: instant,
  calledAt: nullable(instant),
  startedAt: nullable(instant),
  endedAt: nullable(instant),
  estimatedMinutes: nullable(integer),
});

export const creditEntries = new Table<CreditEntry>("credit_entries", {
  id: bigInteger,
  organizationId: integer,
  environment: text(),
  kind: text(),
  amount: bigInteger,
  balanceAfter: bigInteger,
  appointmentId: nullable(bigInteger),
  note: text(),
  createdAt: instant,
});

/** An audit record with its actor, and the random tag of its transaction (gateway/persistence/commit/README.md 1). */
export interface StoredAuditRecord
  extends Pick<AuditRecord, "organizationId" | "action" | "subjectId" | "subjectName"> {
  id: number;
  actorKind: Actor["kind"];
  actorId: number | null;
  actorName: string;
  ipAddress: string | null;
  subjectKind: string;
  environment: BookingScope["environment"] | null;
  changes: AuditRecord["changes"];
  createdAt: Temporal.Instant;
  transactionTag: string;
}

export const auditEntries = new Table<StoredAuditRecord>("audit_entries", {
  id: bigInteger,
  organizationId: integer,
  actorKind: text(),
  actorId: nullable(integer),
  actorName: text(),
  ipAddress: nullable(text()),
  action: text(),
  subjectKind: text(),
  subjectId: bigInteger,
  subjectName: text(),
  environment: nullable(text()),
  changes: json(),
  createdAt: instant,
  transactionTag: uuid,
});

export const usageEntries = new Table<UsageEntry & { id: number }>("usage_entries", {
  id: bigInteger,
  organizationId: integer,
  apiKeyId: integer,
  environment: text(),
  endpoint: text(),
  routeTemplate: text(),
  method: text(),
  statusCode: integer,
  creditsConsumed: integer,
  responseTimeMs: integer,
  timestamp: instant,
  ipAddress: text(),
  userAgent: text(),
  requestId: nullable(text()),
  error: nullable(text()),
});

/** The events of one transaction and scope. */
interface StoredFeedEntry extends BookingScope {
  position: number;
  /** The number of the bodies. */
  events: number;
  /** A body on each line. */
  bodies: string;
  createdAt: Temporal.Instant;
}

export const feedEntries = new Table<StoredFeedEntry>("feed_entries", {
  organizationId: integer,
  environment: text(),
  position: bigInteger,
  events: integer,
  bodies: text(),
  createdAt: instant,
});

/** The answer of a request with an `Idempotency-Key`. */
interface RememberedAnswer extends BookingScope {
  key: string;
  fingerprint: string;
  answer: object;
  createdAt: Temporal.Instant;
}

export const rememberedAnswers = new Table<RememberedAnswer>("idempotency_keys", {
  organizationId: integer,
  environment: text(),
  key: text(),
  fingerprint: text(),
  // Not jsonb: a repeat gets the same bytes.
  answer: { ...json(), type: "json" },
  createdAt: instant,
});

export const keySpending = new Table<KeySpending>("key_spending", {
  organizationId: integer,
  lineageId: uuid,
  date: localDate,
  credits: integer,
});

/** A hold with the request that placed it. `slot` is two columns. */
export interface StoredHold extends Omit<Hold, "slot"> {
  slotStart: Temporal.PlainDateTime;
  slotMinutes: number;
  idempotencyKey: string | null;
  fingerprint: string | null;
  waitlistEntryId: number | null;
}

export const holds = new Table<StoredHold>("holds", {
  id: bigInteger,
  organizationId: integer,
  environment: text(),
  apiKeyId: integer,
  lineageId: nullable(uuid),
  departmentId: integer,
  dateTime: localDateTime,
  slotStart: localDateTime,
  slotMinutes: integer,
  place: integer,
  workerId: nullable(integer),
  idempotencyKey: nullable(text()),
  fingerprint: nullable(text()),
  createdAt: instant,
  expiresAt: instant,
  waitlistEntryId: nullable(bigInteger),
});

/** An entry of the waiting list. The key that made it is two columns. */
export interface StoredWaitlistEntry extends Omit<WaitlistEntry, "holder" | "idempotency"> {
  apiKeyId: number;
  lineageId: string;
  idempotencyKey: string | null;
  fingerprint: string | null;
}

export const waitlistEntries = new Table<StoredWaitlistEntry>("waitlist_entries", {
  id: bigInteger,
  organizationId: integer,
  environment: text(),
  apiKeyId: integer,
  lineageId: uuid,
  departmentId: integer,
  workerId: nullable(integer),
  fromDate: localDate,
  toDate: localDate,
  fromTime: nullable(text()),
  toTime: nullable(text()),
  weekdays: integerArray,
  externalUserId: nullable(text()),
  state: text(),
  appointmentId: nullable(bigInteger),
  idempotencyKey: nullable(text()),
  fingerprint: nullable(text()),
  createdAt: instant,
});

export const departments = new Table<Department>("departments", {
  id: integer,
  organizationId: integer,
  name: text(),
  address: text(),
  phoneNumber: text(),
  slotInterval: integer,
  workingHours: text(),
  showAdminsInBooking: boolean,
  slotCapacity: integer,
  slotOffset: integer,
  openingHours: nullable(json()),
  closures: json(),
  bookingWindow: nullable(json()),
  isActive: boolean,
  createdAt: instant,
  version: integer,
});

export const workers = new Table<Worker>("workers", {
  id: integer,
  organizationId: integer,
  departmentId: integer,
  name: text(),
  isActive: boolean,
  absences: json(),
  personId: nullable(integer),
  shifts: json(),
  createdAt: instant,
  version: integer,
});
