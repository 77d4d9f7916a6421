import { findBinaries } from "./binaries.ts";
import { ensureCluster } from "./cluster.ts";
import { openDataFolder } from "./data_folder.ts";
import type { Log } from "./log.ts";
import { connectionString, keepPassword } from "./server_record.ts";
import { takeServiceLock } from "./service_lock.ts";
import { superviseServer } from "./supervisor.ts";

/** A Postgres that serves. stop() may be called again, and by many at once. */
export type EmbeddedPostgres = { connectionString: string; stop(): Promise<void> };

export type StartOptions = {
  /** Where everything lives; made if missing. One service at a time. */
  dataDir: string;
  log: Log;
  /** Further server settings, such as `{ fsync: "off" }` in tests; the service gives none. */
  settings?: Readonly<Record<string, string>>;
  /** Calls a start off: what was started is stopped, the lock given back, its reason thrown. */
  signal?: AbortSignal;
};

/**
 * Starts a Postgres of our own on `<dataDir>/postgres`, with the data of earlier starts, and keeps
 * it running until stop(). Call it from the main thread. Throws DataDirInUseError while another
 * service runs on the folder.
 */
export async function startEmbeddedPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  const { log, settings = {}, signal = new AbortController().signal } = options;
  signal.throwIfAborted();
  const binaries = await findBinaries();
  const dataDir = openDataFolder(options.dataDir, log);
  const releaseLock = takeServiceLock(dataDir);
  try {
    const password = keepPassword(dataDir);
    const sync = settings.fsync !== "off";
    const make = { initdb: binaries.initdb, password, sync, signal };
    const folder = await ensureCluster(dataDir, make);
    const cluster = { dataDir, folder, postgres: binaries.postgres, password, settings };
    const supervisor = await superviseServer(cluster, log, signal);
    let stopping: Promise<void> | undefined;
    return {
      connectionString: connectionString(password, supervisor.port),
      stop: () => (stopping ??= supervisor.stop().finally(releaseLock)),
    };
  } catch (error) {
    releaseLock();
    throw error;
  }
}
