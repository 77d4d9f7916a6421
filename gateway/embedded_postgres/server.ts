import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";
import { prepareDatabase } from "./database.ts";
import { freePort } from "./free_port.ts";
import type { Log } from "./log.ts";
import { endPostgres, killOrphans, readPostmasterFile, stopLeftover } from "./postmaster.ts";
import { pathFromInside, spawnInside } from "./run_as.ts";
import { logSettings, prepareServerLog } from "./server_log.ts";

/** One server; `exited` resolves, with how it ended, when its process is gone. */
export type Server = { pid: number; port: number; exited: Promise<string>; stop(): Promise<void> };

export type ServerStart = { port?: number; log: Log; signal: AbortSignal };

const patienceMs = 30_000;

/** Reasons that pass: backends of a killed server still ending, a taken port. */
const passing = /pre-existing shared memory|"postmaster.pid" already exists|TCP\/IP sockets/;

/** Backends of a killed server have had about a second to end when the pause is this long. */
const maxOrphanPauseMs = 400;

/** Starts a server and waits until it serves; on `port`, or on a free one where none is given. */
export async function startServer(cluster: Cluster, start: ServerStart): Promise<Server> {
  const deadline = performance.now() + patienceMs;
  for (let pauseMs = 50;; pauseMs = Math.min(pauseMs * 2, 1000)) {
    start.signal.throwIfAborted();
    await stopLeftover(cluster.folder, start.log);
    const logged = prepareServerLog(cluster.dataDir);
    const server = spawnServer(cluster, start.port ?? (await freePort()));
    try {
      if (await serves(cluster, server, start.signal)) return server;
    } catch (error) {
      await server.stop();
      throw error;
    }
    const said = readFileSync(logged.path).subarray(logged.size).toString().trim();
    if (!passing.test(said) || performance.now() > deadline) {
      const how = `it ended at once, ${await server.exited}. See ${logged.path}`;
      throw new Error(`Cannot start Postgres: ${how}. ${said.slice(-2000)}`);
    }
    start.log.warn({ pauseMs }, "Postgres cannot start yet, trying again");
    if (said.includes("pre-existing shared memory") && pauseMs >= maxOrphanPauseMs) {
      killOrphans(cluster.folder, start.log);
    }
    await sleep(pauseMs, undefined, { signal: start.signal });
  }
}

function spawnServer(cluster: Cluster, port: number): Server {
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    port: String(port),
    password_encryption: "scram-sha-256",
    timezone: "UTC",
    log_timezone: "UTC",
    max_connections: "200",
    shared_buffers: "256MB",
    fsync: "on",
    ...logSettings,
    ...cluster.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const args = ["-D", pathFromInside(cluster.folder), ...flags];
  // The file itself and no pipe: the server writes on, through its shutdown, when the service dies.
  const logFile = openSync(join(cluster.dataDir, "postgres.log"), "a", 0o600);
  const child = spawnInside(cluster.folder, cluster.postgres, args, ["ignore", logFile, logFile]);
  closeSync(logFile);
  const { promise: exited, resolve } = Promise.withResolvers<string>();
  child.once("exit", (code, signal) => resolve(signal ?? `with code ${code}`));
  child.once("error", (error) => resolve(error.message));
  const hasEnded = () => child.pid === undefined || (child.exitCode ?? child.signalCode) !== null;
  const stop = () => endPostgres((signal) => child.kill(signal), hasEnded);
  return { pid: child.pid ?? 0, port, exited, stop };
}

/**
 * True once a client is served, false if the server ended before. No limit of time: recovery after
 * a crash takes as long as it takes.
 */
async function serves(cluster: Cluster, server: Server, signal: AbortSignal): Promise<boolean> {
  const ended = server.exited.then(() => true);
  do {
    // First its own word that it holds the port: a stranger on it must not be sent the password.
    const found = readPostmasterFile(cluster.folder);
    if (found?.pid === server.pid && found.ready) {
      if (await prepareDatabase(cluster.password, server.port)) return true;
    }
  } while (!(await Promise.race([ended, sleep(10, false, { signal })])));
  return false;
}
