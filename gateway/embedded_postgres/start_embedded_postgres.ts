import { findBinaries } from "./binaries.ts";
import { ensureCluster } from "./cluster.ts";
import { openDataFolder } from "./data_folder.ts";
import type { Log } from "./log.ts";
import { connectionString, keepPassword } from "./server_record.ts";
import { takeServiceLock } from "./service_lock.ts";
import { throughSocket } from "./socket.ts";
import { superviseServer } from "./supervisor.ts";

/** A running Postgres. `stop` may be called several times, also concurrently. */
export type EmbeddedPostgres = {
  /** Over TCP, for every tool. */
  connectionString: string;
  /** Over the server's socket, which is faster (gateway/embedded_postgres/README.md 2); the same as `connectionString` if there is none. */
  localConnectionString: string;
  stop(): Promise<void>;
};

export type StartOptions = {
  /** The data folder, created if missing. One service at a time may use it. */
  dataDir: string;
  log: Log;
  /** Additional server settings, such as `max_connections`. */
  settings?: Readonly<Record<string, string>>;
  /** Cancels the start: stops the server, releases the lock and throws the signal's reason. */
  signal?: AbortSignal;
};

/**
 * Starts a Postgres on `<dataDir>/postgres`, with the data of earlier starts, and keeps it running until `stop`. Call it
 * from the main thread. Throws DataDirInUseError if another service runs on the folder.
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
    const tcpUrl = connectionString(password, supervisor.port);
    return {
      connectionString: tcpUrl,
      localConnectionString: supervisor.hasSocket ? throughSocket(tcpUrl, folder) : tcpUrl,
      stop: () => (stopping ??= supervisor.stop().finally(releaseLock)),
    };
  } catch (error) {
    releaseLock();
    throw error;
  }
}
