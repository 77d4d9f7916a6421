import type { Pool } from "pg";
import type { ReadUsageEntry, UsageFilter } from "../../../core/ports.ts";
import { orUnavailable } from "../database/faults.ts";
import { type ReadRows, rowsOf } from "../database/statement.ts";
import { readEntries } from "./usage_rows.ts";
import { searchByPath, searchByRoute, type UsageSearch } from "./usage_search.ts";
import { findBuckets, isDay, type UsageBucket } from "./usage_buckets.ts";
import { toRangeParts } from "./usage_ranges.ts";

const maxBatchSize = 1000;

/**
 * Yields the entries that match a filter in batches, newest first. The rollups show which days and quarter hours have
 * matching entries, so no statement reads much more than it returns. Each statement is a transaction of its own.
 */
export async function* readUsageBatches(
  pool: Pool,
  organizationId: number,
  filter: UsageFilter,
): AsyncGenerator<ReadUsageEntry[]> {
  const read: ReadRows = (statement, values) => rowsOf(pool, statement, values);
  const find = (search: UsageSearch, parts = toRangeParts(search.period)) =>
    findBuckets(read, search, parts);
  let search = searchByRoute(organizationId, filter);
  let buckets = await find(search);
  const byPath = buckets.length === 0 ? searchByPath(organizationId, filter) : undefined;
  if (byPath) buckets = await find(search = byPath);
  for (const bucket of buckets.toReversed()) {
    const quarterHours = isDay(bucket)
      ? await find(search, { days: [], quarterHours: [bucket], partial: [] })
      : [bucket];
    for (const ranges of groups(quarterHours.toReversed())) {
      let past: ReadUsageEntry | undefined;
      do {
        const window = { ranges, past, offset: 0, limit: maxBatchSize, direction: "desc" as const };
        const batch = await orUnavailable(() => readEntries(pool, search, window));
        past = batch.length === maxBatchSize ? batch.at(-1) : undefined;
        if (batch.length > 0) yield batch;
      } while (past);
    }
  }
}

/** Groups buckets until a group has about one batch of entries. A larger bucket is a group by itself. */
function groups(buckets: readonly UsageBucket[]): UsageBucket[][] {
  const grouped: UsageBucket[][] = [];
  let room = 0;
  for (const bucket of buckets) {
    if (bucket.calls <= room) grouped.at(-1)!.push(bucket);
    else {
      grouped.push([bucket]);
      room = maxBatchSize;
    }
    room -= bucket.calls;
  }
  return grouped;
}
