import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { findViolations } from "../acknowledgements/check.ts";
import { makeTenants, startRecordingClients } from "../acknowledgements/recording_clients.ts";
import { readStoredRows } from "../acknowledgements/stored_rows.ts";
import { startService } from "../running_service.ts";
import { openService } from "../seeded.ts";
import type { CitusCluster } from "./citus_cluster.ts";

/** What came of it. `unavailable` counts answers 503; any other answer throws. */
export interface NodeKillsResult {
  created: number;
  changed: number;
  unavailable: number;
  /** The longest time from the start of a node to the next success of each tenant. */
  maxRecoveryMs: number;
  violations: string[];
}

const tenantCount = 6;

/**
 * Kills a worker and the coordinator in turn and starts them again, while recording clients use the service over HTTP.
 * Compares all that they were answered with the database at the end.
 */
export async function killNodes(
  { coordinator, workers, urlOf }: CitusCluster,
  database: string,
  { kills, clients, progress }: {
    kills: number;
    clients: number;
    progress?(line: string): void;
  },
): Promise<NodeKillsResult> {
  const url = urlOf(database);
  await using service = await startService(url, {
    LOG_LEVEL: "error",
    STAFF_REQUESTS_PER_MINUTE: "1000000",
  });
  await using seeding = await openService(url, { poolSize: 2 });
  const tenants = await makeTenants(seeding, { count: tenantCount, url: service.url });
  const recorded = startRecordingClients(tenants, { clients, urlOf: () => service.url });
  let fault: unknown;
  recorded.failed.catch((error: unknown) => fault = error);
  const waitForSuccess = async () => {
    const before = recorded.acknowledgements.length;
    const isOver = () => fault !== undefined || recorded.acknowledgements.length > before + clients;
    await expect.poll(isOver, { timeout: 60_000, interval: 10 }).toBe(true);
    if (fault !== undefined) throw new Error(service.errors().slice(-3000), { cause: fault });
  };
  let maxRecoveryMs = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const node = kill % 2 === 0 ? workers[(kill / 2) % workers.length]! : coordinator;
    await waitForSuccess();
    await delay(Math.random() * 300);
    await node.kill();
    await delay(Math.random() * 1000);
    await node.start("postgres");
    const startedAt = Date.now();
    await waitForSuccess();
    maxRecoveryMs = Math.max(maxRecoveryMs, Date.now() - startedAt);
    progress?.(`${kill + 1} kills, ${recorded.acknowledgements.length} answers`);
  }
  await recorded.stop();
  const { acknowledgements, unavailable } = recorded;
  const created = acknowledgements.filter(({ kind }) => kind === "created").length;
  return {
    created,
    changed: acknowledgements.length - created,
    unavailable,
    maxRecoveryMs,
    violations: findViolations({ acknowledgements, events: [] }, await readStoredRows(url)),
  };
}
