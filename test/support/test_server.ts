import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../../gateway/embedded_postgres/mod.ts";
import { Connections } from "../../gateway/persistence/database/connections.ts";
import { migrate } from "../../gateway/persistence/database/migrator.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A migrated database without rows; `freshDatabase` clones it. */
    templateUrl: string;
  }
}

/** One Postgres for the whole run of the tests; nothing here tests a power cut, so it does not sync. */
export default (project: TestProject) =>
  startTestServer(project, { fsync: "off", full_page_writes: "off", autovacuum: "off" });

/** Starts one Postgres for a run, in a folder that goes with it. */
export async function startTestServer(
  project: TestProject,
  settings: Record<string, string>,
): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "appointments-test-"));
  const log = pino({ level: "warn" });
  const server = await startEmbeddedPostgres({ dataDir, log, settings });
  await migrate(new Connections(server.connectionString));
  await makePasswordCheap(server.connectionString);
  project.provide("templateUrl", server.connectionString);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
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
