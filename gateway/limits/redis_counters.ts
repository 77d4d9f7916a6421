import { Cluster, type Redis } from "ioredis";
import type { Logger } from "pino";
import { type Breaker, createBreaker, inTime } from "./breaker.ts";
import type { NumberedCounter, Windows } from "./counter.ts";
import { createMergedCounter, type MergedCounter } from "./merged_counter.ts";
import { createMergingLimiter } from "./merging_limiter.ts";
import { parseRedisUrl } from "./redis_address.ts";
import { causeOf, connectRedis } from "./redis_connection.ts";

/** Counters over one connection to Redis. */
export interface RedisCounters {
  counter(windows: Windows): NumberedCounter;
  /** Whether all counts are made in Redis now. */
  isUp(): boolean;
  close(): void;
}

const usualAnswerMs = 100;
const probeEveryMs = 250;
const connectPauseMs = 50;
// The time limit for connecting and for silence on a connection, in multiples of the time limit of an answer.
const silenceFactor = 10;
/** Keys of one group are in one slot of a Cluster (gateway/limits/README.md 4.4). */
const groupsOfCluster = 32;
/** Longer than any replica that can be promoted is behind its master. */
const maxReplicationLagMs = 10_000;
const resentAtOnce = 100;

interface Group {
  breaker: Breaker;
  /** When its first failure was noticed. Undefined while Redis counts. */
  awaySinceMs: number | undefined;
}

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
  const silenceMs = answerMs * silenceFactor;
  const redis = connectRedis(parsed.address, { silenceMs, reconnects: true });
  const probed = createMergingLimiter(redis, { keyPrefix: "appointments:limits", seconds: 60 });
  const counters: MergedCounter[] = [];
  const reported = new Set<string>();
  let isClosed = false;
  const count = parsed.address.form === "cluster" ? groupsOfCluster : 1;
  const groups = Array.from({ length: count }, (_, number) => createGroup(number));

  function createGroup(number: number): Group {
    // Not PING: a Redis that is full or read-only answers it but cannot count.
    const totals = { writer: "probe", counted: 1, takenBack: 0, amount: 1, msLeft: 60_000 };
    const probe = () => probed.merge(`{${number}}:probe`, totals);
    const group: Group = {
      awaySinceMs: undefined,
      breaker: createBreaker({
        async probe() {
          try {
            await inTime(probe(), answerMs);
          } catch (error) {
            findMasters();
            throw error;
          }
        },
        everyMs: probeEveryMs,
        onAway(reason) {
          group.awaySinceMs ??= performance.now();
          if (reported.has(reason)) return;
          reported.add(reason);
          // Only the reason: errors of ioredis contain the command, and AUTH contains the password.
          log.warn({ reason }, "Redis is unreachable, limits are counted in this process");
        },
        onBack() {
          void resend(number, group);
          if (!isUp()) return;
          reported.clear();
          log.info("limits are counted in Redis");
        },
      }),
    };
    return group;
  }

  const isUp = () => groups.every(({ breaker }) => !breaker.isOpen());
  const trip = (error: unknown) => groups.forEach(({ breaker }) => breaker.trip(error));
  const check = () => groups.forEach(({ breaker }) => void breaker.check());
  redis.on("error", (error) => trip(causeOf(error)));
  redis.on("close", () => trip(new Error("the connection was closed")));
  redis.on("ready", check);
  redis.on("end", connectAgain);
  await Promise.all(groups.map(({ breaker }) => breaker.settled));
  if (redis instanceof Cluster) watchNodes(redis);

  /** ioredis gives up for good if a new master is announced while it asks the sentinels for the master. */
  function connectAgain(): void {
    setTimeout(() => {
      if (!isClosed) redis.connect().catch(() => {});
    }, connectPauseMs);
  }

  /** The last counts of a lost node may be on no other one. After `trip`, the groups that still work send them again. */
  function watchNodes(cluster: Cluster): void {
    cluster.on("-node", (node: Redis) => {
      // Nothing is counted in a replica.
      if (node.options.readOnly || cluster.status !== "ready") return;
      trip(new Error("the connection to a node of the cluster was closed"));
      check();
      findMasters();
    });
  }

  /** Asks another node of a Cluster: a master that was replaced may be silent. The sentinels say it by themselves. */
  function findMasters(): void {
    if (redis instanceof Cluster) redis.refreshSlotsCache();
  }

  /** Sends again what a failover may have lost and what was counted without Redis (gateway/limits/README.md 4.1). */
  async function resend(number: number, group: Group): Promise<void> {
    const { awaySinceMs } = group;
    if (awaySinceMs === undefined) return;
    group.awaySinceMs = undefined;
    const jobs = counters.flatMap((counter) =>
      counter.changedSince(awaySinceMs - maxReplicationLagMs)
        .filter((key) => groupOf(key, count) === number)
        .map((key) => () => counter.resend(key))
    );
    while (jobs.length > 0) {
      const sent = await Promise.all(jobs.splice(0, resentAtOnce).map((job) => job()));
      if (sent.every(Boolean)) continue;
      group.awaySinceMs = Math.min(awaySinceMs, group.awaySinceMs ?? Infinity);
      return;
    }
  }

  async function ask<T>({ breaker }: Group, command: () => Promise<T>): Promise<T | undefined> {
    if (breaker.isOpen()) return undefined;
    try {
      return await inTime(command(), answerMs);
    } catch (error) {
      breaker.trip(error);
      findMasters();
      return undefined;
    }
  }

  return {
    counter(windows) {
      const limiter = createMergingLimiter(redis, windows);
      const counter = createMergedCounter(windows, (key, totals) => {
        const number = groupOf(key, count);
        return ask(groups[number]!, () => limiter.merge(`{${number}}:${key}`, totals));
      }, onLocalCount);
      counters.push(counter);
      return counter;
    },
    isUp,
    close() {
      isClosed = true;
      groups.forEach(({ breaker }) => breaker.stop());
      redis.disconnect();
    },
  };
}

/** Distributes keys evenly. */
function groupOf(key: string, count: number): number {
  if (count === 1) return 0;
  let hash = 0;
  for (let i = 0; i < key.length; i += 1) hash = (hash * 31 + key.charCodeAt(i)) >>> 0;
  return hash % count;
}
