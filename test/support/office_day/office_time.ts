/** The state of an office's clock. It is JSON in a file, so that several processes have the same clock. */
export interface OfficeTime {
  /** How many times as fast as the machine's clock it runs from `startedAtMs` on. */
  rate: number;
  /** The machine's time at which the clock was made. It shows `preparationMs` before the day, and runs as fast. */
  madeAtMs: number;
  /** The machine's time at which the day began; null before. */
  startedAtMs: number | null;
  /** The office's time at which the day begins. Both in milliseconds since 1970. */
  beginsAtMs: number;
}

/** Shorter than a session lasts without activity: everybody has signed in when the clock goes on to the day. */
export const preparationMs = 20 * 60_000;

/** Returns the office's time at a time of the machine's clock. */
export function officeTimeAt(
  { rate, madeAtMs, startedAtMs, beginsAtMs }: OfficeTime,
  atMs: number,
): number {
  return startedAtMs === null
    ? beginsAtMs - preparationMs + (atMs - madeAtMs)
    : beginsAtMs + (atMs - startedAtMs) * rate;
}
