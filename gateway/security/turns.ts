import { DomainError } from "../../core/mod.ts";

/**
 * Runs what it is given, at most `limit` at once; the others wait in order of arrival. Rejects with
 * SERVICE_UNAVAILABLE, and does not run, what comes while `maxWaiting` wait.
 */
export function createTurns(
  limit: number,
  maxWaiting: number,
): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async function inTurn(work) {
    if (running >= limit) {
      if (waiting.length >= maxWaiting) {
        throw new DomainError("SERVICE_UNAVAILABLE", "Too many passwords wait; try again shortly");
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      // Who ends hands its turn on, so `running` already counts us when we go on.
      await promise;
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
