import type { ReadRows } from "../database/statement.ts";
import { type Span, spanArrays, type SpanParts } from "./usage_spans.ts";
import type { UsageSearch } from "./usage_search.ts";

/** A stretch of the log that holds some of what is looked for. */
export interface Segment extends Span {
  minutes: number;
  calls: number;
}

/** Whether a segment is a day and has quarters within it. */
export function isDay({ minutes }: Segment): boolean {
  return minutes === 1440;
}

interface SegmentRow {
  start: string;
  minutes: number;
  calls: string;
}

/**
 * Where in the log the entries are: how many in each day and each quarter of an hour, those that have none
 * left out, in order of time. It is read from the rollups, which so are the log's index; entries themselves
 * are counted in a quarter that is only partly meant, or by their path.
 */
export async function findSegments(
  read: ReadRows,
  search: UsageSearch,
  { days = [], quarters = [], ragged = [] }: Partial<SpanParts>,
): Promise<Segment[]> {
  const whole = { days, quarters };
  const partly = { days: [], quarters: ragged };
  const rows = [
    ...await countIn(read, search, { ...whole, from: search.isByPath ? entries : sums }),
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

// Each span is counted by itself: the planner would otherwise make one join of them over the whole table.
const countEach = (source: string) => `
  select counted.*, minutes from span cross join lateral (${source}) counted`;

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
  { from, ...spans }: Pick<SpanParts, "days" | "quarters"> & { from(where: string): string },
): Promise<SegmentRow[]> {
  if (spans.days.length + spans.quarters.length === 0) return [];
  const first = values.length + 1;
  const text = `
    with span as (
      select * from unnest($${first}::int[], $${first + 1}::timestamptz[], $${
    first + 2
  }::timestamptz[])
        as span (minutes, start, stop)
    )
    select extract(epoch from bucket)::bigint * 1000 as start, minutes, sum(calls) as calls
    from (${from(where)}) counted group by bucket, minutes`;
  return await read<SegmentRow>({ text }, [...values, ...spanArrays(spans)]);
}

/** The segments, in the order given, that hold a window of all entries; its offset in the first of them. */
export function holding(
  segments: readonly Segment[],
  { offset, limit }: { offset: number; limit: number },
): { held: Segment[]; offset: number } {
  const held: Segment[] = [];
  let before = 0;
  let skipped = 0;
  for (const segment of segments) {
    if (before >= offset + limit) break;
    before += segment.calls;
    if (before > offset) held.push(segment);
    else skipped = before;
  }
  return { held, offset: offset - skipped };
}
