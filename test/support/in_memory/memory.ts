import type { ActiveWorker } from "../../../core/departments/absence.ts";
import type {
  FeedEntry,
  IdentityProvider,
  KeySpending,
  LegalHold,
  QueueRules,
  RetentionRun,
  Visit,
  WaitlistEntry,
} from "../../../core/ports.ts";
import type {
  ApiKey,
  Appointment,
  AuditRecord,
  BookingScope,
  CreditEntry,
  DeliveryAttempt,
  Department,
  DoneRequest,
  Environment,
  Factor,
  Hold,
  HoldRequest,
  Organization,
  RememberedBooking,
  ReportingRole,
  ReportingToken,
  Screen,
  Session,
  SlotSettings,
  StaffUser,
  UsageEntry,
  Webhook,
  Worker,
} from "../../../core/mod.ts";
import type { SsoAccount } from "./identity_providers.ts";

/** The memory of audit records. */
export interface AuditMemory {
  organizations?: Organization[];
  audit: AuditRecord[];
  /** The requests of staff under an `Idempotency-Key`, by organization, user and key. */
  requests?: Map<string, DoneRequest & { at: Temporal.Instant }>;
}

/** An attempt in memory, with the columns of the queue. */
export interface KeptAttempt extends DeliveryAttempt, BookingScope {
  isTest: boolean;
  body: string;
  eventCreatedAt: Temporal.Instant;
  dueAt: Temporal.Instant;
  abandonAt: Temporal.Instant;
  lease: string | null;
  leasedUntil: Temporal.Instant | null;
}

/** The webhooks and their deliveries. */
export interface WebhookMemory extends AuditMemory {
  /** Deleted ones too. */
  webhooks: Webhook[];
  webhookAttempts: KeptAttempt[];
}

/** The task to publish the slots of a department whose settings were changed. */
export interface SlotChangeJob {
  department: Department;
  environment: Environment;
  settingsBefore: SlotSettings;
  workersBefore: ActiveWorker[];
}

/** A hold with the `Idempotency-Key` of its request. */
export interface KeptHold extends Hold {
  claim: HoldRequest["idempotency"];
}

/** Everything that a database would hold. Tests may read and change it. */
export interface Memory extends WebhookMemory {
  organizations: Organization[];
  staffUsers: StaffUser[];
  sessions: Session[];
  factors: Factor[];
  identityProviders: IdentityProvider[];
  ssoAccounts: SsoAccount[];
  ssoUsed: { organizationId: number; hash: string }[];
  recoveryCodes: { organizationId: number; staffUserId: number; codeHash: string }[];
  reportingTokens: ReportingToken[];
  reportingRoles: ReportingRole[];
  screens: Screen[];
  apiKeys: ApiKey[];
  departments: Department[];
  workers: Worker[];
  appointments: Appointment[];
  shortNumbers: (BookingScope & { id: number; date: Temporal.PlainDate; number: number })[];
  visits: Visit[];
  /** By the id of the department. */
  queueRules: Map<number, QueueRules>;
  /** Ended ones too. */
  holds: KeptHold[];
  waitlist: WaitlistEntry[];
  creditEntries: CreditEntry[];
  /** Credits by `scopeKey`. */
  balances: Map<string, number>;
  /** By `scopeKey` and `Idempotency-Key`. */
  remembered: Map<string, RememberedBooking & { at: Temporal.Instant }>;
  keySpending: KeySpending[];
  legalHolds: LegalHold[];
  /** By organization. */
  retentionRuns: Map<number, RetentionRun & { claim: string }>;
  /** In the order in which they were written. */
  usageEntries: UsageEntry[];
  /** In the order in which they were written. */
  audit: AuditRecord[];
  requests: Map<string, DoneRequest & { at: Temporal.Instant }>;
  /** The feed by `scopeKey`, with transactions that had no events. */
  feed: Map<string, FeedEntry[]>;
  /** Jobs that wait for `publishSlotChanges`. */
  slotChangeJobs: SlotChangeJob[];
}

/** Returns an empty memory. */
export function emptyMemory(): Memory {
  return {
    organizations: [],
    staffUsers: [],
    sessions: [],
    factors: [],
    identityProviders: [],
    ssoAccounts: [],
    ssoUsed: [],
    recoveryCodes: [],
    reportingTokens: [],
    reportingRoles: [],
    screens: [],
    apiKeys: [],
    departments: [],
    workers: [],
    appointments: [],
    shortNumbers: [],
    visits: [],
    queueRules: new Map(),
    holds: [],
    waitlist: [],
    creditEntries: [],
    balances: new Map(),
    remembered: new Map(),
    keySpending: [],
    legalHolds: [],
    retentionRuns: new Map(),
    usageEntries: [],
    audit: [],
    requests: new Map(),
    feed: new Map(),
    slotChangeJobs: [],
    webhooks: [],
    webhookAttempts: [],
  };
}
