import type { Ports } from "../../core/mod.ts";
import { createApiKeys } from "./api_keys.ts";
import { createAppointments } from "./appointments.ts";
import { openDatabase } from "./database.ts";
import { createDepartments } from "./departments.ts";
import { createBookingGate } from "./gate/booking_gate.ts";
import { forgetIdempotencyKeys } from "./housekeeping.ts";
import { withLock } from "./lock.ts";
import { isMigrated, migrate } from "./migrator.ts";
import { createOrganizations, isEmpty } from "./organizations.ts";

/** Core's ports in Postgres, and what the process needs of the database besides. */
export interface Persistence
  extends Pick<Ports, "organizations" | "apiKeys" | "departments" | "appointments" | "gate"> {
  /** Applies the migrations that are missing; safe when several processes do it at once. */
  migrate(): Promise<void>;
  /** Whether the database answers and every migration has been applied. */
  isReady(): Promise<boolean>;
  /** Whether there is no organization yet. */
  isEmpty(): Promise<boolean>;
  /** Runs work while no other process does work of that name. */
  withLock<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Deletes what has outlived its time; called now and then by each process. */
  clean(): Promise<void>;
  close(): Promise<void>;
}

/** Where the database is, and how much of it may be used. */
export interface PersistenceOptions {
  connectionString: string;
  /** Past any pooler; needed for what belongs to a session. The same as `connectionString` if left out. */
  directConnectionString?: string | undefined;
  poolSize: number;
  now(): Temporal.Instant;
}

/** Opens the database; the first statement connects. */
export async function openPersistence(options: PersistenceOptions): Promise<Persistence> {
  const { now } = options;
  const direct = options.directConnectionString ?? options.connectionString;
  const database = await openDatabase(options);
  const { orm, pool } = database;
  return {
    organizations: createOrganizations(database),
    apiKeys: createApiKeys(database),
    departments: createDepartments(database),
    appointments: createAppointments(pool),
    gate: createBookingGate({ pool, now }),
    migrate: () => migrate(direct),
    isReady: () => isMigrated(pool),
    isEmpty: () => isEmpty(database),
    withLock: (name, work) => withLock(direct, name, work),
    clean: () => forgetIdempotencyKeys(pool, now()),
    close: () => orm.close(true),
  };
}
