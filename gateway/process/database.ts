import type { Logger } from "pino";
import { createDatabaseClock } from "./database_clock.ts";
import type { Configuration } from "./configuration.ts";
import { withoutPassword } from "./database_hosts.ts";
import {
  connectEmbeddedPostgres,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../embedded_postgres/mod.ts";
import { openPersistence, type Persistence } from "../persistence/mod.ts";

/** A database that can be used, and how to let go of it again. */
export interface Database extends AsyncDisposable {
  persistence: Persistence;
  /** Closes the connections, and then stops the Postgres that was started for them. */
  [Symbol.asyncDispose](): Promise<void>;
  /** For a process that ends this instant: tells that Postgres to stop and waits for nothing. */
  abandon(): void;
}

/** What opening a database takes. */
export interface DatabaseOptions {
  configuration: Configuration;
  log: Logger;
  /** Told what takes its time. */
  progress(line: string): void;
  /** Ends an opening under way; what was started is stopped. */
  signal: AbortSignal;
  /**
   * `start`: this process is the service and the only one on its data folder. `connect`: it is a command,
   * which uses the running service's Postgres where there is one.
   */
  mode: "start" | "connect";
}

/** Opens the configured database, or the embedded one, with every migration applied. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { configuration, progress, signal } = options;
  await using opened = new AsyncDisposableStack();
  const postgres = configuration.databaseUrls === undefined ? await embedded(options) : undefined;
  if (postgres) opened.defer(() => postgres.stop());
  const clock = createDatabaseClock(options);
  const persistence = await openPersistence({
    connectionString: postgres?.connectionString ?? configuration.databaseUrls!,
    // It belongs to DATABASE_URL; the embedded Postgres has no pooler before it.
    directConnectionString: postgres ? undefined : configuration.databaseDirectUrls,
    poolSize: configuration.databasePoolSize,
    reportingPoolSize: configuration.reportingPoolSize,
    now: clock.now,
    log: options.log,
  });
  opened.defer(() => persistence.close());
  // Before anything that needs to know the time.
  await clock.start(persistence.sampleClock);
  opened.defer(() => clock.stop());
  signal.throwIfAborted();
  progress("Applying migrations ...");
  await persistence.migrate();
  signal.throwIfAborted();
  const everything = opened.move();
  return {
    persistence,
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
    abandon: () => void postgres?.stop(),
  };
}

/** Where the configured database is, as it may be shown. */
export function databaseName({ databaseUrls, dataDir }: Configuration): string {
  return databaseUrls === undefined
    ? `the embedded Postgres in ${dataDir}`
    : withoutPassword(...databaseUrls);
}

function embedded(
  { configuration: { dataDir }, log, progress, signal, mode }: DatabaseOptions,
): Promise<EmbeddedPostgres> {
  const isService = mode === "start";
  progress(`${isService ? "Starting" : "Connecting to"} Postgres in ${dataDir} ...`);
  const open = isService ? startEmbeddedPostgres : connectEmbeddedPostgres;
  return open({ dataDir, log, signal });
}
