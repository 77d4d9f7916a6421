/** What a department did today, from which a wait is estimated. */
export interface QueueFigures {
  /** Counters that called or served somebody in the last hour. */
  counters: number;
  /** Those of them that call or serve somebody now. */
  busyCounters: number;
  /** The handling times of the last served visits today, in seconds. */
  handlingSeconds: readonly number[];
}

/** Fewer handling times say nothing about the next one. */
const minHandlingTimes = 3;

/**
 * Returns the minutes until a person is called who has `ahead` people before them, rounded up, or null if today's figures
 * do not say it (core/visits/README.md 4).
 */
export function estimateWait(
  ahead: number,
  { counters, busyCounters, handlingSeconds }: QueueFigures,
): number | null {
  if (counters === 0 || handlingSeconds.length < minHandlingTimes) return null;
  const free = counters - busyCounters;
  if (ahead < free) return 0;
  const mean = handlingSeconds.reduce((sum, seconds) => sum + seconds, 0) / handlingSeconds.length;
  return Math.ceil((ahead + 1 - free) * mean / counters / 60);
}
