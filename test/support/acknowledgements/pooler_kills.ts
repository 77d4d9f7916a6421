import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { freshDatabase } from "../fresh_database.ts";
import { startPgbouncer } from "../pgbouncer.ts";
import { startService } from "../running_service.ts";
import { openService } from "../seeded.ts";
import { findViolations } from "./check.ts";
import { makeTenants, startRecordingClients } from "./recording_clients.ts";
import { readStoredRows } from "./stored_rows.ts";

/** What came of it. `unavailable` counts answers 503 and lost connections; any other answer throws. */
export interface PoolerKillsResult {
  created: number;
  changed: number;
  unavailable: number;
  violations: string[];
}

/**
 * Kills a pooler in transaction mode again and again and starts it again, while recording clients use the service over
 * HTTP. Compares all that they were answered with the database at the end.
 */
export async function killPooler(
  { kills, clients, progress }: {
    kills: number;
    clients: number;
    progress?(line: string): void;
  },
): Promise<PoolerKillsResult> {
  const url = await freshDatabase();
  await using pooler = await startPgbouncer(url, "transaction", { poolSize: 5 });
  await using service = await startService(pooler.url, {
    DATABASE_DIRECT_URL: url,
    DATABASE_POOLER: "transaction",
    LOG_LEVEL: "fatal",
    STAFF_REQUESTS_PER_MINUTE: "1000000",
  });
  await using seeding = await openService(url, { poolSize: 2 });
  const tenants = await makeTenants(seeding, { count: 2, url: service.url });
  const recorded = startRecordingClients(tenants, { clients, urlOf: () => service.url });
  const waitForSuccess = async () => {
    const before = recorded.acknowledgements.length;
    await expect.poll(() => recorded.acknowledgements.length, { timeout: 60_000, interval: 10 })
      .toBeGreaterThan(before + clients);
  };
  for (let kill = 1; kill <= kills; kill += 1) {
    await waitForSuccess();
    await delay(Math.random() * 300);
    await pooler.kill();
    await delay(Math.random() * 1000);
    await pooler.startAgain();
    progress?.(`${kill} kills, ${recorded.acknowledgements.length} answers`);
  }
  await waitForSuccess();
  await recorded.stop();
  const { acknowledgements, unavailable } = recorded;
  const created = acknowledgements.filter(({ kind }) => kind === "created").length;
  return {
    created,
    changed: acknowledgements.length - created,
    unavailable,
    violations: findViolations({ acknowledgements, events: [] }, await readStoredRows(url)),
  };
}
