import { RateLimiterRedis } from "rate-limiter-flexible";
import type { Windows } from "./counter.ts";
import type { ScriptClient } from "./redis_script.ts";

/** The count of a window in Redis. */
export interface RedisCount {
  count: number;
  msLeft: number;
}

/** Counts in Redis. Rejects if Redis does not answer with a count. */
export interface RedisLimiter {
  count(name: string, amount: number): Promise<RedisCount>;
  /** Takes an amount back from the window that ends in so many seconds, if it is still there. */
  takeBack(name: string, amount: number, secondsLeft: number): Promise<unknown>;
}

/**
 * Creates a limiter that only counts (`penalty` never refuses). Its `points` would be one limit for all keys, but each
 * key has its own. The caller compares the count with the key's limit, so a changed limit keeps its count.
 */
export function createRedisLimiter(
  storeClient: ScriptClient,
  { keyPrefix, seconds }: Windows,
): RedisLimiter {
  const limiter = new RateLimiterRedis({
    points: 0,
    duration: seconds,
    keyPrefix,
    storeClient,
    rejectIfRedisNotReady: true,
  });
  return {
    async count(name, amount) {
      const { consumedPoints: count, msBeforeNext: msLeft } = await limiter.penalty(name, amount);
      // Otherwise a server that is not a Redis could cause refusals.
      if (!Number.isFinite(count + msLeft)) throw new Error("the answer is not a count");
      return { count, msLeft };
    },
    takeBack: (name, amount, customDuration) => limiter.reward(name, amount, { customDuration }),
  };
}
