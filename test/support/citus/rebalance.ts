import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { findViolations } from "../acknowledgements/check.ts";
import { makeTenants, startRecordingClients } from "../acknowledgements/recording_clients.ts";
import { readStoredRows } from "../acknowledgements/stored_rows.ts";
import { startReceivers } from "../receivers.ts";
import { startService } from "../running_service.ts";
import { openService } from "../seeded.ts";
import { secretsEnvironment } from "../webhooks.ts";
import { type CitusCluster, distributeDatabase } from "./citus_cluster.ts";
import { followEvents } from "./followed_events.ts";

/** What came of it. `unavailable` counts answers 503; any other answer than a success throws. */
export interface RebalanceResult {
  created: number;
  changed: number;
  unavailable: number;
  /** The longest time from a first request to its success, with repetitions. */
  maxWaitMs: number;
  /** Parts that have moved to the new worker. */
  moved: number;
  seconds: number;
  /** Each came once in the feed and at least once at a webhook. */
  events: number;
  repeatedDeliveries: number;
  violations: string[];
  /** Organizations whose usage is not exactly what was logged. */
  wrongUsage: number;
}

const tenantCount = 12;
const maxRebalanceMs = 480_000;

/**
 * Adds the second worker of a cluster and lets Citus move half of the parts to it, while recording clients use the service, and
 * readers of the feed and a webhook get the events.
 */
export async function rebalanceUnderLoad(
  { coordinator, workers: [, added], urlOf }: CitusCluster,
  database: string,
  { clients, progress }: { clients: number; progress?(line: string): void },
): Promise<RebalanceResult> {
  const url = urlOf(database);
  const rows = (sql: string) => coordinator.rows(sql, database);
  await rows(`select citus_remove_node('127.0.0.1', ${added!.port})`);
  await distributeDatabase(url);
  await using receivers = await startReceivers(["answers"]);
  await using service = await startService(url, {
    ...secretsEnvironment,
    ...receivers.environment,
    LOG_LEVEL: "error",
    STAFF_REQUESTS_PER_MINUTE: "1000000",
  });
  await using seeding = await openService(url, { poolSize: 2 });
  const tenants = await makeTenants(seeding, { count: tenantCount, url: service.url });
  await using followed = await followEvents({ seeding, url: service.url, receivers }, tenants);
  const recorded = startRecordingClients(tenants, { clients, urlOf: () => service.url });
  let fault: unknown;
  recorded.failed.catch((error: unknown) => fault = error);
  await expect.poll(() => recorded.acknowledgements.length, { timeout: 60_000 })
    .toBeGreaterThan(clients * 4);
  const startedAt = Date.now();
  await rows(`select citus_add_node('127.0.0.1', ${added!.port})`);
  await rows("select citus_rebalance_start()");
  const readState = async () => {
    if (fault !== undefined) return "failed";
    const [job] = await rows("select state, details::text from citus_rebalance_status()");
    progress?.(`${recorded.acknowledgements.length} answers, ${JSON.stringify(job)}`);
    return job?.["state"];
  };
  await expect.poll(readState, { timeout: maxRebalanceMs, interval: 5000 })
    .toMatch(/^(finished|failed)$/);
  if (fault !== undefined) throw new Error(service.errors().slice(-3000), { cause: fault });
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  await recorded.stop();
  // The buffered usage is written, and compacted every 2 s.
  await delay(5000);
  if (service.errors().includes("were lost")) throw new Error(service.errors().slice(-3000));
  const { acknowledgements, unavailable, maxWaitMs } = recorded;
  const created = acknowledgements.filter(({ kind }) => kind === "created").length;
  const followedEnd = await followed.end(async () =>
    (await rows("select id from webhook_events")).map(({ id }) => String(id))
  );
  const { events, repeatedDeliveries, received } = followedEnd;
  const [placed] = await rows(`select count(*)::int as moved from pg_dist_shard s
    join pg_dist_placement using (shardid) join pg_dist_node n using (groupid)
    where s.logicalrelid = 'departments'::regclass and n.nodeport = ${added!.port}`);
  return {
    created,
    changed: acknowledgements.length - created,
    unavailable,
    maxWaitMs,
    moved: Number(placed!["moved"]),
    seconds,
    events,
    repeatedDeliveries,
    violations: [
      ...followedEnd.violations,
      ...findViolations({ acknowledgements, events: received }, await readStoredRows(url)),
    ],
    wrongUsage: await countWrongUsage(rows),
  };
}

async function countWrongUsage(
  rows: (sql: string) => Promise<Record<string, unknown>[]>,
): Promise<number> {
  const compare = `select count(*)::int as wrong from (
    select organization_id, sum(calls) as calls from (
      select organization_id, 1 as calls from usage_entries
      union all select organization_id, -calls from usage_deltas
      union all select organization_id, -calls from usage_rollups
        where kind = 'CALLS' and span_minutes = 1440
    ) one group by organization_id
  ) found where calls <> 0`;
  const [found] = await rows(compare);
  return Number(found!["wrong"]);
}
