import type { ReadRows } from "../database/statement.ts";
import { type MsRange, rangeArrays, type RangeParts } from "./usage_ranges.ts";
import type { UsageSearch } from "./usage_search.ts";

/** A day or a quarter hour of the log that has matching entries. */
export interface UsageBucket extends MsRange {
  minutes: number;
  calls: number;
}

/** Returns whether a bucket is a day, which can be divided into quarter hours. */
export function isDay({ minutes }: UsageBucket): boolean {
  return minutes === 1440;
}

interface BucketRow {
  start: string;
  minutes: number;
  calls: string;
}

/**
 * Returns the buckets that have matching entries, with their number, in the order of time.
 *
 * The rollups serve as an index of the log. Only two kinds of entries are counted one by one: those in a quarter hour
 * that the search covers partly, and those of a path or a request ID, which rollups do not distinguish.
 */
export async function findBuckets(
  read: ReadRows,
  search: UsageSearch,
  { days = [], quarterHours = [], partial = [] }: Partial<RangeParts>,
): Promise<UsageBucket[]> {
  const whole = { days, quarterHours };
  const partly = { days: [], quarterHours: partial };
  const rows = [
    ...await countIn(read, search, { ...whole, from: search.isOfEntries ? entries : sums }),
    ...await countIn(read, search, { ...partly, from: entries }),
  ];
  const { period } = search;
  return rows
    .map(({ start, minutes, calls }) => ({
      start: Math.max(Number(start), period.start),
      stop: Math.min(Number(start) + minutes * 60_000, period.stop),
      minutes,
      calls: Number(calls),
    }))
    .toSorted((a, b) => a.start - b.start);
}

const bucketOf = (time: string) => `date_bin(make_interval(mins => minutes), ${time}, 'epoch')`;

// LATERAL makes the planner count each range by itself. Otherwise it may join all ranges with the whole table.
const countEach = (source: string) => `
  select counted.*, minutes from part cross join lateral (${source}) counted`;

const entries = (where: string) =>
  countEach(`
    select ${bucketOf("timestamp")} as bucket, count(*) as calls from usage_entries
    where ${where} and timestamp >= start and timestamp < stop group by 1`);

const sums = (where: string) => `
  ${
  countEach(`
    select bucket, sum(calls) as calls from usage_rollups
    where ${where} and kind = 'CALLS' and span_minutes = minutes
      and bucket >= start and bucket < stop group by 1`)
}
  union all ${
  countEach(`
    select ${bucketOf("bucket")}, sum(calls) from usage_deltas
    where ${where} and bucket >= start and bucket < stop group by 1`)
}`;

async function countIn(
  read: ReadRows,
  { where, values }: UsageSearch,
  { from, ...ranges }: Pick<RangeParts, "days" | "quarterHours"> & { from(where: string): string },
): Promise<BucketRow[]> {
  if (ranges.days.length + ranges.quarterHours.length === 0) return [];
  const first = values.length + 1;
  const text = `
    with part as (
      select * from unnest($${first}::int[], $${first + 1}::timestamptz[], $${
    first + 2
  }::timestamptz[])
        as part (minutes, start, stop)
    )
    select extract(epoch from bucket)::bigint * 1000 as start, minutes, sum(calls) as calls
    from (${from(where)}) counted group by bucket, minutes`;
  return await read<BucketRow>({ text }, [...values, ...rangeArrays(ranges)]);
}

/** Returns the buckets that contain a window of the entries, and the offset of the window in the first of them. */
export function bucketsHolding(
  buckets: readonly UsageBucket[],
  { offset, limit }: { offset: number; limit: number },
): { hits: UsageBucket[]; offset: number } {
  const hits: UsageBucket[] = [];
  let before = 0;
  let skipped = 0;
  for (const bucket of buckets) {
    if (before >= offset + limit) break;
    before += bucket.calls;
    if (before > offset) hits.push(bucket);
    else skipped = before;
  }
  return { hits, offset: offset - skipped };
}
