import { DomainError } from "./errors.ts";

/**
 * Prevents a long computation from blocking the event loop. The computation calls `isDue` often. If it returns true,
 * the computation awaits `pause`, which runs other requests and throws after the deadline or when the caller has gone.
 */
export interface Pace {
  /** Returns whether the computation has run long enough since its last pause. */
  isDue(): boolean;
  /** Runs other requests. Throws QUERY_TIMEOUT after the deadline, and the signal's reason after an abort. */
  pause(): Promise<void>;
  /** Aborted at the deadline, or when the client no longer waits for the result. */
  signal: AbortSignal;
}

/** A pace without pauses, for short computations such as those of the command line and of tests. */
export const unpaced: Pace = {
  isDue: () => false,
  pause: () => Promise.resolve(),
  signal: new AbortController().signal,
};

/** Calls `step` for each item, with pauses, and returns the results. */
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

/** Makes the error of a computation that did not end in time. */
export function timedOut(seconds: number): DomainError {
  return new DomainError(
    "QUERY_TIMEOUT",
    `The request took more than ${seconds} s. Request a shorter period, fewer groups or fewer fields.`,
  );
}
