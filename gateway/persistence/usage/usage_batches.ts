import type { Pool } from "pg";
import type { ReadUsageEntry, UsageFilter } from "../../../core/mod.ts";
import { orUnavailable } from "../database/faults.ts";
import { type ReadRows, rowsOf } from "../database/statement.ts";
import { readEntries } from "./usage_rows.ts";
import { searchByPath, searchByRoute, type UsageSearch } from "./usage_search.ts";
import { findSegments, isDay, type Segment } from "./usage_segments.ts";
import { partsOf } from "./usage_spans.ts";

const maxBatchSize = 1000;

/**
 * The entries that a filter means, newest first. The counts of days and quarters lead to where they are, so
 * that no statement reads much more than it gives; each is a transaction of its own.
 */
export async function* readUsageBatches(
  pool: Pool,
  organizationId: number,
  filter: UsageFilter,
): AsyncGenerator<ReadUsageEntry[]> {
  const read: ReadRows = (statement, values) => rowsOf(pool, statement, values);
  const find = (search: UsageSearch, parts = partsOf(search.period)) =>
    findSegments(read, search, parts);
  let search = searchByRoute(organizationId, filter);
  let segments = await find(search);
  const byPath = segments.length === 0 ? searchByPath(organizationId, filter) : undefined;
  if (byPath) segments = await find(search = byPath);
  for (const segment of segments.toReversed()) {
    const quarters = isDay(segment)
      ? await find(search, { days: [], quarters: [segment], ragged: [] })
      : [segment];
    for (const spans of groups(quarters.toReversed())) {
      let past: ReadUsageEntry | undefined;
      do {
        const window = { spans, past, offset: 0, limit: maxBatchSize, direction: "desc" as const };
        const batch = await orUnavailable(() => readEntries(pool, search, window));
        past = batch.length === maxBatchSize ? batch.at(-1) : undefined;
        if (batch.length > 0) yield batch;
      } while (past);
    }
  }
}

/** Segments in groups of about a batch, or one larger segment. */
function groups(segments: readonly Segment[]): Segment[][] {
  const grouped: Segment[][] = [];
  let room = 0;
  for (const segment of segments) {
    if (segment.calls <= room) grouped.at(-1)!.push(segment);
    else {
      grouped.push([segment]);
      room = maxBatchSize;
    }
    room -= segment.calls;
  }
  return grouped;
}
