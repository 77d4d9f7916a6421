import { RateLimiterMemory } from "rate-limiter-flexible";
import { type Counter, maxMsLeft, type Windows } from "./counter.ts";

/** Counts in this process. */
export function createLocalCounter({ keyPrefix, seconds }: Windows): Counter {
  const limiter = new RateLimiterMemory({ points: 0, duration: seconds, keyPrefix });
  let last: Promise<unknown> = Promise.resolve();

  // Taking back is two calls of the limiter, and what is counted between them would be lost.
  function inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  }

  async function takeBack(key: string, amount: number, endsAtMs: number): Promise<void> {
    const now = await limiter.get(key);
    if (!now || now.msBeforeNext > maxMsLeft(endsAtMs)) return;
    // Not `reward`: in a window that ends at this moment it would begin the next one below 0.
    if (now.consumedPoints > amount && now.msBeforeNext > 0) {
      await limiter.set(key, now.consumedPoints - amount, now.msBeforeNext / 1000);
    } else await limiter.delete(key);
  }

  return {
    async count(key, amount = 1) {
      const { consumedPoints, msBeforeNext } = await inOrder(() => limiter.penalty(key, amount));
      const endsAtMs = Date.now() + msBeforeNext;
      return {
        count: consumedPoints,
        msLeft: msBeforeNext,
        takeBack: () => inOrder(() => takeBack(key, amount, endsAtMs)),
      };
    },
  };
}
