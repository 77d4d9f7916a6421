import { DomainError } from "../../core/ports.ts";

/**
 * Returns a function that runs work with at most `limit` at once. Others wait in order of arrival. It rejects with
 * SERVICE_UNAVAILABLE, without running the work, if `maxWaiting` already wait, or after a wait of `maxWaitMs`.
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
      // The ending work passes its turn on, so `running` already counts this one.
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
  return new DomainError(
    "SERVICE_UNAVAILABLE",
    "Too many passwords are being checked. Try again shortly",
  );
}
