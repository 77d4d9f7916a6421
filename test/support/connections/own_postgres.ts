import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { pino } from "pino";
import { startEmbeddedPostgres } from "../../../gateway/embedded_postgres/mod.ts";
import { childrenOf } from "../child_processes.ts";
import { killIfThere } from "../replication/postgres_node.ts";

/** A Postgres of a test's own, which it may kill and freeze. */
export interface OwnPostgres extends AsyncDisposable {
  url: string;
  /** Opens a connection that outlives nothing: the server may be killed under it. */
  connect(): Promise<Client>;
  /** The postmaster's and every other process of the server, the postmaster first. */
  processIds(): number[];
}

/** Starts a server in a folder that goes with it. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), "appointments-own-postgres-"));
  const server = await startEmbeddedPostgres({
    dataDir,
    log: pino({ level: "silent" }),
    settings: { fsync: "off", autovacuum: "off" },
  });
  const url = server.connectionString;
  const processIds = () => {
    const postmaster = postmasterOf(dataDir);
    return [postmaster, ...childrenOf(postmaster)];
  };
  return {
    url,
    processIds,
    async connect() {
      const client = new Client({ connectionString: url });
      client.on("error", () => {});
      await client.connect();
      return client;
    },
    async [Symbol.asyncDispose]() {
      // A session may end at this moment.
      for (const id of processIds()) killIfThere(id, "SIGCONT");
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
}
