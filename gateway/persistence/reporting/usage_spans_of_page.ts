import type { ListQuery } from "../../../core/mod.ts";
import type { ReadRows } from "../database/statement.ts";
import { searchByPath, searchByRoute, type UsageSearch } from "../usage/usage_search.ts";
import { findSegments, holding, isDay, type Segment } from "../usage/usage_segments.ts";
import { partsOf, type Span } from "../usage/usage_spans.ts";

/**
 * Where in the log the calls of a page are: the counts of days lead to the days that hold it, and those of their
 * quarters to the quarters. So a page of rare calls costs the same however long the log is. `isByPath` where the
 * filter's endpoint is no route's.
 */
export async function findUsageSpans(
  rows: ReadRows,
  organizationId: number,
  { filter, order, window }: ListQuery<"usageLogs">,
): Promise<{ spans: Span[]; isByPath: boolean }> {
  const search = await searchOf(rows, organizationId, filter);
  const isForward = order.direction === "ASC";
  const [early, late] = isForward ? [window.after, window.before] : [window.before, window.after];
  const ordered = (found: Segment[]) => {
    const ascending = found.toSorted((a, b) => a.start - b.start);
    return isForward === window.isFromEnd ? ascending.toReversed() : ascending;
  };
  const needed = { offset: 0, limit: window.limit + 1 };
  // The milliseconds of the cursors hold what is on both sides of them, and so are always read.
  const edges = [early, late].filter((edge) => edge !== null).map(([timestamp]) =>
    msOf(timestamp!)
  );
  const { period } = search;
  const between = {
    start: Math.max(period.start, early ? msOf(early[0]!) + 1 : period.start),
    stop: Math.min(period.stop, late ? msOf(late[0]!) : period.stop),
  };
  const { held } = holding(ordered(await findIn(rows, search, between)), needed);
  const quarters = [
    ...held.filter((segment) => !isDay(segment)),
    ...await findSegments(rows, search, { quarters: held.filter(isDay) }),
  ];
  const narrowed = holding(ordered(quarters), needed).held;
  const spans = [...edges.map((ms) => ({ start: ms, stop: ms + 1 })), ...narrowed];
  return { spans: unionOf(spans), isByPath: search.isByPath };
}

/** The same stretches, none of which overlaps another: a quarter may hold the millisecond of a cursor. */
function unionOf(spans: readonly Span[]): Span[] {
  const union: Span[] = [];
  for (const { start, stop } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = union.at(-1);
    if (last && start <= last.stop) last.stop = Math.max(last.stop, stop);
    else union.push({ start, stop });
  }
  return union;
}

/** An endpoint means a route where the organization has called it by that, otherwise a path. */
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

function findIn(rows: ReadRows, search: UsageSearch, span: Span): Promise<Segment[]> {
  return span.start < span.stop ? findSegments(rows, search, partsOf(span)) : Promise.resolve([]);
}

function msOf(timestamp: string): number {
  return Temporal.Instant.from(timestamp).epochMilliseconds;
}
