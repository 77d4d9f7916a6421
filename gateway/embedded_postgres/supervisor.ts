import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";
import type { Log } from "./log.ts";
import { type Server, startServer } from "./server.ts";
import { writeRecord } from "./server_record.ts";

export type Supervisor = { port: number; stop(): Promise<void> };

const steadyMs = 10_000;
const maxPauseMs = 5000;

/**
 * Starts the server and, until stop(), starts it again whenever it ends: on the same port, so that
 * the service's connection string stays true.
 */
export async function superviseServer(
  cluster: Cluster,
  log: Log,
  signal: AbortSignal,
): Promise<Supervisor> {
  const stopped = new AbortController();
  let server = await startServer(cluster, { log, signal });
  const { port } = server;
  keepRecord(cluster, log, server);
  log.info({ port, pid: server.pid }, "The embedded Postgres serves");

  async function keepServing(): Promise<void> {
    for (let earlyEnds = 0;;) {
      const since = performance.now();
      const how = await server.exited;
      if (stopped.signal.aborted) return;
      log.warn({ pid: server.pid, how }, "The embedded Postgres ended by itself, restarting it");
      earlyEnds = performance.now() - since < steadyMs ? earlyEnds + 1 : 0;
      // The first time at once: requests wait. One that keeps ending must not keep a core busy.
      if (earlyEnds > 1) await pause(earlyEnds, stopped.signal);
      server = await startAgain(cluster, { port, log, signal: stopped.signal });
      // It served in the very moment of stop(), which saw only the server before it.
      if (stopped.signal.aborted) return server.stop();
      keepRecord(cluster, log, server);
      log.info({ port, pid: server.pid }, "The embedded Postgres serves again");
    }
  }
  const kept = keepServing().catch((error: unknown) => {
    if (!stopped.signal.aborted) log.error({ err: error }, "Postgres is no longer supervised");
  });

  async function stop(): Promise<void> {
    stopped.abort();
    await server.stop();
    // A restart under way ends its own server when it sees the signal.
    await kept;
    keepRecord(cluster, log);
  }
  return { port, stop };
}

type Restart = { port: number; log: Log; signal: AbortSignal };

/** Whatever is in the way (a full disk, a taken port) may be mended while the service waits. */
async function startAgain(cluster: Cluster, restart: Restart): Promise<Server> {
  for (let failures = 1;; failures += 1) {
    try {
      return await startServer(cluster, restart);
    } catch (error) {
      restart.signal.throwIfAborted();
      restart.log.error({ err: error }, "The embedded Postgres does not come back, trying again");
      await pause(failures, restart.signal);
    }
  }
}

async function pause(times: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.min(100 * 2 ** times, maxPauseMs), undefined, { signal });
}

/** For the reader's eye only, so a full disk must not end the supervision over it. */
function keepRecord({ dataDir, password }: Cluster, log: Log, server?: Server): void {
  try {
    const where = server === undefined ? {} : { port: server.port, pid: server.pid };
    writeRecord(dataDir, { password, ...where });
  } catch (error) {
    log.warn({ err: error }, "Cannot write the server's port to postgres.json");
  }
}
