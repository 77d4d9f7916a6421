import { Redis } from "ioredis";

/** The state of a Redis server. */
export interface RedisFacts {
  version: string;
  /** Whether it is a replica that refuses writes. */
  isReadOnly: boolean;
  /** 0: no limit. */
  maxMemoryBytes: number;
  usedMemoryBytes: number;
  /** `maxmemory-policy`, such as `noeviction`. */
  evictionPolicy: string;
}

/** Calls `use` with a connection to Redis. Throws "no answer within …" after `maxMs`, also if the server hangs. */
export async function askRedis<T>(
  url: string,
  use: (redis: RedisReader) => Promise<T>,
  { maxMs }: { maxMs: number },
): Promise<T> {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableReadyCheck: false,
    maxRetriesPerRequest: 0,
    connectTimeout: maxMs,
    retryStrategy: null,
  });
  // `connect` rejects with "Connection is closed". The event before has the reason.
  let reason: Error | undefined;
  redis.on("error", (error) => reason ??= error);
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${maxMs} ms`)), maxMs);
  async function work(): Promise<T> {
    await redis.connect();
    return await use({ facts: () => readFacts(redis), clock: () => readClock(redis) });
  }
  try {
    return await Promise.race([work(), late]);
  } catch (error) {
    throw reason ?? error;
  } finally {
    clearTimeout(timer);
    redis.disconnect();
  }
}

/** Reads of a Redis server. */
export interface RedisReader {
  facts(): Promise<RedisFacts>;
  /** The clock of Redis, in milliseconds since 1970. */
  clock(): Promise<number>;
}

async function readFacts(redis: Redis): Promise<RedisFacts> {
  // INFO and not CONFIG, which managed services forbid.
  const fields = new Map(
    (await redis.info()).split("\r\n").map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1)] as const;
    }),
  );
  return {
    version: fields.get("redis_version") ?? "unknown",
    isReadOnly: fields.get("role") === "slave" && fields.get("slave_read_only") === "1",
    maxMemoryBytes: Number(fields.get("maxmemory") ?? 0),
    usedMemoryBytes: Number(fields.get("used_memory") ?? 0),
    evictionPolicy: fields.get("maxmemory_policy") ?? "unknown",
  };
}

async function readClock(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time();
  return Number(seconds) * 1000 + Number(microseconds) / 1000;
}
