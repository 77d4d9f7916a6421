/**
 * Options of a test that bounds a time. Something else may take the machine for a moment, so the test runs again if it
 * fails. A defect misses the bound each time.
 */
export const timed = { retry: 2 };

/** What the work below takes on the two cores of a quiet machine. */
const usualMs = 36;

/**
 * A bound on a time for a machine that is as busy as this one is now: `ms` where it is quiet, and as many times
 * that as a fixed piece of work takes longer. A bound says what the service does, not what its machine does.
 */
export function patience(ms: number): number {
  return ms * Math.max(1, work() / usualMs);
}

function work(): number {
  const startedAt = performance.now();
  const seen = new Map<number, { i: number }>();
  let length = 0;
  for (let i = 0; i < 100_000; i += 1) {
    seen.set(i % 50_000, { i });
    length += JSON.stringify({ i }).length;
  }
  // What is not used might not be done.
  if (length === 0) throw new Error("Cannot measure: nothing was done");
  return performance.now() - startedAt;
}
