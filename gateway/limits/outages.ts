import { Cluster } from "ioredis";
import type { Logger } from "pino";
import type { RedisAddress } from "./redis_address.ts";
import { causeOf, type RedisConnection } from "./redis_connection.ts";
import type { RedisLimiter } from "./redis_limiter.ts";

/** Commands to Redis, except while it is away. */
export interface Outages {
  /**
   * Gives the command the name of the key in Redis. Resolves to `undefined` while Redis is away for this key, and after
   * a failure. Never rejects.
   */
  ask<T>(key: string, command: (name: string) => Promise<T>): Promise<T | undefined>;
  /** Whether Redis is there for all keys. */
  isUp(): boolean;
  close(): void;
}

const probeEveryMs = 250;
const connectPauseMs = 50;
/** Keys of one group are in one slot of a Cluster (gateway/limits/README.md 4). */
const groupsOfCluster = 32;

/**
 * Watches a connection. After a failure, no command of that group of keys is sent until a probe succeeds, so that at
 * most the commands under way wait. Logs a loss once and the return once. Waits for the first result.
 */
export async function watchOutages(
  redis: RedisConnection,
  { probed, form, log }: { probed: RedisLimiter; form: RedisAddress["form"]; log: Logger },
): Promise<Outages> {
  const isAway = Array.from({ length: form === "cluster" ? groupsOfCluster : 1 }, () => true);
  /** How often Redis has come back for each group. */
  const returns = isAway.map(() => 0);
  let logged: "away" | "up" | undefined;
  let isClosed = false;

  function lose(group: number, error: Error): void {
    isAway[group] = true;
    if (isClosed || logged === "away") return;
    logged = "away";
    // Only the reason: errors of ioredis contain the command, and AUTH contains the password.
    log.warn(
      { reason: reasonOf(error) },
      "Redis is unreachable, limits are counted in this process",
    );
  }

  function loseAll(error: Error): void {
    isAway.forEach((_, group) => lose(group, error));
  }

  async function probe(group: number): Promise<void> {
    try {
      // Not PING: a Redis that is full or read-only answers it but cannot count.
      await probed.count(nameOf("probe", group), 1);
    } catch (error) {
      return lose(group, error as Error);
    }
    if (isClosed) return;
    if (isAway[group]) returns[group]! += 1;
    isAway[group] = false;
    if (!isUp() || logged === "up") return;
    logged = "up";
    log.info("limits are counted in Redis");
  }

  async function probeAway(): Promise<void> {
    if (isUp()) return;
    // Asks another node: a master that was replaced may be silent. Sentinels announce a new master by themselves.
    if (redis instanceof Cluster && logged === "away") redis.refreshSlotsCache();
    await Promise.all(isAway.map((away, group) => away && probe(group)));
  }

  function isUp(): boolean {
    return !isAway.includes(true);
  }

  const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
  redis.on("ready", () => void probeAway().then(settle));
  redis.on("error", (error) => {
    loseAll(causeOf(redis, error));
    settle();
  });
  redis.on("close", () => loseAll(new Error("the connection was closed")));
  // ioredis gives up for good if a new master is announced while it asks the sentinels for the master.
  redis.on("end", () => {
    setTimeout(() => !isClosed && redis.connect().catch(() => {}), connectPauseMs);
  });
  await settled;
  const probing = setInterval(probeAway, probeEveryMs);

  return {
    async ask(key, command) {
      const group = groupOf(key, isAway.length);
      if (isAway[group]) return undefined;
      const sentAfter = returns[group];
      try {
        return await command(nameOf(key, group));
      } catch (error) {
        // A command of before the return belongs to the loss that is over.
        if (sentAfter === returns[group]) lose(group, error as Error);
        return undefined;
      }
    },
    isUp,
    close() {
      isClosed = true;
      clearInterval(probing);
      isAway.fill(true);
      redis.disconnect();
    },
  };
}

function nameOf(key: string, group: number): string {
  return `{${group}}${key}`;
}

/** Distributes keys evenly. */
function groupOf(key: string, count: number): number {
  if (count === 1) return 0;
  let hash = 0;
  for (let i = 0; i < key.length; i += 1) hash = (hash * 31 + key.charCodeAt(i)) >>> 0;
  return hash % count;
}

function reasonOf({ message, name, code }: NodeJS.ErrnoException): string {
  // If all addresses of a host refuse, the error has a code and no message.
  return message || code || name;
}
