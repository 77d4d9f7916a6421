import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";
import type { Log } from "./log.ts";
import { type Server, startServer } from "./server.ts";
import { writeRecord } from "./server_record.ts";

export type Supervisor = Pick<Server, "port" | "hasSocket" | "stop">;

const steadyMs = 10_000;
const maxPauseMs = 5000;

/**
 * Starts the server, and restarts it whenever it ends, until `stop`. The port stays the same, so the connection string
 * stays valid.
 */
export async function superviseServer(
  cluster: Cluster,
  log: Log,
  signal: AbortSignal,
): Promise<Supervisor> {
  const stopped = new AbortController();
  let server = await startServer(cluster, { log, signal });
  const { port, hasSocket } = server;
  keepRecord(cluster, log, server);
  log.info({ port, pid: server.pid }, "the embedded Postgres accepts clients");

  async function keepServing(): Promise<void> {
    for (let earlyEnds = 0;;) {
      const since = performance.now();
      const how = await server.exited;
      if (stopped.signal.aborted) return;
      log.warn({ pid: server.pid, how }, "the embedded Postgres ended, restarting it");
      earlyEnds = performance.now() - since < steadyMs ? earlyEnds + 1 : 0;
      // The first restart is immediate, because requests wait. Repeated restarts pause, so that they do not occupy a core.
      if (earlyEnds > 1) await pause(earlyEnds, stopped.signal);
      server = await startAgain(cluster, { port, log, signal: stopped.signal });
      // `stop` was called during the restart and has stopped only the previous server.
      if (stopped.signal.aborted) return server.stop();
      keepRecord(cluster, log, server);
      log.info({ port, pid: server.pid }, "the embedded Postgres accepts clients again");
    }
  }
  const kept = keepServing().catch((error: unknown) => {
    if (!stopped.signal.aborted) {
      log.error(
        { err: error },
        "supervising the embedded Postgres failed, it will not be restarted",
      );
    }
  });

  async function stop(): Promise<void> {
    stopped.abort();
    await server.stop();
    // A running restart stops its own server when it sees the signal.
    await kept;
    keepRecord(cluster, log);
  }
  return { port, hasSocket, stop };
}

type Restart = { port: number; log: Log; signal: AbortSignal };

/** Retries until the server starts. Somebody may fix the cause (a full disk, a port in use) while the service waits. */
async function startAgain(cluster: Cluster, restart: Restart): Promise<Server> {
  for (let failures = 1;; failures += 1) {
    try {
      return await startServer(cluster, restart);
    } catch (error) {
      restart.signal.throwIfAborted();
      restart.log.error({ err: error }, "restarting the embedded Postgres failed, will retry");
      await pause(failures, restart.signal);
    }
  }
}

async function pause(times: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.min(100 * 2 ** times, maxPauseMs), undefined, { signal });
}

/** Writes port and pid for people. A failure, such as a full disk, must not end the supervision. */
function keepRecord({ dataDir, password }: Cluster, log: Log, server?: Server): void {
  try {
    const where = server === undefined ? {} : { port: server.port, pid: server.pid };
    writeRecord(dataDir, { password, ...where });
  } catch (error) {
    log.warn({ err: error }, "writing the server's port to postgres.json failed");
  }
}
