import { setImmediate } from "node:timers";
import type { RedisConnection } from "./redis_connection.ts";

/** What `RateLimiterRedis` uses of a client. */
export interface ScriptClient {
  readonly status: string;
  /** Adds an amount to a window of so many seconds. Resolves to its count and the milliseconds to its end. */
  rlflxIncr(keyAmountSeconds: readonly string[]): Promise<readonly [count: number, msLeft: number]>;
}

/**
 * Adds an amount to the window of each key. The arguments are all amounts, then the seconds of all windows. A negative amount is taken back from the window
 * that ends in so many seconds (rounded down, and some time ago), not from another one, and a window without counts is
 * removed. The script of the package would take from any window, and begin one.
 */
const script = `
  local answer = {}
  for i, key in ipairs(KEYS) do
    local amount, ms, count = tonumber(ARGV[i]), ARGV[#KEYS + i] * 1000, 0
    local left = redis.call('pttl', key)
    if amount > 0 or (left >= ms - 1000 and left <= ms + 1500) then
      count = redis.call('incrby', key, amount)
      if count <= 0 then
        redis.call('del', key)
      elseif left < 0 then
        redis.call('pexpire', key, ms)
        left = ms
      end
    end
    answer[2 * i - 1], answer[2 * i] = count, left
  end
  return answer`;

/** The connection with the script. */
interface WithScript {
  addToWindows(
    keyCount: number,
    ...keysAndArguments: (string | number)[]
  ): Promise<readonly number[]>;
}

/** The additions of one command: the amount and the length of the window of each key. */
interface Batch {
  keys: string[];
  amounts: number[];
  seconds: string[];
  /** Where counts of a key are. */
  places: Map<string, number>;
  answer: Promise<readonly number[]>;
}

/**
 * Creates a client that sends all additions of one turn of the event loop as one command (gateway/limits/README.md 3).
 * Each rejects if Redis does not answer in time.
 */
export function createScriptClient(
  redis: RedisConnection,
  { isCluster, answerMs }: { isCluster: boolean; answerMs: number },
): ScriptClient {
  redis.defineCommand("addToWindows", { lua: script });
  const { addToWindows } = redis as unknown as WithScript;
  const batches = new Map<string, Batch>();

  function open(name: string): Batch {
    const { promise: answer, resolve } = Promise.withResolvers<readonly number[]>();
    const batch: Batch = { keys: [], amounts: [], seconds: [], places: new Map(), answer };
    batches.set(name, batch);
    setImmediate(() => {
      batches.delete(name);
      resolve(send(batch));
    });
    return batch;
  }

  function send({ keys, amounts, seconds }: Batch): Promise<readonly number[]> {
    const answer = addToWindows.call(redis, keys.length, ...keys, ...amounts, ...seconds);
    return inTime(answer, answerMs);
  }

  return {
    get status() {
      return redis.status;
    },
    async rlflxIncr([key, amount, seconds]) {
      // While a slot of a Cluster moves, a command with several of its keys is refused (TRYAGAIN).
      const name = isCluster ? key! : "";
      const batch = batches.get(name) ?? open(name);
      const place = placeIn(batch, [key!, Number(amount), seconds!]);
      const upToThis = batch.amounts[place]! += Number(amount);
      const counts = await batch.answer;
      return [counts[2 * place]! - batch.amounts[place]! + upToThis, counts[2 * place + 1]!];
    },
  };
}

/** Returns where to add to a key: all counts of a key have one place, and each amount that is taken back its own. */
function placeIn(
  { keys, amounts, seconds, places }: Batch,
  [key, amount, windowSeconds]: [string, number, string],
): number {
  const isCount = amount > 0;
  const known = isCount ? places.get(key) : undefined;
  if (known !== undefined) return known;
  const place = keys.push(key) - 1;
  amounts.push(0);
  seconds.push(windowSeconds);
  if (isCount) places.set(key, place);
  return place;
}

/**
 * Returns the result of `work`, or throws after `ms`. After a busy period, Node runs timers before it reads from the
 * network. `setImmediate` lets an answer that has already arrived count, which `commandTimeout` of ioredis does not.
 */
function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const expire = () => reject(new Error(`no answer within ${ms} ms`));
    const timer = setTimeout(() => setImmediate(expire), ms);
    const ended = () => clearTimeout(timer);
    work.then(resolve, reject).then(ended, ended);
  });
}
