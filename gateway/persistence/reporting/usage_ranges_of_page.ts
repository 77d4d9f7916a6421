import type { ListQuery } from "../../../core/ports.ts";
import type { ReadRows } from "../database/statement.ts";
import { searchByPath, searchByRoute, type UsageSearch } from "../usage/usage_search.ts";
import { bucketsHolding, findBuckets, isDay, type UsageBucket } from "../usage/usage_buckets.ts";
import { type MsRange, toRangeParts } from "../usage/usage_ranges.ts";

/**
 * Returns the ranges of the log that contain a page. The counts of days lead to the days, and the counts of their
 * quarter hours to the quarter hours. So a page of rare calls costs the same however long the log is. `isByPath` is true
 * if the endpoint of the filter is not a route.
 */
export async function findUsageRanges(
  rows: ReadRows,
  organizationId: number,
  { filter, order, window }: ListQuery<"usageLogs">,
): Promise<{ ranges: MsRange[]; isByPath: boolean }> {
  const search = await searchOf(rows, organizationId, filter);
  const isForward = order.direction === "ASC";
  const [early, late] = isForward ? [window.after, window.before] : [window.before, window.after];
  const ordered = (found: UsageBucket[]) => {
    const ascending = found.toSorted((a, b) => a.start - b.start);
    return isForward === window.isFromEnd ? ascending.toReversed() : ascending;
  };
  const needed = { offset: 0, limit: window.limit + 1 };
  // The calls in the millisecond of a cursor may be on both sides of it, so that millisecond is always read.
  const edges = [early, late].filter((edge) => edge !== null).map(([timestamp]) =>
    msOf(timestamp!)
  );
  const { period } = search;
  const between = {
    start: Math.max(period.start, early ? msOf(early[0]!) + 1 : period.start),
    stop: Math.min(period.stop, late ? msOf(late[0]!) : period.stop),
  };
  const { hits } = bucketsHolding(ordered(await findIn(rows, search, between)), needed);
  const quarterHours = [
    ...hits.filter((bucket) => !isDay(bucket)),
    ...await findBuckets(rows, search, { quarterHours: hits.filter(isDay) }),
  ];
  const narrowed = bucketsHolding(ordered(quarterHours), needed).hits;
  const ranges = [...edges.map((ms) => ({ start: ms, stop: ms + 1 })), ...narrowed];
  return { ranges: unionOf(ranges), isByPath: search.isOfEntries };
}

/** Counts the calls of a filter from the counts of days and quarter hours. */
export async function countCalls(
  rows: ReadRows,
  organizationId: number,
  filter: ListQuery<"usageLogs">["filter"],
): Promise<number> {
  const search = await searchOf(rows, organizationId, filter);
  const found = await findIn(rows, search, search.period);
  return found.reduce((sum, { calls }) => sum + calls, 0);
}

/** Merges overlapping ranges. A quarter hour may contain the millisecond of a cursor. */
function unionOf(ranges: readonly MsRange[]): MsRange[] {
  const union: MsRange[] = [];
  for (const { start, stop } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = union.at(-1);
    if (last && start <= last.stop) last.stop = Math.max(last.stop, stop);
    else union.push({ start, stop });
  }
  return union;
}

/** Returns the search by route if the organization has called such a route, otherwise the search by path. */
async function searchOf(
  rows: ReadRows,
  organizationId: number,
  filter: ListQuery<"usageLogs">["filter"],
): Promise<UsageSearch> {
  const { environment, apiKeyId = null, endpoint = null, statusCode = null } = filter;
  const { from = null, to = null } = filter;
  const searched = { environment, apiKeyId, endpoint, statusCode, from, to };
  const byRoute = searchByRoute(organizationId, searched);
  const byPath = searchByPath(organizationId, searched);
  if (!byPath) return byRoute;
  return (await findIn(rows, byRoute, byRoute.period)).length > 0 ? byRoute : byPath;
}

function findIn(rows: ReadRows, search: UsageSearch, range: MsRange): Promise<UsageBucket[]> {
  return range.start < range.stop
    ? findBuckets(rows, search, toRangeParts(range))
    : Promise.resolve([]);
}

function msOf(timestamp: string): number {
  return Temporal.Instant.from(timestamp).epochMilliseconds;
}
