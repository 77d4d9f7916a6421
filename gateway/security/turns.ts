/** Runs what it is given, at most `limit` at once; the others wait in order of arrival. */
export function createTurns(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async function inTurn(work) {
    if (running >= limit) {
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
