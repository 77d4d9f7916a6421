import type { Logger } from "pino";
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import type { HourlyLimits, LimitState } from "../../core/mod.ts";
import { openRedisCounter } from "./redis_counter.ts";

/** Core's port, and how to let go of what it holds. */
export interface OpenHourlyLimits extends HourlyLimits {
  /** Ends the connection to Redis at once; what is counted after it is counted in this process. */
  close(): Promise<void>;
}

const windowSeconds = 3600;

// A limiter's points belong to the instance, limits to the keys. So the limiters only count (`penalty`
// does, without refusing), and the count is held against the limit here: a key whose limit is changed
// keeps its count, in memory too, and any number of limits needs one limiter.
const options = { points: 0, duration: windowSeconds, keyPrefix: "appointments:hourly-limit" };

/**
 * Opens the hourly limit of API keys: in Redis, where every process counts together, or in this process
 * without a `redisUrl` and for as long as Redis is away. Waits a second or so at most for a Redis that does
 * not answer.
 */
export async function openHourlyLimits(
  { redisUrl, log }: { redisUrl?: string | undefined; log: Logger },
): Promise<OpenHourlyLimits> {
  const local = new RateLimiterMemory(options);
  const redis = redisUrl === undefined
    ? undefined
    : await openRedisCounter(redisUrl, { options, log });
  return {
    async count({ lineageId, rateLimitPerHour }) {
      const counted = await redis?.count(lineageId) ?? await local.penalty(lineageId);
      return stateOf(counted, rateLimitPerHour);
    },
    close: async () => redis?.close(),
  };
}

function stateOf({ consumedPoints, msBeforeNext }: RateLimiterRes, limit: number): LimitState {
  const secondsLeft = Math.ceil(msBeforeNext / 1000);
  return {
    limit,
    remaining: Math.max(0, limit - consumedPoints),
    // A clock set back would show more than an hour, a key about to expire nothing.
    resetSeconds: Math.min(windowSeconds, Math.max(1, secondsLeft)),
    isAllowed: consumedPoints <= limit,
  };
}
