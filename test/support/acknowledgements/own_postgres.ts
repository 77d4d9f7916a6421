import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { findBinaries } from "../../../gateway/embedded_postgres/binaries.ts";
import { type Cluster, ensureCluster } from "../../../gateway/embedded_postgres/cluster.ts";
import { openDataFolder } from "../../../gateway/embedded_postgres/data_folder.ts";
import { startServer } from "../../../gateway/embedded_postgres/server.ts";
import {
  connectionString,
  keepPassword,
} from "../../../gateway/embedded_postgres/server_record.ts";
import { Connections } from "../../../gateway/persistence/database/connections.ts";
import { migrate } from "../../../gateway/persistence/database/migrator.ts";
import { childrenOf } from "../child_processes.ts";

/** A Postgres server of a test's own, which the test can crash. */
export interface OwnPostgres extends AsyncDisposable {
  /** Of a migrated database; the same after a restart. */
  url: string;
  /** Its postmaster. */
  processId(): number;
  /**
   * Sends the postmaster SIGKILL, or SIGQUIT (an immediate stop), kills the processes that it leaves behind, and
   * starts the server again. One that a test has frozen, or that waits for what a frozen one held, never ends by
   * itself and keeps the shared memory.
   */
  crash(signal: "SIGKILL" | "SIGQUIT"): Promise<void>;
}

/** Starts a server on a folder that goes with it; it syncs, as the service's own does. */
export async function startOwnPostgres(
  settings: Record<string, string> = {},
): Promise<OwnPostgres> {
  await using opened = new AsyncDisposableStack();
  const log = pino({ level: "silent" });
  const { signal } = new AbortController();
  const folder = await mkdtemp(join(tmpdir(), "appointments-own-"));
  opened.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  const binaries = await findBinaries();
  const dataDir = openDataFolder(folder, log);
  const password = keepPassword(dataDir);
  const make = { initdb: binaries.initdb, password, sync: false, signal };
  const cluster: Cluster = {
    dataDir,
    folder: await ensureCluster(dataDir, make),
    postgres: binaries.postgres,
    password,
    settings,
  };
  let server = await startServer(cluster, { log, signal });
  opened.defer(() => server.stop());
  const url = connectionString(password, server.port);
  await migrate(new Connections(url));
  const everything = opened.move();
  return {
    url,
    processId: () => server.pid,
    async crash(signalOfEnd) {
      const children = childrenOf(server.pid);
      process.kill(server.pid, signalOfEnd);
      // An immediate stop gives them five seconds itself.
      if (signalOfEnd === "SIGQUIT") await server.exited;
      for (const processId of children) killIfAlive(processId);
      await server.exited;
      server = await startServer(cluster, { port: server.port, log, signal });
    },
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

/** Kills a process unless it has ended already. */
export function killIfAlive(processId: number): void {
  try {
    process.kill(processId, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
