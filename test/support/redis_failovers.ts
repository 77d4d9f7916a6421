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
  /** Windows whose count differs from the calls: of a moved slot, or begun after both services had Redis again. */
  wrongCounts: { calls: number; local: number; found: number }[];
  /** Windows with a limit: the allowed calls, and the documented maximum (gateway/limits/README.md 4). */
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
  const areUp = () => services.every(({ isRedisUp }) => isRedisUp!());
  await until("both services count in Redis", areUp);

  async function count(caller: number, lineageId: string, rateLimitPerHour: number) {
    found.calls += 1;
    const fromMs = now();
    const { hourlyLimits } = services[caller % services.length]!;
    const state = await hourlyLimits.count({ lineageId, windowNumber: 0, rateLimitPerHour });
    found.tookMs.push(now() - fromMs);
    return state;
  }

  /** Calls keys until it is stopped, every other time the first one. That key has a limit. */
  function startCalls(keys: string[]) {
    const calls = new Map(keys.map((key) => [key, 0]));
    const stopping = new AbortController();
    let allowed = 0;
    const all = Promise.all(
      Array.from({ length: callers }, async (_, caller) => {
        for (let i = caller; !stopping.signal.aborted; i += 1) {
          const key = keys[i % 2 === 0 ? 0 : ((i - 1) / 2) % keys.length]!;
          calls.set(key, calls.get(key)! + 1);
          const isLimited = key === keys[0];
          const { isAllowed } = await count(caller, key, isLimited ? limit : 1_000_000);
          if (!isAllowed && !isLimited) throw new Error("refused a call below its limit");
          if (isAllowed && isLimited) allowed += 1;
          await wait(2);
        }
      }),
    );
    all.catch(() => {});
    return {
      calls,
      async untilEachIsCalled() {
        const before = new Map(calls);
        await until(
          "each key is called",
          () => [...calls].every(([key, count]) => count > before.get(key)! + callers),
        );
      },
      async untilFirstIsCalled(times: number) {
        await until("the first key is called", () => calls.get(keys[0]!)! > times);
      },
      async stop() {
        stopping.abort();
        await all;
        return allowed;
      },
    };
  }

  const nameOf = (key: string) =>
    `appointments:hourly-limit:{${isCluster ? groupOf(key) : 0}}${key}`;

  async function compare(key: string, calls: number, local: number): Promise<void> {
    const counted = await group.countOf(nameOf(key));
    // A call that got its answer too late may be counted in Redis, too.
    if (counted > calls || counted < calls - local) {
      found.wrongCounts.push({ calls, local, found: counted });
    }
  }

  for (const loss of losses) {
    const keys = Array.from({ length: keysPerRound }, () => randomUUID());
    const name = nameOf(keys[0]!);
    const localBefore = found.countedLocally;
    const load = startCalls(keys);
    await load.untilEachIsCalled();
    if (loss === "moved") await during!(name);
    else {
      found.promotionsMs.push(await group.loseMaster(loss, name));
      const fromMs = performance.now();
      await until("both services count in Redis again", areUp);
      found.returnsMs.push(performance.now() - fromMs);
    }
    found.failovers += 1;
    await load.untilEachIsCalled();
    // The first service may count alone, the second one too, and Redis may forget the window once.
    const most = (services.length + 2) * limit;
    await load.untilFirstIsCalled(most + callers);
    const allowed = await load.stop();
    const local = found.countedLocally - localBefore;
    found.limited.push({ limit, allowed, maxAllowed: loss === "moved" ? limit + local : most });
    if (loss === "moved") {
      for (const [key, calls] of load.calls) await compare(key, calls, local);
    }
    const fresh = randomUUID();
    const localSince = found.countedLocally;
    await Promise.all(Array.from({ length: 40 }, (_, caller) => count(caller, fresh, 1_000)));
    await compare(fresh, 40, found.countedLocally - localSince);
    if (loss !== "moved" && found.failovers < losses.length) await group.repair();
    progress(`${found.failovers} of ${losses.length} (${loss}), ${found.calls} calls`);
  }
  return found;
}

/** The group of a key in a Cluster (gateway/limits/README.md 4). */
export function groupOf(key: string): number {
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
