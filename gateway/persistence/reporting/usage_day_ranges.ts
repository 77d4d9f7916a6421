import type { DayRange } from "../../../core/ports.ts";
import { type MsRange, timestamptzOf } from "../usage/usage_ranges.ts";
import { secondsAt } from "./time_expressions.ts";

const dayMs = 86_400_000;
// No call was made before the first time, and Postgres cannot read times after the last one.
const earliestMs = 0;
const latestMs = Date.UTC(9999, 11, 31);

/** A range of rollups of one bucket size, and the day ranges to which its sums are added and from which they are taken. */
interface BucketRange extends MsRange {
  minutes: 15 | 1440;
  /** The day range that contains the buckets, as the local time of its start in seconds since 1970. */
  addTo: number | null;
  /** The day range that does not contain them, although their UTC day was counted for it. */
  takeFrom: number | null;
}

/**
 * Returns the bucket ranges that add up to ranges of local days, as arrays for `unnest`.
 *
 * A local day does not begin at a UTC midnight. So each day range is counted as the UTC days between the UTC midnights
 * nearest to its ends. Then the quarter hours between such a midnight and the real change are moved from one day range
 * to the other:
 *
 *     UTC days        |---- 1 ----|---- 2 ----|
 *     local days   |---- a ----|---- b ----|          a = 1 + quarter hours before 1 - those at the end of 1
 *
 * Most sums are read from rollups of days, and at most half a day of quarter hours for each change.
 */
export function bucketRangeArrays(dayRanges: readonly DayRange[]): unknown[][] {
  const bucketRanges = [...dayRanges.map(daysOf), ...changesBetween(dayRanges)]
    .filter(({ start, stop }) => start < stop);
  return [
    bucketRanges.map(({ minutes }) => minutes),
    bucketRanges.map(({ start }) => timestamptzOf(start)),
    bucketRanges.map(({ stop }) => timestamptzOf(stop)),
    bucketRanges.map(({ addTo }) => addTo),
    bucketRanges.map(({ takeFrom }) => takeFrom),
  ];
}

function daysOf({ day, start, stop }: DayRange): BucketRange {
  const days = { start: nearestDay(within(start)), stop: nearestDay(within(stop)) };
  return { ...days, minutes: 1440, addTo: secondsAt(day), takeFrom: null };
}

function changesBetween(dayRanges: readonly DayRange[]): BucketRange[] {
  const clocks = dayRanges.map(({ day }) => secondsAt(day));
  const changes = [dayRanges[0]!.start, ...dayRanges.map(({ stop }) => stop)];
  return changes.map((change, i) => {
    const at = within(change);
    const midnight = nearestDay(at);
    const before = clocks[i - 1] ?? null;
    const after = clocks[i] ?? null;
    return midnight < at
      ? { minutes: 15, start: midnight, stop: at, addTo: before, takeFrom: after }
      : { minutes: 15, start: at, stop: midnight, addTo: after, takeFrom: before };
  });
}

function nearestDay(ms: number): number {
  return Math.round(ms / dayMs) * dayMs;
}

function within(instant: Temporal.Instant): number {
  return Math.min(Math.max(instant.epochMilliseconds, earliestMs), latestMs);
}
