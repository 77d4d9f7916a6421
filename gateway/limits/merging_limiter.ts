import { RateLimiterRedis, type RateLimiterRes } from "rate-limiter-flexible";
import type { Windows } from "./counter.ts";
import type { MergedWindow, Totals } from "./merged_counter.ts";
import type { RedisConnection } from "./redis_connection.ts";

/**
 * Merges the totals of one service (a writer) into a window. Returns the count of the window as this message knows it
 * (the other services, and the totals that were sent) and the time to the end. The window is a hash: `WRITER` is all
 * that the writer has counted and `-WRITER` all that it has taken back, as a negative number. Both only grow in amount,
 * so a message that is repeated or late changes nothing, and a message that a failover has lost is replaced by the next
 * one. Two windows that overlap are one: the earlier end is its end. A window that began in the last second of the
 * writer's window is its successor.
 *
 * RateLimiterRedis sends the first four arguments; the second and third are not used.
 */
const mergeScript = `
  local key, amount, windowMs = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[4]) * 1000
  local writer, msLeft = ARGV[5], tonumber(ARGV[8])
  local counted, takenBack = tonumber(ARGV[6]), tonumber(ARGV[7])
  local left = redis.call('pttl', key)
  local others, own, negative = 0, 0, 0
  local parts = redis.call('hgetall', key)
  for i = 1, #parts, 2 do
    local part = tonumber(parts[i + 1])
    if parts[i] == writer then own = part
    elseif parts[i] == '-' .. writer then negative = part
    else others = others + part end
  end
  if left > msLeft + windowMs - 1000 then
    if amount > 0 then redis.call('hincrby', key, writer, amount) end
    return {others + own + negative + amount, left}
  end
  if counted > own then
    redis.call('hset', key, writer, counted)
    own = counted
  end
  if -takenBack < negative then
    redis.call('hset', key, '-' .. writer, -takenBack)
    negative = -takenBack
  end
  if left < 0 or left > msLeft + 100 then
    redis.call('pexpire', key, msLeft)
    left = msLeft
  end
  if others + own + negative <= 0 then redis.call('del', key) end
  return {others + counted - takenBack, left}`;

/** A limiter whose counts are totals. */
export interface MergingLimiter {
  /** Rejects if Redis does not answer with a count. */
  merge(key: string, totals: Totals): Promise<MergedWindow>;
}

/**
 * Creates a limiter that only counts (`penalty` never refuses). Its `points` would be one limit for all keys, but each
 * key has its own. The caller compares the count with the key's limit, so a changed limit keeps its count.
 */
export function createMergingLimiter(
  storeClient: RedisConnection,
  { keyPrefix, seconds }: Windows,
): MergingLimiter {
  const limiter = new TotalsLimiter({
    points: 0,
    duration: seconds,
    keyPrefix,
    storeClient,
    rejectIfRedisNotReady: true,
    customIncrTtlLuaScript: mergeScript,
  });
  return {
    merge: async (key, totals) =>
      requireWindow(await limiter.penalty(key, totals.amount, { totals })),
  };
}

type Command = (arguments_: (string | number)[]) => Promise<unknown>;

/** Passes the totals, which are an option of each call, to the script. */
class TotalsLimiter extends RateLimiterRedis {
  readonly #client: RedisConnection & { rlflxIncr: Command };

  constructor(options: ConstructorParameters<typeof RateLimiterRedis>[0]) {
    super(options);
    // The constructor above has defined the command.
    this.#client = options.storeClient;
  }

  /** The step of each limiter that writes to its store. Like the one of RateLimiterRedis, with more arguments. */
  async _upsert(
    key: string,
    points: number,
    windowMs: number,
    _isNew: boolean,
    { totals }: { totals: Totals },
  ): Promise<unknown> {
    const { writer, counted, takenBack, msLeft } = totals;
    if (this.#client.status !== "ready") throw new Error("the connection is not ready");
    const usual = [key, points, windowMs / 1000, this.points, this.duration];
    return await this.#client.rlflxIncr([...usual, writer, counted, takenBack, msLeft]);
  }
}

/** Throws if the answer has no numbers. Otherwise a server that is not a Redis could cause refusals. */
function requireWindow({ consumedPoints, msBeforeNext }: RateLimiterRes): MergedWindow {
  if (Number.isFinite(consumedPoints + msBeforeNext)) {
    return { count: consumedPoints, msLeft: msBeforeNext };
  }
  throw new Error("the answer is not a count");
}
