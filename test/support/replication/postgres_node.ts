import { closeSync, openSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Client, QueryResultRow } from "pg";
import { findBinaries } from "../../../gateway/embedded_postgres/binaries.ts";
import {
  endPostgres,
  findPostmaster,
  postgresProcesses,
} from "../../../gateway/embedded_postgres/postmaster.ts";
import { pathFromInside, spawnInside } from "../../../gateway/embedded_postgres/run_as.ts";
import { freePort } from "../../../gateway/embedded_postgres/free_port.ts";
import { type Network, openNetwork } from "./network.ts";
import { withClient } from "./with_client.ts";

/** One Postgres of a replicated pair: its server, and the networks by which others reach it. */
export interface PostgresNode {
  folder: string;
  password: string;
  port: number;
  /** Between the service and this server. */
  forService: Network;
  /** Between a standby and this server. */
  forStandby: Network;
  /** Starts the server and waits until it answers. */
  start(database?: string): Promise<void>;
  /** Shuts the server down in good order: its standby has received everything. */
  stop(): Promise<void>;
  /** Whether no process of the server runs. */
  hasEnded(): boolean;
  /** Ends every process of the server at once, as when its machine loses power. */
  kill(): Promise<void>;
  /** Freezes every process of the server. Returns what lets them continue. */
  freeze(): () => void;
  /** The rows of a statement, past the networks. */
  rows<Row extends QueryResultRow>(sql: string, database?: string): Promise<Row[]>;
  /** Writes the settings by which the next start makes this server a standby of `primary`. */
  follow(primary: PostgresNode): void;
  /** Ends the server and its networks; the folder stays. */
  close(): Promise<void>;
}

/** Prepares a server on a cluster's folder, which is not started and may be filled later. */
export async function preparePostgresNode(
  { folder, password, settings }: {
    folder: string;
    password: string;
    settings: Record<string, string>;
  },
): Promise<PostgresNode> {
  const { postgres } = await findBinaries();
  const port = await freePort();
  const [forService, forStandby] = [await openNetwork(port), await openNetwork(port)];
  const all = { ...ownSettings, ...settings, port: String(port) };
  const flags = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const hasEnded = () => postgresProcesses(folder).length === 0;
  const signal = (name: NodeJS.Signals) => {
    for (const pid of postgresProcesses(folder)) killIfThere(pid, name);
  };
  const node: PostgresNode = {
    folder,
    password,
    port,
    forService,
    forStandby,
    async start(database) {
      const log = openSync(`${folder}.log`, "a");
      const args = ["-D", pathFromInside(folder), ...flags];
      const child = spawnInside(folder, postgres, args, ["ignore", log, log]);
      closeSync(log);
      while (!(await answers(node, database))) {
        if (child.exitCode !== null) throw new Error(`Postgres did not start, see ${folder}.log`);
        await delay(10);
      }
    },
    hasEnded,
    stop: () => endPostgres((name) => signalPostmaster(folder, name), hasEnded),
    async kill() {
      while (!hasEnded()) {
        signal("SIGKILL");
        await delay(5);
      }
      await rm(join(folder, "postmaster.pid"), { force: true });
    },
    freeze() {
      const frozen = postgresProcesses(folder);
      for (const pid of frozen) killIfThere(pid, "SIGSTOP");
      return () => frozen.forEach((pid) => killIfThere(pid, "SIGCONT"));
    },
    rows: (sql, database) =>
      withNode({ ...node, database }, async (client) => (await client.query(sql)).rows),
    follow(primary) {
      writeFileSync(join(folder, "standby.signal"), "");
      const conninfo = `host=127.0.0.1 port=${primary.forStandby.port} user=postgres ` +
        `password=${password} application_name=standby connect_timeout=5`;
      writeFileSync(
        join(folder, "postgresql.auto.conf"),
        `primary_conninfo = '${conninfo}'\nsynchronous_standby_names = ''\n`,
      );
    },
    async close() {
      await node.kill();
      await forService[Symbol.asyncDispose]();
      await forStandby[Symbol.asyncDispose]();
    },
  };
  return node;
}

/** Runs work with a connection to the server, past the networks. */
export function withNode<T>(
  { port, password, database = "appointments" }: Pick<PostgresNode, "port" | "password"> & {
    database?: string | undefined;
  },
  work: (client: Client) => Promise<T>,
): Promise<T> {
  return withClient(
    { host: "127.0.0.1", port, user: "postgres", password, database, ssl: false },
    work,
  );
}

const ownSettings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  timezone: "UTC",
  log_timezone: "UTC",
  max_connections: "60",
  shared_buffers: "64MB",
  // A new standby fetches the changes since the start of its base backup.
  wal_keep_size: "1GB",
  wal_retrieve_retry_interval: "100ms",
};

async function answers(node: PostgresNode, database?: string): Promise<boolean> {
  return node.rows("select 1", database).then(() => true, () => false);
}

function signalPostmaster(folder: string, name: NodeJS.Signals): void {
  const postmaster = findPostmaster(folder);
  if (postmaster !== undefined) killIfThere(postmaster.pid, name);
}

/** Sends a signal to a process that may have ended. */
export function killIfThere(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
