import type { Pool, PoolClient } from "pg";
import type { ReadUsageEntry, UsageFilter, UsageReports, UsageWindow } from "../../../core/mod.ts";
import { type ReadRows, rowsIn } from "../database/statement.ts";
import { readEntries } from "./usage_rows.ts";
import { searchByPath, searchByRoute, type UsageSearch } from "./usage_search.ts";
import { findSegments, holding, isDay, type Segment } from "./usage_segments.ts";
import { partsOf } from "./usage_spans.ts";
import { orUnavailable } from "../database/faults.ts";
import { readUsageBatches } from "./usage_batches.ts";
import { sumUsage } from "./usage_sums.ts";

interface FoundPage {
  items: ReadUsageEntry[];
  totalElements: number;
}

/**
 * One page of the log and how many entries there are. The counts of days lead to the days that hold the page,
 * and those of their quarters to the quarters, which alone are read: so every page, deep ones and those of
 * rare entries too, costs the same however long the log is. All in one snapshot, in which the counts are
 * those of the entries.
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
  const ordered = (found: Segment[]) => direction === "asc" ? found : found.toReversed();
  const read: ReadRows = (statement, values) => rowsIn(client, statement, values);
  const segments = ordered(await findSegments(read, search, partsOf(search.period)));
  const totalElements = segments.reduce((sum, { calls }) => sum + calls, 0);
  const { held, offset } = holding(segments, window);
  const quarters: Segment[] = held.filter((segment) => !isDay(segment));
  quarters.push(...await findSegments(read, search, { quarters: held.filter(isDay) }));
  const inOrder = ordered(quarters.toSorted((a, b) => a.start - b.start));
  const narrowed = holding(inOrder, { offset, limit });
  const items = await readEntries(client, search, {
    spans: narrowed.held,
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

/** Core's reports of usage in Postgres. */
export function createUsageReports(pool: Pool): UsageReports {
  return {
    sums: (organizationId, bounds) => sumUsage(pool, organizationId, bounds),
    page: (organizationId, filter, window) =>
      orUnavailable(() => findUsagePage(pool, { organizationId, filter }, window)),
    batches: (organizationId, filter) => readUsageBatches(pool, organizationId, filter),
  };
}
