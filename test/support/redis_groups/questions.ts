import { Redis } from "ioredis";

export const redisPassword = "a-password-of-redis";
export const sentinelPassword = "a-password-of-sentinels";
export const host = "127.0.0.1";

/** What a test asks single servers. */
export interface Questions {
  /** Uses a connection of its own to a server. Rejects after a second without an answer. */
  server<T>(port: number, use: (redis: Redis) => Promise<T>): Promise<T>;
  /** The same for a sentinel. */
  sentinel<T>(port: number, use: (redis: Redis) => Promise<T>): Promise<T>;
  isWritable(port: number, key?: string): Promise<boolean>;
  /** The lines of `INFO replication`. */
  replication(port: number): Promise<string[]>;
  /** Whether a server is a replica that has a copy of its master. */
  isInSync(port: number): Promise<boolean>;
  /** The count of a window on a server. */
  countOf(port: number, key: string): Promise<number>;
}

/** Returns the questions to servers, with TLS if there is the certificate of an authority. */
export function questionsTo(authority?: string): Questions {
  const asking = (password: string): Questions["server"] => async (port, use) => {
    const redis = new Redis(port, host, {
      password,
      lazyConnect: true,
      retryStrategy: null,
      maxRetriesPerRequest: 0,
      enableReadyCheck: false,
      connectTimeout: 1000,
      commandTimeout: 1000,
      ...(authority !== undefined && { tls: { ca: authority } }),
    });
    redis.on("error", () => {});
    try {
      await redis.connect();
      return await use(redis);
    } finally {
      redis.disconnect();
    }
  };
  const server = asking(redisPassword);
  const replication = async (port: number) =>
    (await server(port, (redis) => redis.info("replication"))).split("\r\n");
  return {
    server,
    sentinel: asking(sentinelPassword),
    replication,
    isWritable: async (port, key = "writable") =>
      await server(port, (redis) => redis.set(key, "1", "PX", 1000)) === "OK",
    isInSync: async (port) => (await replication(port)).includes("master_link_status:up"),
    countOf: async (port, key) => Number(await server(port, (redis) => redis.get(key))),
  };
}
