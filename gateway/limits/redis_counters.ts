import { Redis } from "ioredis";
import type { Logger } from "pino";
import { RateLimiterRedis, type RateLimiterRes } from "rate-limiter-flexible";
import { createBreaker, inTime } from "./breaker.ts";
import { type Counted, maxMsLeft, type Windows } from "./counter.ts";

/** Counters over one connection to Redis and one breaker. */
export interface RedisCounters {
  counter(windows: Windows): RedisCounter;
  close(): void;
}

/** Counts in Redis; `undefined` while Redis is away. Never throws. */
export interface RedisCounter {
  count(key: string, amount?: number): Promise<Counted | undefined>;
}

const usualAnswerMs = 100;
const probeEveryMs = 250;
// Of a connection that is being made, or that has gone dead without a word; in answers.
const silence = 10;

// Never below 0, and never in a window that began after the one counted in (it has longer to go): either
// would grant what was not taken. A count of 0 is no window: the next begins with what is counted next.
const takeBackScript = `
  local count = tonumber(redis.call('get', KEYS[1]))
  if not count or redis.call('pttl', KEYS[1]) > tonumber(ARGV[1]) then return end
  local amount = tonumber(ARGV[2])
  if count > amount then redis.call('decrby', KEYS[1], amount) else redis.call('del', KEYS[1]) end`;

/** Connects, and waits until Redis has counted for the first time or could not. */
export async function openRedisCounters(
  url: string,
  { log, answerMs = usualAnswerMs }: { log: Logger; answerMs?: number | undefined },
): Promise<RedisCounters> {
  const redis = connect(url, answerMs * silence);
  // Not PING: a Redis that is full or has become a replica answers it and counts nothing.
  const probed = limiterOf(redis, { keyPrefix: "appointments:limits", seconds: 60 });
  const breaker = createBreaker({
    probe: () => inTime(probed.penalty("probe").then(requireCount), answerMs),
    everyMs: probeEveryMs,
    // Only the reason: errors of ioredis carry the command, and that of signing in has the password.
    onAway: (reason) => log.warn({ reason }, "Redis is away: limits are counted in this process"),
    onBack: () => log.info("limits are counted in Redis"),
  });
  redis.on("error", breaker.trip);
  redis.on("close", () => breaker.trip(new Error("the connection was closed")));
  redis.on("ready", breaker.check);
  await breaker.settled;

  async function ask<T>(command: () => Promise<T>): Promise<T | undefined> {
    if (breaker.isOpen()) return undefined;
    try {
      return await inTime(command(), answerMs);
    } catch (error) {
      breaker.trip(error);
      return undefined;
    }
  }

  return {
    counter(windows) {
      const limiter = limiterOf(redis, windows);
      async function takeBack(key: string, amount: number, endsAtMs: number): Promise<void> {
        const msLeft = Math.ceil(maxMsLeft(endsAtMs));
        await ask(() => redis.eval(takeBackScript, 1, limiter.getKey(key), msLeft, amount));
      }
      return {
        async count(key, amount = 1) {
          const counted = await ask(() => limiter.penalty(key, amount).then(requireCount));
          if (!counted) return undefined;
          const { consumedPoints: count, msBeforeNext: msLeft } = counted;
          const endsAtMs = performance.now() + msLeft;
          return { count, msLeft, takeBack: () => takeBack(key, amount, endsAtMs) };
        },
      };
    },
    close() {
      breaker.stop();
      redis.disconnect();
    },
  };
}

/** Throws if the answer has no numbers: something else than a Redis that counts would refuse every request. */
function requireCount(counted: RateLimiterRes): RateLimiterRes {
  if (Number.isFinite(counted.consumedPoints + counted.msBeforeNext)) return counted;
  throw new Error("the answer is not a count");
}

/**
 * A limiter's points belong to the instance, limits to the keys. So the limiters only count (`penalty`
 * does, without refusing), and the count is held against the limit elsewhere: a key whose limit is changed
 * keeps its count, and any number of limits needs one limiter.
 */
function limiterOf(redis: Redis, { keyPrefix, seconds }: Windows): RateLimiterRedis {
  return new RateLimiterRedis({
    points: 0,
    duration: seconds,
    keyPrefix,
    storeClient: redis,
    rejectIfRedisNotReady: true,
  });
}

/** A connection that never waits for Redis: what cannot be sent now fails now. */
function connect(url: string, silenceMs: number): Redis {
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
