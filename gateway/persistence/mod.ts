import type { Logger } from "pino";
import type { Ports, UsageLog } from "../../core/mod.ts";
import { createApiKeys } from "./access/api_keys.ts";
import { createAuditLog } from "./audit/audit_log.ts";
import { createAppointments } from "./booking/appointments.ts";
import { sampleClock } from "./database/clock_sample.ts";
import { createCreditLedger } from "./credits/credit_ledger.ts";
import { openDatabase } from "./database/database.ts";
import { Connections } from "./database/connections.ts";
import { isMigrated, migrate } from "./database/migrator.ts";
import { refuseSharedSessions } from "./database/refuse_shared_sessions.ts";
import { createDemoStates, type DemoStates } from "./access/demo_state.ts";
import { createDepartments } from "./departments/departments.ts";
import { createBookingGate } from "./booking/booking_gate.ts";
import { Gates } from "./booking/gates.ts";
import { forgetIdempotencyKeys, forgetSessions } from "./database/housekeeping.ts";
import { withLock } from "./database/lock.ts";
import { createOrganizations, isEmpty } from "./access/organizations.ts";
import { keepPartitions } from "./database/partitions.ts";
import { openReportingPool } from "./reporting/reading.ts";
import { createReporting } from "./reporting/reporting.ts";
import { createReportingTokens } from "./access/reporting_tokens.ts";
import { createSessions } from "./access/sessions.ts";
import { publishSlotChanges } from "./departments/publish_slot_changes.ts";
import { createStaffUsers } from "./access/staff_users.ts";
import { keepUsageCompact } from "./usage/usage_compaction.ts";
import { BufferedUsageLog } from "./usage/usage_log.ts";
import { usagePartitions } from "./usage/usage_retention.ts";
import { createUsageReports } from "./usage/usage_page.ts";
import { createDeliveryLog } from "./webhooks/delivery_log.ts";
import { createDeliveryQueue } from "./webhooks/delivery_queue.ts";
import { createEventSignal, listenForEvents } from "./webhooks/event_signal.ts";
import { type QueueClocks, realClocks } from "./webhooks/queue_clocks.ts";
import { webhookPartitions } from "./webhooks/write_events.ts";
import { createWebhooks } from "./webhooks/webhooks.ts";

const partitioned = [usagePartitions, ...webhookPartitions];

/** Core's ports in Postgres, and what the process needs of the database besides. */
export interface Persistence extends
  Pick<
    Ports,
    | "organizations"
    | "staffUsers"
    | "sessions"
    | "reportingTokens"
    | "apiKeys"
    | "departments"
    | "appointments"
    | "gate"
    | "creditLedger"
    | "webhooks"
    | "deliveryLog"
    | "deliveryQueue"
    | "usageReports"
    | "auditLog"
    | "reporting"
  > {
  usageLog: UsageLog;
  /** The clock that it was opened with. */
  now(): Temporal.Instant;
  /** Reads the database's own clock. */
  sampleClock(): ReturnType<typeof sampleClock>;
  /** Has `listener` told when there may be something to deliver, whichever process committed it. */
  onEvents(listener: () => void): { stop(): Promise<void> };
  /**
   * Tells webhooks of the slots that changed settings matter to, until nothing is left to tell or `signal` is
   * aborted; the number of events. For workers, now and then; it is cheap when there is nothing.
   */
  publishSlotChanges(signal?: AbortSignal): Promise<number>;
  /** Applies the migrations that are missing; safe when several processes do it at once. */
  migrate(): Promise<void>;
  /** Whether the database answers and every migration has been applied. */
  isReady(): Promise<boolean>;
  /** Whether there is no organization yet. */
  isEmpty(): Promise<boolean>;
  demoStates: DemoStates;
  /** Runs work while no other process does work of that name. */
  withLock<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Makes room ahead and deletes what has outlived its time; called now and then by each process. */
  clean(): Promise<void>;
  /** Sums up the log of usage in the background until stopped; for processes that serve. */
  keepUsageCompact(): { stop(): Promise<void> };
  /** Writes what is still to be written and closes the connections. */
  close(): Promise<void>;
}

/** Where the database is, and how much of it may be used. */
export interface PersistenceOptions {
  /** One connection string, or one for each host of a replicated database. */
  connectionString: string | readonly string[];
  /** Past any pooler; needed for what belongs to a session. The same as `connectionString` if left out. */
  directConnectionString?: string | readonly string[] | undefined;
  poolSize: number;
  /** Connections beside them, for reports alone. */
  reportingPoolSize?: number;
  now(): Temporal.Instant;
  /** Of the delivery queue; the database's and the monotonic one unless others are given. */
  queueClocks?: QueueClocks;
  /** Told of usage entries that wait or are lost. */
  log?: Pick<Logger, "warn" | "error">;
}

/** Opens the database: of several hosts the primary. The first statement connects. */
export async function openPersistence(options: PersistenceOptions): Promise<Persistence> {
  const { now, connectionString, directConnectionString, log } = options;
  const { queueClocks: clocks = realClocks } = options;
  const connections = new Connections(connectionString, log);
  const direct = directConnectionString === undefined
    ? connections
    : new Connections(directConnectionString, log);
  const closeHosts = () => [connections, direct].forEach((one) => one.close());
  try {
    await Promise.all([connections.findPrimary(), direct.findPrimary()]);
  } catch (error) {
    closeHosts();
    throw error;
  }
  const database = await openDatabase(connections, options.poolSize);
  const { orm, pool } = database;
  const reportingPool = openReportingPool(connections, options.reportingPoolSize ?? 2);
  const tellOthers = createEventSignal(pool);
  let tellEvents = tellOthers;
  const gates = new Gates(pool);
  const tools = { pool, gates, now, clocks, onEvents: () => tellEvents() };
  const usageLog = new BufferedUsageLog(pool, options.log);
  const background: { stop(): Promise<void> }[] = [];
  return {
    now,
    sampleClock: () => sampleClock(pool),
    organizations: createOrganizations(database),
    staffUsers: createStaffUsers(database),
    sessions: createSessions(pool),
    reportingTokens: createReportingTokens(database),
    apiKeys: createApiKeys(database),
    departments: createDepartments(database),
    appointments: createAppointments(pool),
    gate: createBookingGate(tools),
    creditLedger: createCreditLedger(pool),
    webhooks: createWebhooks(database),
    deliveryLog: createDeliveryLog(tools),
    deliveryQueue: createDeliveryQueue(tools),
    onEvents(listener) {
      // Who delivers by itself need not tell the others.
      tellEvents = listener;
      const listening = listenForEvents(direct, listener);
      const stop = () => {
        tellEvents = tellOthers;
        return listening.stop();
      };
      background.push({ stop });
      return { stop };
    },
    publishSlotChanges: (signal) => publishSlotChanges(tools, { ...(signal && { signal }) }),
    usageLog,
    usageReports: createUsageReports(pool),
    auditLog: createAuditLog(pool),
    reporting: createReporting(reportingPool),
    async migrate() {
      for (const one of new Set([connections, direct])) await refuseSharedSessions(one);
      await migrate(direct);
      await keepPartitions(direct, partitioned, now());
    },
    isReady: () => isMigrated(pool),
    isEmpty: () => isEmpty(database),
    demoStates: createDemoStates(pool),
    withLock: (name, work) => withLock(direct, name, work),
    async clean() {
      await keepPartitions(direct, partitioned, now());
      await forgetIdempotencyKeys(pool, now());
      await forgetSessions(pool, now());
    },
    keepUsageCompact() {
      const compaction = keepUsageCompact(pool, options.log);
      background.push(compaction);
      return compaction;
    },
    async close() {
      await Promise.all(background.map((work) => work.stop()));
      await usageLog.close();
      await reportingPool.end();
      await orm.close(true);
      closeHosts();
    },
  };
}
