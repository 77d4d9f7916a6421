import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../../gateway/embedded_postgres/mod.ts";
import { migrate } from "../../gateway/persistence/migrator.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A migrated database without rows; `freshDatabase` clones it. */
    templateUrl: string;
  }
}

/**
 * One Postgres for the whole run, in a folder that goes with it. Nothing here tests a power cut, so it does
 * not sync.
 */
export default async function startTestServer(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "appointments-test-"));
  const server = await startEmbeddedPostgres({
    dataDir,
    log: pino({ level: "warn" }),
    settings: { fsync: "off", full_page_writes: "off" },
  });
  await migrate(server.connectionString);
  project.provide("templateUrl", server.connectionString);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
