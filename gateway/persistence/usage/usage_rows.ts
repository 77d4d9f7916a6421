import type { ClientBase, Pool } from "pg";
import type { ReadUsageEntry, UsageWindow } from "../../../core/ports.ts";
import { rowsIn } from "../database/statement.ts";
import type { UsageSearch } from "./usage_search.ts";
import { type MsRange, timestamptzOf } from "./usage_ranges.ts";

/** The requested entries of some ranges. The ranges are in the order of `direction`. */
export interface EntryWindow extends UsageWindow {
  ranges: readonly MsRange[];
  /** Selects only entries that are older than this one. */
  past?: ReadUsageEntry | undefined;
}

type EntryRow = Omit<ReadUsageEntry, "id"> & { id: string };

/** Reads entries of some ranges. Each range is read by the primary key, and no further than the window needs. */
export async function readEntries(
  client: ClientBase | Pool,
  { where, values }: UsageSearch,
  { ranges, past, offset, limit, direction }: EntryWindow,
): Promise<ReadUsageEntry[]> {
  if (ranges.length === 0) return [];
  const all = [...values];
  const valueOf = (value: unknown) => `$${all.push(value)}`;
  const joined = joinRanges(ranges);
  const starts = `${valueOf(joined.map(({ start }) => timestamptzOf(start)))}::timestamptz[]`;
  const stops = `${valueOf(joined.map(({ stop }) => timestamptzOf(stop)))}::timestamptz[]`;
  const isPast = past &&
    `and (timestamp, id) < (${valueOf(new Date(past.timestampMs).toISOString())}::timestamptz, ${
      valueOf(past.id)
    }::bigint)`;
  const order = `timestamp ${direction}, id ${direction}`;
  const text = `
    select e.id, coalesce(k.name, '') as "apiKeyName", e.endpoint, e.method,
      e.status_code as "statusCode", e.credits_consumed as "creditsConsumed",
      e.response_time_ms as "responseTimeMs",
      (extract(epoch from e.timestamp) * 1000)::float8 as "timestampMs", e.ip_address as "ipAddress",
      e.user_agent as "userAgent", e.request_id as "requestId", e.error
    from (
      select entry.* from unnest(${starts}, ${stops}) as part (start, stop)
      cross join lateral (
        select * from usage_entries
        where ${where} and timestamp >= start and timestamp < stop ${isPast ?? ""}
        order by ${order} limit ${offset + limit}
      ) entry
      order by ${order} limit ${limit} offset ${offset}
    ) e left join api_keys k on k.id = e.api_key_id
    order by e.timestamp ${direction}, e.id ${direction}`;
  const rows = await rowsIn<EntryRow>(client, { text }, all);
  return rows.map((row) => Object.assign(row, { id: Number(row.id) }));
}

/** Joins adjacent ranges and keeps their order, which may be ascending or descending. */
function joinRanges(ranges: readonly MsRange[]): MsRange[] {
  const joined: MsRange[] = [];
  for (const { start, stop } of ranges) {
    const last = joined.at(-1);
    if (last?.stop === start) last.stop = stop;
    else if (last?.start === stop) last.start = start;
    else joined.push({ start, stop });
  }
  return joined;
}
