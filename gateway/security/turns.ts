import { DomainError } from "../../core/mod.ts";

/**
 * Runs what it is given, at most `limit` at once; the others wait in order of arrival. Rejects with
 * SERVICE_UNAVAILABLE, and does not run, what comes while `maxWaiting` wait, and what has waited for `maxWaitMs`.
 */
export function createTurns(
  limit: number,
  { maxWaiting, maxWaitMs }: { maxWaiting: number; maxWaitMs: number },
): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;

  function nextTurn(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    function begin(): void {
      clearTimeout(timer);
      resolve();
    }
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(begin), 1);
      reject(tooManyWait());
    }, maxWaitMs);
    waiting.push(begin);
    return promise;
  }

  return async function inTurn(work) {
    if (running >= limit) {
      if (waiting.length >= maxWaiting) throw tooManyWait();
      // Who ends hands its turn on, so `running` already counts us when we go on.
      await nextTurn();
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

function tooManyWait(): DomainError {
  return new DomainError("SERVICE_UNAVAILABLE", "Too many passwords wait; try again shortly");
}
