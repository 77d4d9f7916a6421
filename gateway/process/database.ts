import type { Logger } from "pino";
import { createDatabaseClock } from "./database_clock.ts";
import type { Configuration } from "./configuration.ts";
import { withoutPassword } from "./database_hosts.ts";
import {
  connectEmbeddedPostgres,
  type EmbeddedPostgres,
  hasEmbeddedPostgres,
  startEmbeddedPostgres,
} from "../embedded_postgres/mod.ts";
import type { Metrics } from "../metrics/mod.ts";
import type { Tracing } from "../tracing/mod.ts";
import { observePersistence } from "./metrics.ts";
import { tracePersistence } from "./tracing.ts";
import { openPersistence, type Persistence } from "../persistence/mod.ts";

export { hasEmbeddedPostgres };

/** An open database. */
export interface Database extends AsyncDisposable {
  persistence: Persistence;
  /** The URL of the embedded Postgres; undefined with DATABASE_URL. */
  embeddedUrl: string | undefined;
  /** Closes the connections, and then stops the embedded Postgres. */
  [Symbol.asyncDispose](): Promise<void>;
  /** Signals the embedded Postgres to stop and does not wait. For a process that ends immediately. */
  abandon(): void;
}

/** Options of `openDatabase`. */
export interface DatabaseOptions {
  configuration: Configuration;
  log: Logger;
  /** Called before each slow step. */
  progress(line: string): void;
  /** Cancels the opening. Stops everything that was started. */
  signal: AbortSignal;
  /**
   * `start`: this process is the service, the only one with this data folder. `connect`: it is a command, and uses the
   * Postgres of a running service if there is one.
   */
  mode: "start" | "connect";
  /** Nothing is measured if left out. */
  metrics?: Metrics | undefined;
  /** Nothing is traced if left out. */
  tracing?: Tracing | undefined;
}

/** Opens the configured or the embedded database and applies all migrations. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { configuration, progress, signal } = options;
  await using opened = new AsyncDisposableStack();
  const postgres = configuration.databaseUrls === undefined
    ? await openEmbedded(options)
    : undefined;
  if (postgres) opened.defer(() => postgres.stop());
  const embeddedUrl = postgres?.localConnectionString;
  const { persistence } = opened.use(await connectDatabase({ ...options, embeddedUrl }));
  signal.throwIfAborted();
  progress("Applying migrations ...");
  await persistence.migrate();
  signal.throwIfAborted();
  const everything = opened.move();
  return {
    persistence,
    embeddedUrl,
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
    abandon: () => void postgres?.stop(),
  };
}

/** Opens the connections to a database that another process has started and migrated. */
export async function connectDatabase(
  { configuration, log, metrics, tracing, embeddedUrl }:
    & Pick<DatabaseOptions, "configuration" | "log" | "metrics" | "tracing">
    & { embeddedUrl: string | undefined },
): Promise<AsyncDisposable & Pick<Database, "persistence">> {
  await using opened = new AsyncDisposableStack();
  const clock = createDatabaseClock({ log });
  const persistence = await openPersistence({
    connectionString: embeddedUrl ?? configuration.databaseUrls!,
    // Belongs to DATABASE_URL. The embedded Postgres has no pooler.
    directConnectionString: embeddedUrl === undefined
      ? configuration.databaseDirectUrls
      : undefined,
    pooler: embeddedUrl === undefined ? configuration.databasePooler : undefined,
    poolSize: configuration.databasePoolSize,
    reportingPoolSize: configuration.reportingPoolSize,
    reporting: configuration.reportingUrls && {
      connectionStrings: configuration.reportingUrls,
      maxLagSeconds: configuration.reportingMaxLagSeconds,
    },
    now: clock.now,
    onBookings: metrics?.bookings.onTransaction,
    trace: tracing?.database,
    log,
  });
  opened.defer(() => persistence.close());
  // Before anything that reads the time.
  await clock.start(persistence.sampleClock);
  opened.defer(() => clock.stop());
  const counted = metrics ? observePersistence(persistence, metrics) : persistence;
  const everything = opened.move();
  return {
    persistence: tracing ? tracePersistence(counted, tracing) : counted,
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

/** Returns the location of the configured database, without secrets. */
export function databaseName(
  { databaseUrls, dataDir }: Pick<Configuration, "databaseUrls" | "dataDir">,
): string {
  return databaseUrls === undefined
    ? `the embedded Postgres in ${dataDir}`
    : withoutPassword(...databaseUrls);
}

/**
 * Starts the embedded Postgres, or connects a command to it. In production a command creates no database: it would run on
 * another one than the service if DATABASE_URL were missing, and report success.
 */
export async function openEmbedded(
  { configuration, log, progress, signal, mode }: DatabaseOptions,
): Promise<EmbeddedPostgres> {
  const { dataDir, isProduction } = configuration;
  const isService = mode === "start";
  if (!isService && isProduction && !hasEmbeddedPostgres(dataDir)) {
    throw new Error(
      `Cannot use the embedded Postgres: DATABASE_URL is not set, and there is no database in ${dataDir}. Set ` +
        "DATABASE_URL to the database of the service. To create an embedded database, start the service, or leave " +
        "NODE_ENV=production out",
    );
  }
  progress(`${isService ? "Starting" : "Connecting to"} Postgres in ${dataDir} ...`);
  const open = isService ? startEmbeddedPostgres : connectEmbeddedPostgres;
  const settings = { max_connections: String(maxConnections(configuration)) };
  return await open({ dataDir, log, settings, signal });
}

// For commands, workers, and connections outside the pools: of locks, listeners and migrations.
const otherConnections = 50;
/** Of the shared reads of one process (`openSharedReadsPool`). */
const sharedReadConnections = 2;
const minConnections = 200;

function maxConnections(configuration: Configuration): number {
  return Math.max(minConnections, pooledConnections(configuration) + otherConnections);
}

/** Returns the maximum number of connections of all pools of the service to the primary. */
export function pooledConnections(
  configuration: Configuration,
): number {
  const { databasePoolSize, reportingPoolSize, reportingUrls } = configuration;
  const forReports = reportingUrls ? 0 : reportingPoolSize;
  return processesOf(configuration) * (databasePoolSize + forReports + sharedReadConnections);
}

/** Returns the number of processes of the service that have pools. */
export function processesOf({ httpProcesses }: Pick<Configuration, "httpProcesses">): number {
  return httpProcesses === 1 ? 1 : httpProcesses + 1;
}
