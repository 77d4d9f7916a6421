import type { DayRange } from "../../../core/mod.ts";
import { type Span, timestamptzOf } from "../usage/usage_spans.ts";
import { secondsAt } from "./time_expressions.ts";

const dayMs = 86_400_000;
// No call was made before; what ends later has no end that Postgres could read.
const earliestMs = 0;
const latestMs = Date.UTC(9999, 11, 31);

/** Buckets of so many minutes that a stretch has, or that are another's. */
interface Piece extends Span {
  minutes: 15 | 1440;
  /** What the clock shows at the start of the stretch that has them, in seconds since 1970. */
  addTo: number | null;
  /** The same of the stretch that does not, though the piece lies in a day that was counted for it. */
  takeFrom: number | null;
}

/**
 * Stretches of local days as `unnest` takes the pieces that they are made of, one array for each field. A stretch
 * is the UTC days from the midnight nearest to its start to the one nearest to its end; the quarters of an hour
 * between a midnight and the change from one stretch to the next are moved to the one that has them. So most is
 * read by days, and of quarters half at most.
 */
export function pieceArrays(stretches: readonly DayRange[]): unknown[][] {
  const pieces = [...stretches.map(daysOf), ...changesBetween(stretches)]
    .filter(({ start, stop }) => start < stop);
  return [
    pieces.map(({ minutes }) => minutes),
    pieces.map(({ start }) => timestamptzOf(start)),
    pieces.map(({ stop }) => timestamptzOf(stop)),
    pieces.map(({ addTo }) => addTo),
    pieces.map(({ takeFrom }) => takeFrom),
  ];
}

function daysOf({ day, start, stop }: DayRange): Piece {
  const days = { start: nearestDay(within(start)), stop: nearestDay(within(stop)) };
  return { ...days, minutes: 1440, addTo: secondsAt(day), takeFrom: null };
}

function changesBetween(stretches: readonly DayRange[]): Piece[] {
  const clocks = stretches.map(({ day }) => secondsAt(day));
  const changes = [stretches[0]!.start, ...stretches.map(({ stop }) => stop)];
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
