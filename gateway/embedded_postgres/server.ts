import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "./cluster.ts";
import { prepareDatabase } from "./database.ts";
import { freePort } from "./free_port.ts";
import type { Log } from "./log.ts";
import { endPostgres, killOrphans, readPostmasterFile, stopLeftover } from "./postmaster.ts";
import { pathFromInside, spawnInside } from "./run_as.ts";
import { removeSockets } from "./socket.ts";
import { logSettings, prepareServerLog } from "./server_log.ts";

/** A running server. `exited` resolves with the kind of end when its process has ended. */
export type Server = {
  pid: number;
  port: number;
  /** Whether it also listens on a socket in the cluster's folder. */
  hasSocket: boolean;
  exited: Promise<string>;
  stop(): Promise<void>;
};

export type ServerStart = { port?: number; log: Log; signal: AbortSignal };

const maxWaitMs = 30_000;

/** Temporary reasons: backends of a killed server are still ending, or the port is in use. */
const temporary = /pre-existing shared memory|"postmaster.pid" already exists|TCP\/IP sockets/;

/** The folder is on a file system without sockets, such as some mounts of containers. */
const noSocket = /Unix-domain socket|\.s\.PGSQL\./;

/** When the pause is this long, the backends of a killed server have had about a second to end. */
const maxOrphanPauseMs = 400;

/** Starts a server on `port`, or on a free port by default, and waits until it accepts clients. */
export async function startServer(cluster: Cluster, start: ServerStart): Promise<Server> {
  const deadline = performance.now() + maxWaitMs;
  let hasSocket = true;
  for (let pauseMs = 50;; pauseMs = Math.min(pauseMs * 2, 1000)) {
    start.signal.throwIfAborted();
    await stopLeftover(cluster.folder, start.log);
    removeSockets(cluster.folder);
    const logged = prepareServerLog(cluster.dataDir);
    const port = start.port ?? (await freePort());
    const server = spawnServer(cluster, { port, hasSocket });
    try {
      if (await serves(cluster, server, start.signal)) return server;
    } catch (error) {
      await server.stop();
      throw error;
    }
    const output = readFileSync(logged.path).subarray(logged.size).toString().trim();
    if (hasSocket && noSocket.test(output)) {
      hasSocket = false;
      const { folder } = cluster;
      start.log.warn({ folder }, "Postgres cannot make a socket in its folder, using TCP");
      continue;
    }
    if (!temporary.test(output) || performance.now() > deadline) {
      const how = `it ended at once, ${await server.exited}. See ${logged.path}`;
      throw new Error(`Cannot start Postgres: ${how}. ${output.slice(-2000)}`);
    }
    start.log.warn({ pauseMs }, "starting Postgres failed, will retry");
    if (output.includes("pre-existing shared memory") && pauseMs >= maxOrphanPauseMs) {
      killOrphans(cluster.folder, start.log);
    }
    await sleep(pauseMs, undefined, { signal: start.signal });
  }
}

function spawnServer(
  cluster: Cluster,
  { port, hasSocket }: { port: number; hasSocket: boolean },
): Server {
  const settings = {
    listen_addresses: "127.0.0.1",
    // The server works in its folder.
    unix_socket_directories: ".",
    unix_socket_permissions: "0700",
    port: String(port),
    password_encryption: "scram-sha-256",
    timezone: "UTC",
    log_timezone: "UTC",
    max_connections: "200",
    shared_buffers: "256MB",
    fsync: "on",
    ...logSettings,
    ...cluster.settings,
    ...(!hasSocket && { unix_socket_directories: "" }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const args = ["-D", pathFromInside(cluster.folder), ...flags];
  // A file and not a pipe: the server still logs its shutdown when the service dies.
  const logFile = openSync(join(cluster.dataDir, "postgres.log"), "a", 0o600);
  const child = spawnInside(cluster.folder, cluster.postgres, args, ["ignore", logFile, logFile]);
  closeSync(logFile);
  const { promise: exited, resolve } = Promise.withResolvers<string>();
  child.once("exit", (code, signal) => resolve(signal ?? `with code ${code}`));
  child.once("error", (error) => resolve(error.message));
  const hasEnded = () => child.pid === undefined || (child.exitCode ?? child.signalCode) !== null;
  const stop = () => endPostgres((signal) => child.kill(signal), hasEnded);
  return { pid: child.pid ?? 0, port, hasSocket, exited, stop };
}

/**
 * Returns true when the server accepts clients, or false if it ends before. There is no time limit, because recovery
 * after a crash may take long.
 */
async function serves(cluster: Cluster, server: Server, signal: AbortSignal): Promise<boolean> {
  const ended = server.exited.then(() => true);
  do {
    // The server must first report that it has the port: another program on the port must not get the password.
    const found = readPostmasterFile(cluster.folder);
    if (found?.pid === server.pid && found.ready) {
      if (await prepareDatabase(cluster.password, server.port)) return true;
    }
  } while (!(await Promise.race([ended, sleep(10, false, { signal })])));
  return false;
}
