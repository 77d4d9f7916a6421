import { Redis } from "ioredis";
import type { Logger } from "pino";
import { RateLimiterRedis, type RateLimiterRes } from "rate-limiter-flexible";
import { createBreaker, inTime } from "./breaker.ts";
import { type Counted, maxMsLeft, type Windows } from "./counter.ts";

/** Counters over one connection to Redis and one breaker. */
export interface RedisCounters {
  counter(windows: Windows): RedisCounter;
  /** Whether counts are made in Redis now. */
  isUp(): boolean;
  close(): void;
}

/** Counts in Redis. Returns `undefined` while Redis is unreachable. Never throws. */
export interface RedisCounter {
  count(key: string, amount?: number): Promise<Counted | undefined>;
}

const usualAnswerMs = 100;
const probeEveryMs = 250;
// The time limit for connecting and for silence on a connection, in multiples of the time limit of an answer.
const silenceFactor = 10;

// Never takes back below 0, and never from a later window (which has more time left): both would allow too much. A
// count of 0 deletes the window, so the next count begins a new one.
const takeBackScript = `
  local count = tonumber(redis.call('get', KEYS[1]))
  if not count or redis.call('pttl', KEYS[1]) > tonumber(ARGV[1]) then return end
  local amount = tonumber(ARGV[2])
  if count > amount then redis.call('decrby', KEYS[1], amount) else redis.call('del', KEYS[1]) end`;

/** Connects, and waits until the first count in Redis has succeeded or failed. */
export async function openRedisCounters(
  url: string,
  { log, answerMs = usualAnswerMs }: { log: Logger; answerMs?: number | undefined },
): Promise<RedisCounters> {
  const redis = connect(url, answerMs * silenceFactor);
  // Not PING: a Redis that is full or read-only answers it but cannot count.
  const probed = limiterOf(redis, { keyPrefix: "appointments:limits", seconds: 60 });
  const breaker = createBreaker({
    probe: () => inTime(probed.penalty("probe").then(requireCount), answerMs),
    everyMs: probeEveryMs,
    // Only the reason: errors of ioredis contain the command, and AUTH contains the password.
    onAway: (reason) =>
      log.warn({ reason }, "Redis is unreachable, limits are counted in this process"),
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
    isUp: () => !breaker.isOpen(),
    close() {
      breaker.stop();
      redis.disconnect();
    },
  };
}

/** Throws if the answer has no numbers. Otherwise a server that is not a Redis could cause refusals. */
function requireCount(counted: RateLimiterRes): RateLimiterRes {
  if (Number.isFinite(counted.consumedPoints + counted.msBeforeNext)) return counted;
  throw new Error("the answer is not a count");
}

/**
 * Creates a limiter that only counts (`penalty` never refuses). Its `points` would be one limit for all keys, but each
 * key has its own. The caller compares the count with the key's limit, so a changed limit keeps its count.
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

/** Opens a connection that never queues: a command that cannot be sent fails at once. */
function connect(url: string, silenceMs: number): Redis {
  return new Redis(url, {
    enableOfflineQueue: false,
    // A count that timed out must not be repeated on the next connection.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    // The probe checks more than ioredis's ready check, and sooner.
    enableReadyCheck: false,
    connectTimeout: silenceMs,
    socketTimeout: silenceMs,
    disconnectTimeout: 10,
    retryStrategy: (attempt) => Math.min(50 * attempt, 500),
  });
}
