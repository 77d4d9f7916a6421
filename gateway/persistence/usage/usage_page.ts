import type { Pool, PoolClient } from "pg";
import type {
  ReadUsageEntry,
  UsageFilter,
  UsageReports,
  UsageWindow,
} from "../../../core/ports.ts";
import { type ReadRows, rowsIn } from "../database/statement.ts";
import { readEntries } from "./usage_rows.ts";
import { searchByPath, searchByRoute, type UsageSearch } from "./usage_search.ts";
import { bucketsHolding, findBuckets, isDay, type UsageBucket } from "./usage_buckets.ts";
import { toRangeParts } from "./usage_ranges.ts";
import { orUnavailable } from "../database/faults.ts";
import { readUsageBatches } from "./usage_batches.ts";
import { sumCallsOfKey, sumUsage } from "./usage_sums.ts";

interface FoundPage {
  items: ReadUsageEntry[];
  totalElements: number;
}

/**
 * Reads one page of the log and the number of matching entries.
 *
 * The counts of days show which days contain the page, and the counts of their quarter hours show which quarter hours
 * do. Only these are read. So every page costs the same, however deep it is, however rare its entries are and however
 * long the log is (gateway/persistence/usage/README.md 3). One snapshot for all, so the counts match the entries.
 */
function findUsagePage(
  pool: Pool,
  { organizationId, filter }: { organizationId: number; filter: UsageFilter },
  window: UsageWindow,
): Promise<FoundPage> {
  return inSnapshot(pool, async (client) => {
    const page = await pageOf(client, searchByRoute(organizationId, filter), window);
    const byPath = page.totalElements === 0 ? searchByPath(organizationId, filter) : undefined;
    return byPath ? await pageOf(client, byPath, window) : page;
  });
}

async function pageOf(
  client: PoolClient,
  search: UsageSearch,
  window: UsageWindow,
): Promise<FoundPage> {
  const { direction, limit } = window;
  const ordered = (found: UsageBucket[]) => direction === "asc" ? found : found.toReversed();
  const read: ReadRows = (statement, values) => rowsIn(client, statement, values);
  const buckets = ordered(await findBuckets(read, search, toRangeParts(search.period)));
  const totalElements = buckets.reduce((sum, { calls }) => sum + calls, 0);
  const { hits, offset } = bucketsHolding(buckets, window);
  const quarterHours: UsageBucket[] = hits.filter((bucket) => !isDay(bucket));
  quarterHours.push(...await findBuckets(read, search, { quarterHours: hits.filter(isDay) }));
  const inOrder = ordered(quarterHours.toSorted((a, b) => a.start - b.start));
  const narrowed = bucketsHolding(inOrder, { offset, limit });
  const items = await readEntries(client, search, {
    ranges: narrowed.hits,
    offset: narrowed.offset,
    limit,
    direction,
  });
  return { items, totalElements };
}

async function inSnapshot<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isSound = false;
  try {
    await client.query("begin isolation level repeatable read read only");
    const result = await work(client);
    await client.query("commit");
    isSound = true;
    return result;
  } finally {
    client.release(!isSound);
  }
}

/** Implements core's `UsageReports` in Postgres. */
export function createUsageReports(pool: Pool): UsageReports {
  return {
    sums: (organizationId, bounds) => sumUsage(pool, organizationId, bounds),
    callsOfKey: (organizationId, apiKeyId, period) =>
      orUnavailable(() => sumCallsOfKey(pool, { organizationId, apiKeyId, period })),
    page: (organizationId, filter, window) =>
      orUnavailable(() => findUsagePage(pool, { organizationId, filter }, window)),
    batches: (organizationId, filter) => readUsageBatches(pool, organizationId, filter),
  };
}
