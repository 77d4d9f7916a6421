import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../../gateway/embedded_postgres/mod.ts";
import { Connections } from "../../gateway/persistence/database/connections.ts";
import { migrate } from "../../gateway/persistence/database/migrator.ts";
import { leadThrough } from "./pooled.ts";
import { hasPgbouncer, type Pgbouncer, startPgbouncer } from "./pgbouncer.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A migrated database without rows; `freshDatabase` clones it. */
    templateUrl: string;
  }
}

/** One Postgres for the whole run of the tests; nothing here tests a power cut, so it does not sync. */
export default (project: TestProject) =>
  startTestServer(project, { fsync: "off", full_page_writes: "off", autovacuum: "off" });

/** Vitest loads this module for each project, and the projects of a run share a process and so one server. */
const run = globalThis as { testServer?: string };

/** Starts one Postgres for a run, in a folder that goes with it. Returns what ends it. */
export async function startTestServer(
  project: TestProject,
  settings: Record<string, string>,
): Promise<() => Promise<void>> {
  const isFirst = run.testServer === undefined;
  const { url, stop } = isFirst
    ? await startServer(settings)
    : { url: run.testServer!, stop: async () => {} };
  run.testServer = url;
  project.provide("templateUrl", url);
  if (!isFirst) return stop;
  const pooler = await openPooler(url);
  if (pooler) leadThrough(pooler.url, url);
  return async () => {
    await pooler?.[Symbol.asyncDispose]();
    await stop();
  };
}

interface TestServer {
  /** Of the template. */
  url: string;
  stop(): Promise<void>;
}

async function startServer(settings: Record<string, string>): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "appointments-test-"));
  const log = pino({ level: "warn" });
  const server = await startEmbeddedPostgres({ dataDir, log, settings });
  await migrate(new Connections(server.connectionString));
  await makePasswordCheap(server.connectionString);
  const stop = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: server.connectionString, stop };
}

/** Starts a pooler for the whole run if TEST_POOLER is its mode (test/on_demand/prove/README.md). */
async function openPooler(databaseUrl: string): Promise<Pgbouncer | undefined> {
  const mode = process.env["TEST_POOLER"];
  if (mode === undefined) return undefined;
  if (mode !== "session" && mode !== "transaction") {
    throw new Error("TEST_POOLER must be session or transaction");
  }
  if (!hasPgbouncer) throw new Error("TEST_POOLER needs PgBouncer (apt-get install pgbouncer)");
  return await startPgbouncer(databaseUrl, mode, { poolSize: 5 });
}

/** Stores the password with one iteration of SCRAM: tests make thousands of connections. */
async function makePasswordCheap(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query("set scram_iterations = 1");
  const { password } = new URL(connectionString);
  await client.query(`alter role postgres password '${password}'`);
  await client.end();
}
