/** The largest value of an `int` column. */
const maxMs = 2 ** 31 - 1;

/**
 * The whole milliseconds between two readings of a monotonic clock (`performance.now()`), within what an `int`
 * column holds. Instants of the calendar are never subtracted for this: their clock may have been set in between.
 */
export function durationMs(startedAtMs: number, endedAtMs: number): number {
  return Math.min(maxMs, Math.max(0, Math.round(endedAtMs - startedAtMs)));
}
