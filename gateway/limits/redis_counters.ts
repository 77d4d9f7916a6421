import { setImmediate } from "node:timers";
import type { Logger } from "pino";
import { type Counted, type Counter, createLocalCounter, type Windows } from "./counter.ts";
import { watchOutages } from "./outages.ts";
import { parseRedisUrl } from "./redis_address.ts";
import { connectRedis } from "./redis_connection.ts";
import { createRedisLimiter } from "./redis_limiter.ts";

/** Counters over one connection to Redis. */
export interface RedisCounters {
  counter(windows: Windows): Counter;
  /** Whether all counts are made in Redis now. */
  isUp(): boolean;
  close(): void;
}

const usualAnswerMs = 100;
// The time limit for connecting and for silence on a connection, in multiples of the time limit of an answer.
const silenceFactor = 10;

/** Connects, and waits until the first count in Redis has succeeded or failed. */
export async function openRedisCounters(
  url: string,
  { log, answerMs = usualAnswerMs, onLocalCount }: {
    log: Logger;
    answerMs?: number | undefined;
    onLocalCount?: (() => void) | undefined;
  },
): Promise<RedisCounters> {
  const parsed = parseRedisUrl(url);
  if ("problems" in parsed) throw new Error(`The URL of Redis ${parsed.problems.join("; it ")}`);
  const { address } = parsed;
  const redis = connectRedis(address, { silenceMs: answerMs * silenceFactor, reconnects: true });
  const { form } = address;
  const { ask, isUp, close } = await watchOutages(redis, { form, answerMs, log });

  function counter(windows: Windows): Counter {
    const limiter = createRedisLimiter(redis, windows);
    const local = createLocalCounter(windows);

    async function add(key: string, amount: number): Promise<Counted> {
      const counted = await ask(key, (name) => limiter.count(name, amount));
      if (counted) return { ...counted, amount, endsAtMs: performance.now() + counted.msLeft };
      return { ...await local.count(key, amount), isLocal: true };
    }

    return {
      count: mergeCounts(add, onLocalCount),
      async takeBack(key, counted) {
        if (counted.isLocal) return await local.takeBack(key, counted);
        const secondsLeft = Math.floor((counted.endsAtMs - performance.now()) / 1000);
        // A window that ends in less than a second is left to its end.
        if (secondsLeft < 1) return;
        await ask(key, (name) => limiter.takeBack(name, counted.amount, secondsLeft));
      },
    };
  }

  return { counter, isUp, close };
}

/** All counts of a key in one turn of the event loop. */
interface Sum {
  amount: number;
  counted: Promise<Counted>;
}

/**
 * Adds all counts of a key in one turn of the event loop with one command (gateway/limits/README.md 3). Each gets the
 * count that it would have had alone.
 */
function mergeCounts(
  add: (key: string, amount: number) => Promise<Counted>,
  onLocalCount: () => void = () => {},
): Counter["count"] {
  const sums = new Map<string, Sum>();

  function open(key: string): Sum {
    const { promise, resolve } = Promise.withResolvers<Counted>();
    const sum = { amount: 0, counted: promise };
    sums.set(key, sum);
    setImmediate(() => {
      sums.delete(key);
      resolve(add(key, sum.amount));
    });
    return sum;
  }

  return async (key, amount = 1) => {
    const sum = sums.get(key) ?? open(key);
    const upToThis = sum.amount += amount;
    const counted = await sum.counted;
    if (counted.isLocal) onLocalCount();
    return { ...counted, amount, count: counted.count - counted.amount + upToThis };
  };
}
