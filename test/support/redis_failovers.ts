import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { pino } from "pino";
import { openLimits } from "../../gateway/limits/mod.ts";
import { startOwnTime } from "./own_time.ts";
import type { Loss, RedisGroup } from "./redis_groups/group_servers.ts";

/** What happened while masters were lost under load. */
export interface Failovers {
  failovers: number;
  /** Calls of the hourly limit by both services. */
  calls: number;
  /** Calls that were counted without Redis. */
  countedLocally: number;
  /** From the loss of a master until another one accepted writes. */
  promotionsMs: number[];
  /** From then on until both services counted in Redis again. */
  returnsMs: number[];
  /** How long the calls took, in the own time of this process. */
  tookMs: number[];
  /** What the services have logged. */
  logged: string;
  /** Windows whose count differs from the calls, once both services counted in Redis again. */
  wrongCounts: { expected: number; found: number }[];
  /** Windows with a limit: the allowed calls, and the documented maximum (gateway/limits/README.md 4.3). */
  limited: { limit: number; allowed: number; maxAllowed: number }[];
}

const groups = 32;
const keysPerRound = 12;
const callers = 8;
const limit = 100;

/** Two services count the same keys, while one master after the other is lost and replaced. */
export async function failOver(
  group: RedisGroup,
  { losses, isCluster, during, progress = () => {} }: {
    losses: (Loss | "moved")[];
    isCluster: boolean;
    /** Done in place of a loss. */
    during?: (key: string) => Promise<unknown>;
    progress?: (line: string) => void;
  },
): Promise<Failovers> {
  const found: Failovers = {
    failovers: 0,
    calls: 0,
    countedLocally: 0,
    promotionsMs: [],
    returnsMs: [],
    tookMs: [],
    logged: "",
    wrongCounts: [],
    limited: [],
  };
  await using opened = new AsyncDisposableStack();
  const { now, [Symbol.dispose]: stopTime } = startOwnTime();
  opened.defer(stopTime);
  const services = await Promise.all(
    Array.from({ length: 2 }, async () => {
      const limits = await openLimits({
        redisUrl: group.url,
        log: pino({ level: "info" }, { write: (line) => void (found.logged += line) }),
        onLocalCount: () => found.countedLocally += 1,
        staffRequestsPerMinute: 1200,
        reportingCostPerHour: 200_000,
        signInFailuresPerAccount: 5,
        signInFailuresPerAddress: 50,
        reportingPoolSize: 2,
      });
      opened.defer(() => limits.close());
      return limits;
    }),
  );
  const isUp = () => services.every(({ isRedisUp }) => isRedisUp!());
  await until("both services count in Redis", isUp);
  for (const loss of losses) {
    const keys = Array.from({ length: keysPerRound }, () => randomUUID());
    const calls = new Map(keys.map((key) => [key, 0]));
    // The first key has a limit that is reached in the round.
    const [limitedKey] = keys as [string];
    const allowed = [0, 0];
    const refused = [0, 0];
    const answered = () => allowed.map((count, i) => count + refused[i]!);
    const allowedInAll = () => allowed.reduce((sum, count) => sum + count);
    const stopping = new AbortController();
    const load = Array.from({ length: callers }, async (_, caller) => {
      const number = caller % services.length;
      const { hourlyLimits } = services[number]!;
      for (let i = caller; !stopping.signal.aborted; i += 1) {
        const lineageId = keys[i % keys.length]!;
        const isLimited = lineageId === limitedKey;
        calls.set(lineageId, calls.get(lineageId)! + 1);
        found.calls += 1;
        const fromMs = now();
        const state = await hourlyLimits.count({
          lineageId,
          windowNumber: 0,
          rateLimitPerHour: isLimited ? limit : 1_000_000,
        });
        found.tookMs.push(now() - fromMs);
        if (!state.isAllowed && !isLimited) throw new Error("refused a call below its limit");
        if (isLimited) (state.isAllowed ? allowed : refused)[number]! += 1;
        await wait(2);
      }
    });
    const everyCall = Promise.all(load);
    everyCall.catch(() => {});
    const nameOf = (key: string) =>
      `appointments:hourly-limit:{${isCluster ? groupOf(key) : 0}}:${key}`;
    const callsOf = () => [...calls.values()];
    /** Returns a number of allowed calls of which both services have heard from Redis. */
    async function heardByAll(): Promise<number> {
      for (;;) {
        await until("both services count in Redis", isUp);
        const { countedLocally } = found;
        const [known, before] = [allowedInAll(), answered()];
        // One of so many answers is of a call that began later.
        const underWay = callers / services.length;
        await until(
          "each service counted again",
          () => answered().every((n, i) => n > before[i]! + underWay),
        );
        // Redis may be late on a busy machine.
        if (found.countedLocally === countedLocally) return known;
      }
    }
    await until("each key was called", () => callsOf().every((count) => count > 5));
    const known = await heardByAll();
    if (loss === "moved") await during!(nameOf(limitedKey));
    else {
      found.promotionsMs.push(await group.loseMaster(loss, nameOf(limitedKey)));
      const fromMs = performance.now();
      await until("both services count in Redis again", isUp);
      found.returnsMs.push(performance.now() - fromMs);
    }
    found.failovers += 1;
    const reached = callsOf();
    await until(
      "each key was called again",
      () => callsOf().every((count, i) => count > reached[i]!),
    );
    await until("both services refuse", () => refused.every((count) => count > 0));
    stopping.abort();
    await everyCall;
    // Each service sends its totals again when Redis is back.
    for (const [key, expected] of calls) {
      let count = 0;
      await until("a window has its count", async () => {
        count = await group.countOf(nameOf(key));
        return count >= expected;
      }).catch(() => {});
      if (count !== expected) found.wrongCounts.push({ expected, found: count });
    }
    // Each service may allow what was left by all that it knew.
    const maxAllowed = loss === "moved" ? limit : known + services.length * (limit - known);
    found.limited.push({ limit, allowed: allowedInAll(), maxAllowed });
    if (loss !== "moved" && found.failovers < losses.length) await group.repair();
    progress(`${found.failovers} of ${losses.length} (${loss}), ${found.calls} calls`);
  }
  return found;
}

/** The group of a key in a Cluster (gateway/limits/README.md 4.4). */
function groupOf(key: string): number {
  let hash = 0;
  for (const letter of key) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0;
  return hash % groups;
}

async function until(
  what: string,
  check: () => boolean | Promise<boolean>,
  maxMs = 30_000,
): Promise<void> {
  const fromMs = performance.now();
  while (!await check()) {
    if (performance.now() - fromMs > maxMs) throw new Error(`${what}: not after ${maxMs} ms`);
    await wait(10);
  }
}
