import type { Logger } from "pino";
import { type Counter, createLocalCounter, type Windows } from "./counter.ts";
import { watchOutages } from "./outages.ts";
import { parseRedisUrl } from "./redis_address.ts";
import { connectRedis } from "./redis_connection.ts";
import { createRedisLimiter } from "./redis_limiter.ts";
import { createScriptClient } from "./redis_script.ts";

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
  const client = createScriptClient(redis, { isCluster: form === "cluster", answerMs });
  const probed = createRedisLimiter(client, { keyPrefix: "appointments:limits", seconds: 60 });
  const { ask, isUp, close } = await watchOutages(redis, { probed, form, log });

  function counter(windows: Windows): Counter {
    const limiter = createRedisLimiter(client, windows);
    const local = createLocalCounter(windows);

    return {
      async count(key, amount = 1) {
        const counted = await ask(key, (name) => limiter.count(name, amount));
        if (counted) return { ...counted, amount, endsAtMs: performance.now() + counted.msLeft };
        onLocalCount?.();
        return { ...await local.count(key, amount), isLocal: true };
      },
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
