import { Redis } from "ioredis";
import type { Logger } from "pino";
import {
  type IRateLimiterOptions,
  RateLimiterRedis,
  type RateLimiterRes,
} from "rate-limiter-flexible";
import { createBreaker } from "./breaker.ts";
import { inTime } from "./in_time.ts";

/** Counts in Redis; `undefined` while Redis is away. Never throws. */
export interface RedisCounter {
  count(key: string): Promise<RateLimiterRes | undefined>;
  close(): void;
}

const answerMs = 100;
const probeEveryMs = 250;
// Of a connection that is being made, or that has gone dead without a word.
const silenceMs = 1000;

/** Connects, and waits until Redis has counted for the first time or could not. */
export async function openRedisCounter(
  url: string,
  { options, log }: { options: IRateLimiterOptions; log: Logger },
): Promise<RedisCounter> {
  const redis = connect(url);
  const limiter = new RateLimiterRedis({
    ...options,
    storeClient: redis,
    rejectIfRedisNotReady: true,
  });
  const count = (key: string) => inTime(limiter.penalty(key), answerMs);
  const breaker = createBreaker({
    // Not PING: a Redis that is full or has become a replica answers it and counts nothing.
    probe: () => count("probe"),
    everyMs: probeEveryMs,
    // Only the reason: errors of ioredis carry the command, and that of signing in has the password.
    onAway: (reason) => log.warn({ reason }, "Redis is away: limits are counted in this process"),
    onBack: () => log.info("limits are counted in Redis"),
  });
  redis.on("error", breaker.trip);
  redis.on("close", () => breaker.trip(new Error("the connection was closed")));
  redis.on("ready", breaker.check);
  await breaker.settled;

  return {
    async count(key) {
      if (breaker.isOpen()) return undefined;
      try {
        return await count(key);
      } catch (error) {
        breaker.trip(error);
        return undefined;
      }
    },
    close() {
      breaker.stop();
      redis.disconnect();
    },
  };
}

/** A connection that never waits for Redis: what cannot be sent now fails now. */
function connect(url: string): Redis {
  return new Redis(url, {
    enableOfflineQueue: false,
    // A count that was given up must not be made again on the next connection.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    // The probe finds out more than the check for readiness, and sooner.
    enableReadyCheck: false,
    connectTimeout: silenceMs,
    socketTimeout: silenceMs,
    disconnectTimeout: 10,
    retryStrategy: (attempt) => Math.min(50 * attempt, 500),
  });
}
