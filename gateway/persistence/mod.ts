import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Ports, UsageEntry, UsageLog, WebhookRef } from "../../core/ports.ts";
import { createApiKeys } from "./access/api_keys.ts";
import { createDoneRequests } from "./audit/request_claims.ts";
import { createAuditLog } from "./audit/audit_log.ts";
import { type AuditSeals, createAuditSeals } from "./audit/check_seals.ts";
import { createChangeFeed } from "./audit/change_feed.ts";
import { type BackupMarks, noteBackup, noteErasureList } from "./backup/backup_mark.ts";
import { createAppointments } from "./booking/appointments.ts";
import { createShortNumbers } from "./booking/short_numbers.ts";
import { sampleClock } from "./database/clock_sample.ts";
import { createCreditLedger } from "./credits/credit_ledger.ts";
import { openDatabase } from "./database/database.ts";
import { Connections, type Pooler } from "./database/connections.ts";
import { isMigrated, migrate } from "./database/migrator.ts";
import type { ServiceSize } from "./database/heartbeat.ts";
import { createWriteCheck } from "./database/write_check.ts";
import type { RequestTrace } from "./database/request_trace.ts";
import { refuseSharedSessions, requireSameDatabase } from "./database/refuse_shared_sessions.ts";
import { type DatabaseFacts, readDatabaseFacts } from "./diagnosis/database_facts.ts";
import { readRunningProcesses, type RunningProcesses } from "./diagnosis/heartbeat_facts.ts";
import { readServerSettings } from "./diagnosis/server_facts.ts";
import { readUpkeep, type UpkeepFacts } from "./diagnosis/upkeep_facts.ts";
import { createDiagnosis, type Diagnosis, partitioned } from "./diagnosis/diagnosis.ts";
import {
  type DeliveryQueueFacts,
  readDeliveryQueue,
  readRollups,
  type RollupFacts,
} from "./diagnosis/work_facts.ts";
import { createDemoStates, type DemoStates } from "./access/demo_state.ts";
import { createDepartments } from "./departments/departments.ts";
import { createBookingGate } from "./booking/booking_gate.ts";
import { createHolds } from "./booking/holds.ts";
import { createWaitlist } from "./booking/waitlist_reads.ts";
import { createWaitlistPasses } from "./booking/waitlist_passes.ts";
import { Gates, type OnBookings } from "./booking/gates.ts";
import { withLock } from "./database/lock.ts";
import { createOrganizations, isEmpty } from "./access/organizations.ts";
import { keepPartitions } from "./database/partitions.ts";
import { openSharedReadsPool, shareReads } from "./database/shared_reads.ts";
import { createHousekeeping, type Housekeeping } from "./housekeeping.ts";
import { createReporting } from "./reporting/reporting.ts";
import { openReportingPool, primarySnapshots } from "./reporting/snapshots.ts";
import { openStandbys, type ReportingStatus } from "./reporting/standbys.ts";
import { createReportingRoles } from "./access/reporting_roles.ts";
import { createReportingTokens } from "./access/reporting_tokens.ts";
import { createFactors } from "./access/factors.ts";
import { createEmailStore } from "./email/email_store.ts";
import { createIdentityProviders } from "./access/identity_providers.ts";
import { createSessions } from "./access/sessions.ts";
import { publishSlotChanges } from "./departments/publish_slot_changes.ts";
import { createStaffUsers } from "./access/staff_users.ts";
import { BufferedUsageLog } from "./usage/usage_log.ts";
import { addPastUsage } from "./usage/past_usage.ts";
import {
  addPastVisits,
  backdate,
  type OpenVisitTimes,
  type PastVisit,
} from "./visits/past_visits.ts";
import { createUsageReports } from "./usage/usage_page.ts";
import { createCalendarFiles } from "./booking/calendar_files.ts";
import { createPersonLinks } from "./screens/person_links.ts";
import { createPublicQueue } from "./screens/public_queue.ts";
import { type Reseal, resealAll, type ResealProgress } from "./secrets/sealed_columns.ts";
import { createScreens } from "./screens/screens.ts";
import { createVisitGate } from "./visits/visit_gate.ts";
import { createVisits } from "./visits/visits.ts";
import { createDeliveryLog } from "./webhooks/delivery_log.ts";
import { createDeliveryQueue } from "./webhooks/delivery_queue.ts";
import { createEventOrigins, type EventOrigins } from "./webhooks/event_origins.ts";
import { createEventFeed } from "./webhooks/event_feed.ts";
import { createEventSignal, listenForEvents } from "./webhooks/event_signal.ts";
import { type QueueClocks, realClocks } from "./webhooks/queue_clocks.ts";
import {
  addPastDeliveries,
  type PastAttempt,
  type PastDelivery,
} from "./webhooks/past_deliveries.ts";
import { createLegalHolds } from "./booking/legal_holds.ts";
import { createRetention } from "./retention/retention.ts";
import { createWebhooks } from "./webhooks/webhooks.ts";

export type { PastAttempt, PastDelivery, PastVisit };
export { createDiagnosis, type Diagnosis };
export { type BackupMarks, noteBackup };
export { createJumpCheck } from "./booking/keep_reminders.ts";
export { checkMigrations, loadSnapshot } from "./backup/load_snapshot.ts";
export { readSnapshot, type Snapshot } from "./backup/read_snapshot.ts";
export type { Pooling } from "./database/pooling.ts";
export { encryptedHosts } from "./hosts/encrypted_hosts.ts";
export { loadOrm } from "./database/units_of_work.ts";
export type { ServiceSize } from "./database/heartbeat.ts";
export type { HeartbeatFacts, RunningProcesses } from "./diagnosis/heartbeat_facts.ts";
export type { MissingMonth } from "./database/partitions.ts";
export type { HousekeepingFacts, MigrationFacts, TableFacts } from "./diagnosis/schema_facts.ts";
export type { ArchiveFacts, ReplicationFacts, ServerFacts } from "./diagnosis/server_facts.ts";
export type { DeliveryQueueFacts, ReportingStatus, RollupFacts };

/** Core's ports in Postgres, and further operations on the database that the process needs. */
export interface Persistence extends
  Pick<
    Ports,
    | "organizations"
    | "staffUsers"
    | "sessions"
    | "factors"
    | "identityProviders"
    | "emailStore"
    | "doneRequests"
    | "reportingTokens"
    | "reportingRoles"
    | "apiKeys"
    | "departments"
    | "appointments"
    | "calendarFiles"
    | "shortNumbers"
    | "holds"
    | "gate"
    | "legalHolds"
    | "retention"
    | "waitlist"
    | "visits"
    | "visitGate"
    | "screens"
    | "personLinks"
    | "publicQueue"
    | "creditLedger"
    | "webhooks"
    | "deliveryLog"
    | "deliveryQueue"
    | "eventFeed"
    | "usageReports"
    | "auditLog"
    | "changeFeed"
    | "reporting"
  >,
  Housekeeping {
  usageLog: UsageLog;
  auditSeals: AuditSeals;
  /** Encrypts every stored secret again (gateway/security/README.md 6). */
  resealAll(reseal: Reseal, options: Parameters<typeof resealAll>[2]): Promise<ResealProgress>;
  /** The traced requests that caused events. */
  eventOrigins: EventOrigins;
  /** Ends all waits for events, now and later, so that their requests are answered. */
  endWaits(): void;
  /** The clock from the options. */
  now(): Temporal.Instant;
  /** Reads the database's own clock. */
  sampleClock(): ReturnType<typeof sampleClock>;
  /** Calls `listener` when there may be events to deliver, also those that another process committed. */
  onEvents(listener: () => void): { stop(): Promise<void> };
  /**
   * Publishes the slots whose free places changed with the settings of their department, until no job is left or
   * `signal` is aborted. Returns the number of events. Workers call it regularly; without jobs it is one statement.
   */
  publishSlotChanges(signal?: AbortSignal): Promise<number>;
  /** The work on waiting lists that no request does. */
  waitlistPasses: ReturnType<typeof createWaitlistPasses>;
  /** Applies the missing migrations. Any number of processes may call it at once. */
  migrate(): Promise<void>;
  /** Returns whether the database answers and every migration is applied. */
  isReady(): Promise<boolean>;
  /** Reads what the public status page shows, at a cost that does not grow with the data. */
  databaseFacts(): Promise<DatabaseFacts>;
  /**
   * Checks until the end whether the database accepts writes, and shows others that this process runs, for a service of
   * this size. Resolves after the first check.
   */
  followWrites(service?: ServiceSize): Promise<void>;
  /** Returns what `followWrites` found last. */
  acceptsWrites(): boolean;
  /** Returns whether there is no organization yet. */
  isEmpty(): Promise<boolean>;
  demoStates: DemoStates;
  demoHistory: DemoHistory;
  /** Returns the connections of each pool. */
  pools(): PoolState[];
  /** Reads the work that waits in the database, at a cost that does not grow with it. */
  waitingWork(): Promise<DeliveryQueueFacts & RollupFacts>;
  /** Reads what an operator must look after: backups, erasures, partitions, keys that end. */
  upkeep(): Promise<UpkeepFacts>;
  /** Notes that the list of erasures was written now. */
  noteErasureList(): Promise<void>;
  /** Reads how many connections the server allows, and which processes use the database now. */
  connectionFacts(): Promise<{ maxConnections: number; running: RunningProcesses[] }>;
  /**
   * Follows the standbys of the reports until the end. Resolves when one can be used, or after 2 s. Does nothing if
   * reports are read from the primary.
   */
  followStandbys(): Promise<void>;
  /** Returns whether a standby serves reports; undefined if they are read from the primary. */
  reportingStatus(): ReportingStatus | undefined;
  /** Runs work while no other process runs work of the same name. */
  withLock<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Writes the buffered usage entries and closes the connections. */
  close(): Promise<void>;
}

/** The organization of a demo. */
export interface DemoPlace {
  organizationId: number;
  timeZone: string;
}

/** Writes what the use cases cannot write, because they write the present time. */
export interface DemoHistory {
  /** Writes calls with API keys. Does nothing if the organization has calls already. */
  addUsage(entries: readonly UsageEntry[]): Promise<void>;
  /** Writes deliveries of a webhook. Does nothing if it has deliveries already. */
  addDeliveries(webhook: WebhookRef, deliveries: readonly PastDelivery[]): Promise<void>;
  /** Writes visits that have ended. Does nothing if the organization has visits already. */
  addVisits(place: DemoPlace, visits: readonly PastVisit[]): Promise<void>;
  /** Lets appointments be booked days before their time, and people come before now. */
  backdate(place: DemoPlace, visits: readonly OpenVisitTimes[]): Promise<void>;
}

/** The connections of a pool, and the requests that wait for one. */
export interface PoolState {
  pool: string;
  used: number;
  idle: number;
  waiting: number;
}

/** The database and its limits. */
export interface PersistenceOptions {
  /** One connection string, or one for each host of a replicated database. */
  connectionString: string | readonly string[];
  /** Bypasses a pooler, for advisory locks and LISTEN. The same as `connectionString` if left out. */
  directConnectionString?: string | readonly string[] | undefined;
  /** What `connectionString` leads through. With "transaction", `directConnectionString` is required. */
  pooler?: Pooler;
  poolSize: number;
  /** Additional connections that only reports use, for each standby. */
  reportingPoolSize?: number;
  /** The standbys that reports are read from; the primary if left out. */
  reporting?: { connectionStrings: readonly string[]; maxLagSeconds: number } | undefined;
  now(): Temporal.Instant;
  /** The clocks of the delivery queue; the database's clock and the monotonic clock if left out. */
  queueClocks?: QueueClocks;
  /** Called after each transaction of bookings has its locks. */
  onBookings?: OnBookings | undefined;
  /** Nothing is traced if left out. */
  trace?: RequestTrace | undefined;
  /** Logs usage entries that wait or are lost, and weak settings of the database. */
  log?: Pick<Logger, "warn" | "error">;
}

/** Opens the database. Finds the primary of several hosts first. Other connections are made when they are needed. */
export async function openPersistence(options: PersistenceOptions): Promise<Persistence> {
  const { now, connectionString, directConnectionString, pooler, log, trace } = options;
  const { queueClocks: clocks = realClocks } = options;
  const connections = new Connections(connectionString, log, { pooler, trace });
  const direct = directConnectionString === undefined
    ? connections
    : new Connections(directConnectionString, log, { trace });
  const closeHosts = () => [connections, direct].forEach((one) => one.close());
  try {
    await Promise.all([connections.findPrimary(), direct.findPrimary()]);
  } catch (error) {
    closeHosts();
    throw error;
  }
  const database = openDatabase(connections, options.poolSize);
  const { pool } = database;
  const sharedReadsPool = openSharedReadsPool(connections);
  const share = shareReads(sharedReadsPool, trace);
  const { reporting, reportingPoolSize = 2 } = options;
  const standbys = reporting && openStandbys({
    urls: reporting.connectionStrings,
    maxLagSeconds: reporting.maxLagSeconds,
    poolSize: reportingPoolSize,
    primary: pool,
    pooler,
    trace,
    now,
    log,
  });
  const reportingPools = standbys?.pools ?? [openReportingPool(connections, reportingPoolSize)];
  const notifyOthers = createEventSignal(pool);
  let notifyEvents = notifyOthers;
  const gates = new Gates(pool, trace);
  const { onBookings } = options;
  const tools = { pool, gates, now, clocks, onEvents: () => notifyEvents(), onBookings, trace };
  const usageLog = new BufferedUsageLog(pool, options.log);
  const changeFeed = createChangeFeed(pool, options.log);
  const eventFeed = createEventFeed(pool);
  const writeCheck = createWriteCheck(pool, log);
  const background: { stop(): Promise<void> }[] = [changeFeed, eventFeed, writeCheck];
  return {
    now,
    sampleClock: () => sampleClock(pool),
    organizations: createOrganizations(database),
    staffUsers: createStaffUsers(database),
    sessions: createSessions(pool),
    factors: createFactors(pool),
    identityProviders: createIdentityProviders(pool),
    emailStore: createEmailStore(pool),
    doneRequests: createDoneRequests(pool),
    reportingTokens: createReportingTokens(database),
    reportingRoles: createReportingRoles(pool),
    apiKeys: createApiKeys(database, share),
    departments: createDepartments(database, share, now),
    appointments: createAppointments(pool, share),
    calendarFiles: createCalendarFiles(pool),
    shortNumbers: createShortNumbers(pool),
    holds: createHolds(pool),
    gate: createBookingGate(tools),
    waitlist: createWaitlist(pool),
    waitlistPasses: createWaitlistPasses(tools),
    legalHolds: createLegalHolds(pool),
    retention: createRetention(pool),
    visits: createVisits(database),
    visitGate: createVisitGate(tools),
    screens: createScreens(database),
    publicQueue: createPublicQueue(pool),
    personLinks: createPersonLinks(pool),
    creditLedger: createCreditLedger(pool),
    webhooks: createWebhooks(database),
    deliveryLog: createDeliveryLog(tools),
    deliveryQueue: createDeliveryQueue(tools),
    eventFeed,
    endWaits: () => void eventFeed.stop(),
    onEvents(listener) {
      // A process that delivers by itself does not notify the others.
      notifyEvents = listener;
      const listening = listenForEvents(direct, listener);
      const stop = () => {
        notifyEvents = notifyOthers;
        return listening.stop();
      };
      background.push({ stop });
      return { stop };
    },
    publishSlotChanges: (signal) => publishSlotChanges(tools, { ...(signal && { signal }) }),
    usageLog,
    eventOrigins: createEventOrigins(pool),
    usageReports: createUsageReports(pool),
    auditLog: createAuditLog(pool),
    auditSeals: createAuditSeals(pool),
    resealAll: (reseal, options) => resealAll(pool, reseal, options),
    changeFeed,
    reporting: createReporting(standbys ?? primarySnapshots(reportingPools[0]!)),
    followStandbys: async () => await standbys?.follow(),
    reportingStatus: () => standbys?.status(),
    async migrate() {
      if (pooler === undefined) await refuseSharedSessions(connections, "DATABASE_URL");
      if (direct !== connections) {
        await refuseSharedSessions(direct, "DATABASE_DIRECT_URL");
        await requireSameDatabase(connections, direct);
      }
      await migrate(direct);
      await keepPartitions(direct, partitioned, now());
    },
    isReady: () => isMigrated(pool),
    databaseFacts: () => readDatabaseFacts(pool),
    followWrites: (service) => writeCheck.start(service),
    acceptsWrites: () => writeCheck.acceptsWrites(),
    isEmpty: () => isEmpty(database),
    demoStates: createDemoStates(pool),
    demoHistory: {
      addUsage: (entries) => addPastUsage(pool, entries),
      addDeliveries: (webhook, deliveries) => addPastDeliveries(pool, webhook, deliveries),
      addVisits: (place, visits) => addPastVisits(pool, place, visits),
      backdate: (place, visits) => backdate(pool, place, visits),
    },
    pools: () => [
      poolState("main", [pool]),
      poolState("shared_reads", [sharedReadsPool]),
      poolState("reporting", reportingPools),
    ],
    waitingWork: async () => ({
      ...await readDeliveryQueue(pool),
      ...await readRollups(pool),
    }),
    upkeep: () => readUpkeep(pool, partitioned),
    noteErasureList: () => noteErasureList(pool),
    connectionFacts: async () => ({
      maxConnections: (await readServerSettings(pool)).maxConnections,
      running: await readRunningProcesses(pool),
    }),
    withLock: (name, work) => withLock(direct, name, work),
    ...createHousekeeping({ ...tools, direct, log, background }),
    async close() {
      await Promise.all(background.map((work) => work.stop()));
      await usageLog.close();
      await sharedReadsPool.end();
      await (standbys ? standbys.close() : reportingPools[0]!.end());
      await pool.end();
      closeHosts();
    },
  };
}

function poolState(name: string, pools: readonly Pool[]): PoolState {
  const sum = (count: "totalCount" | "idleCount" | "waitingCount") =>
    pools.reduce((total, pool) => total + pool[count], 0);
  const idle = sum("idleCount");
  return { pool: name, used: sum("totalCount") - idle, idle, waiting: sum("waitingCount") };
}
