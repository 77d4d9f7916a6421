/** The state of an office's clock. It is JSON in a file, so that several processes have the same clock. */
export interface OfficeTime {
  /** How many times as fast as the machine's clock it runs from `startedAtMs` on. */
  rate: number;
  /** The machine's time at which the clock was made. It then shows `preparationMs` before the day. */
  madeAtMs: number;
  /** The machine's time at which the day began; null before. */
  startedAtMs: number | null;
  /** The office's time at which the day begins. Both in milliseconds since 1970. */
  beginsAtMs: number;
}

/** The clock waits at the beginning of the day until the day is started, so that no session is too old by then. */
export const preparationMs = 2 * 60_000;

/** Returns the office's time at a time of the machine's clock. */
export function officeTimeAt(
  { rate, madeAtMs, startedAtMs, beginsAtMs }: OfficeTime,
  atMs: number,
): number {
  return startedAtMs === null
    ? beginsAtMs - Math.max(0, preparationMs - (atMs - madeAtMs))
    : beginsAtMs + (atMs - startedAtMs) * rate;
}
