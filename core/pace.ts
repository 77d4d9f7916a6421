import { DomainError } from "./errors.ts";

/**
 * Keeps a long computation from holding the event loop. The computation asks `isDue` often and then awaits `pause`,
 * which lets other requests run and throws once the deadline is over or the caller has gone.
 */
export interface Pace {
  /** Whether the piece that runs now has lasted long enough. */
  isDue(): boolean;
  /** Lets others run. Throws QUERY_TIMEOUT after the deadline, and the signal's reason once it is aborted. */
  pause(): Promise<void>;
  /** Aborted at the deadline, or when nobody waits for the result any more. */
  signal: AbortSignal;
}

/** A pace for computations that are known to be short, as those of the command line and of tests. */
export const unpaced: Pace = {
  isDue: () => false,
  pause: () => Promise.resolve(),
  signal: new AbortController().signal,
};

/** The results of `step` for each item, with pauses between them. */
export async function mapAtPace<T, R>(
  items: Iterable<T>,
  pace: Pick<Pace, "isDue" | "pause">,
  step: (item: T) => R,
): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) {
    results.push(step(item));
    if (pace.isDue()) await pace.pause();
  }
  return results;
}

/** The refusal of a computation that has not ended in time. */
export function timedOut(seconds: number): DomainError {
  return new DomainError(
    "QUERY_TIMEOUT",
    `The request took more than ${seconds} s; ask for a shorter period, fewer groups or fewer fields`,
  );
}
