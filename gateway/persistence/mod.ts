import type { Logger } from "pino";
import type { Ports, UsageLog } from "../../core/mod.ts";
import { createApiKeys } from "./api_keys.ts";
import { createAppointments } from "./appointments.ts";
import { openDatabase } from "./database.ts";
import { createDepartments } from "./departments.ts";
import { createBookingGate } from "./gate/booking_gate.ts";
import { forgetIdempotencyKeys, forgetSessions } from "./housekeeping.ts";
import { withLock } from "./lock.ts";
import { isMigrated, migrate } from "./migrator.ts";
import { createOrganizations, isEmpty } from "./organizations.ts";
import { createSessions } from "./sessions.ts";
import { createStaffUsers } from "./staff_users.ts";
import { keepUsageCompact } from "./usage/usage_compaction.ts";
import { BufferedUsageLog } from "./usage/usage_log.ts";
import { keepUsagePartitions } from "./usage/usage_partitions.ts";
import { createUsageReports } from "./usage/usage_reports.ts";

/** Core's ports in Postgres, and what the process needs of the database besides. */
export interface Persistence extends
  Pick<
    Ports,
    | "organizations"
    | "staffUsers"
    | "sessions"
    | "apiKeys"
    | "departments"
    | "appointments"
    | "gate"
    | "usageReports"
  > {
  usageLog: UsageLog;
  /** Applies the migrations that are missing; safe when several processes do it at once. */
  migrate(): Promise<void>;
  /** Whether the database answers and every migration has been applied. */
  isReady(): Promise<boolean>;
  /** Whether there is no organization yet. */
  isEmpty(): Promise<boolean>;
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
  connectionString: string;
  /** Past any pooler; needed for what belongs to a session. The same as `connectionString` if left out. */
  directConnectionString?: string | undefined;
  poolSize: number;
  now(): Temporal.Instant;
  /** Told of usage entries that wait or are lost. */
  log?: Pick<Logger, "warn" | "error">;
}

/** Opens the database; the first statement connects. */
export async function openPersistence(options: PersistenceOptions): Promise<Persistence> {
  const { now } = options;
  const direct = options.directConnectionString ?? options.connectionString;
  const database = await openDatabase(options);
  const { orm, pool } = database;
  const usageLog = new BufferedUsageLog(pool, options.log);
  const background: { stop(): Promise<void> }[] = [];
  return {
    organizations: createOrganizations(database),
    staffUsers: createStaffUsers(database),
    sessions: createSessions(pool),
    apiKeys: createApiKeys(database),
    departments: createDepartments(database),
    appointments: createAppointments(pool),
    gate: createBookingGate({ pool, now }),
    usageLog,
    usageReports: createUsageReports(pool),
    async migrate() {
      await migrate(direct);
      await keepUsagePartitions(direct, now());
    },
    isReady: () => isMigrated(pool),
    isEmpty: () => isEmpty(database),
    withLock: (name, work) => withLock(direct, name, work),
    async clean() {
      await keepUsagePartitions(direct, now());
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
      await orm.close(true);
    },
  };
}
