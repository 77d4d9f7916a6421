import { Cluster, type Redis } from "ioredis";
import { parseRedisUrl, type RedisAddress } from "./redis_address.ts";
import { causeOf, connectRedis, type RedisConnection } from "./redis_connection.ts";

/** The state of one Redis server that counts. */
export interface RedisFacts {
  /** `HOST:PORT`. */
  server: string;
  version: string;
  /** Whether it is a replica that refuses writes. */
  isReadOnly: boolean;
  /** 0: no limit. */
  maxMemoryBytes: number;
  usedMemoryBytes: number;
  /** `maxmemory-policy`, such as `noeviction`. */
  evictionPolicy: string;
  /** The number of connected replicas. */
  replicas: number;
}

/** The state of all servers that count. */
export interface RedisState {
  form: RedisAddress["form"];
  /** The server, the master of the Sentinel group, or the masters of the Cluster. */
  servers: RedisFacts[];
  /** `cluster_state` and the slots that no master serves. Undefined if it is no Cluster. */
  cluster: { state: string; unservedSlots: number } | undefined;
}

/** Calls `use` with connections to Redis. Throws "no answer within …" after `maxMs`, also if a server hangs. */
export async function askRedis<T>(
  url: string,
  use: (redis: RedisReader) => Promise<T>,
  { maxMs }: { maxMs: number },
): Promise<T> {
  const parsed = parseRedisUrl(url);
  if ("problems" in parsed) throw new Error(`REDIS_URL ${parsed.problems.join("; it ")}`);
  const { form } = parsed.address;
  const redis = connectRedis(parsed.address, { silenceMs: maxMs, reconnects: false });
  // The events have the reason. The command that waits says only that the connection is closed.
  let reason: Error | undefined;
  const { promise: ready, resolve, reject: fail } = Promise.withResolvers<void>();
  redis.once("ready", resolve);
  redis.on("error", (error) => reason ??= causeOf(redis, error));
  redis.on("end", () => fail(new Error("the connection was closed")));
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${maxMs} ms`)), maxMs);
  async function work(): Promise<T> {
    await ready;
    return await use({ state: () => readState(redis, form), clock: () => readClock(redis) });
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

/** Reads of Redis. */
export interface RedisReader {
  state(): Promise<RedisState>;
  /** The clock of a server that counts, in milliseconds since 1970. */
  clock(): Promise<number>;
}

async function readState(
  redis: RedisConnection,
  form: RedisAddress["form"],
): Promise<RedisState> {
  if (!(redis instanceof Cluster)) {
    return { form, servers: [await readFacts(redis)], cluster: undefined };
  }
  const servers = await Promise.all(redis.nodes("master").map(readFacts));
  const info = fieldsOf(await redis.cluster("INFO"));
  const served = Number(info.get("cluster_slots_ok") ?? 0);
  const cluster = {
    state: info.get("cluster_state") ?? "unknown",
    unservedSlots: 16_384 - served,
  };
  return { form, servers, cluster };
}

async function readFacts(redis: Redis): Promise<RedisFacts> {
  // INFO and not CONFIG, which managed services forbid.
  const fields = fieldsOf(await redis.info());
  const { remoteAddress, remotePort } = redis.stream;
  return {
    server: `${remoteAddress}:${remotePort}`,
    version: fields.get("redis_version") ?? "unknown",
    isReadOnly: fields.get("role") === "slave" && fields.get("slave_read_only") === "1",
    maxMemoryBytes: Number(fields.get("maxmemory") ?? 0),
    usedMemoryBytes: Number(fields.get("used_memory") ?? 0),
    evictionPolicy: fields.get("maxmemory_policy") ?? "unknown",
    replicas: Number(fields.get("connected_slaves") ?? 0),
  };
}

function fieldsOf(info: string): Map<string, string> {
  return new Map(
    info.split("\r\n").map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1)] as const;
    }),
  );
}

async function readClock(redis: RedisConnection): Promise<number> {
  const [seconds, microseconds] = await redis.time();
  return Number(seconds) * 1000 + Number(microseconds) / 1000;
}
