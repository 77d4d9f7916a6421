import { RateLimiterRedis } from "rate-limiter-flexible";
import type { Windows } from "./counter.ts";
import type { RedisConnection } from "./redis_connection.ts";

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
 * Adds an amount to a window. A negative amount is taken back from the window that ends in ARGV[2] seconds (rounded
 * down, and some time ago), not from another one, and a window without counts is removed. The script of the package
 * would take from any window, and begin one.
 */
const script = `
  local key, amount, ms = KEYS[1], tonumber(ARGV[1]), ARGV[2] * 1000
  local left = redis.call('pttl', key)
  if amount < 0 and (left < ms - 1000 or left > ms + 1500) then return {0, left} end
  local count = redis.call('incrby', key, amount)
  if count <= 0 then
    redis.call('del', key)
  elseif left < 0 then
    redis.call('pexpire', key, ms)
    left = ms
  end
  return {count, left}`;

/**
 * Creates a limiter that only counts (`penalty` never refuses). Its `points` would be one limit for all keys, but each
 * key has its own. The caller compares the count with the key's limit, so a changed limit keeps its count.
 */
export function createRedisLimiter(
  storeClient: RedisConnection,
  { keyPrefix, seconds }: Windows,
): RedisLimiter {
  const limiter = new RateLimiterRedis({
    points: 0,
    duration: seconds,
    keyPrefix,
    storeClient,
    rejectIfRedisNotReady: true,
    customIncrTtlLuaScript: script,
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
