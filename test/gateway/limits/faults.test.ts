import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { openLimits } from "../../../gateway/limits/mod.ts";
import { hasRedisServer, type RedisServer, startRedis } from "../../support/redis_server.ts";
import { defaults } from "./defaults.ts";
import { maxMs, p99Ms, type Sample, startLoad } from "./load.ts";
import { linesOf } from "./lines.ts";
import { patience, timed } from "../../support/time_bounds.ts";

type Fault = (server: RedisServer) => Promise<unknown>;

const limit = 40;

/** Each fault of Redis: how it begins and ends. */
const faults: [name: string, begin: Fault, end: Fault][] = [
  ["killed and started again", (redis) => redis.kill(), (redis) => redis.restart()],
  [
    "stopped and continued",
    async (redis) => redis.signal("SIGSTOP"),
    async (redis) => redis.signal("SIGCONT"),
  ],
  [
    "made a replica that refuses to write",
    ({ client }) => client.replicaof("127.0.0.1", 1),
    ({ client }) => client.replicaof("NO", "ONE"),
  ],
  [
    "full",
    ({ client }) => client.config("SET", "maxmemory", 1),
    ({ client }) => client.config("SET", "maxmemory", 0),
  ],
];

/** Limits in Redis under 20 callers: half of them at a limit that is soon reached. */
async function openUnderLoad(server: RedisServer) {
  const { lines, log } = linesOf();
  const limits = await openLimits({ ...defaults, redisUrl: server.url, log });
  const limited = { lineageId: randomUUID(), windowNumber: 0, rateLimitPerHour: limit };
  let busy = { lineageId: randomUUID(), windowNumber: 0, rateLimitPerHour: 1_000_000 };
  let turn = 0;
  const load = startLoad(() => limits.hourlyLimits.count((turn += 1) % 2 === 0 ? limited : busy));
  return {
    load,
    lines,
    /** How long it takes until Redis counts a lineage that it has not seen. */
    async untilCountedInRedisMs(): Promise<number> {
      const fromMs = load.now();
      busy = { ...busy, lineageId: randomUUID() };
      const keys = () => server.client.keys(`*${busy.lineageId}`);
      await expect.poll(keys, { timeout: 60_000, interval: 20 }).toHaveLength(1);
      return load.now() - fromMs;
    },
    async stop() {
      const samples = await load.stop();
      await limits.close();
      const states = samples.map(({ result, error }) => {
        if (error !== undefined) throw error;
        return result!;
      });
      return states.filter((state) => state.limit === limit);
    },
  };
}

/** Uses the own time of this process. Without the breaker each call would take 100 ms, far above the bounds. */
function expectQuick(
  { normal, first, later }: Record<"normal" | "first" | "later", Sample<unknown>[]>,
): void {
  expect(p99Ms(first)).toBeLessThan(patience(150));
  expect(maxMs(first)).toBeLessThan(patience(300));
  expect(p99Ms(later)).toBeLessThan(Math.max(p99Ms(normal) + 10, patience(40)));
}

/** Redis may allow the limit, and once more if it has lost the window. This process may allow it once. */
function expectLimited(states: { isAllowed: boolean }[]): void {
  const allowed = states.filter(({ isAllowed }) => isAllowed).length;
  expect(allowed).toBeGreaterThanOrEqual(limit);
  expect(allowed).toBeLessThanOrEqual(3 * limit);
  expect(states.length).toBeGreaterThan(limit * 4);
}

describe.skipIf(!hasRedisServer)("while Redis is away, limits are counted in this process", () => {
  test.each(faults)("%s under load", timed, async (_, begin, end) => {
    await using server = await startRedis();
    const { load, lines, untilCountedInRedisMs, stop } = await openUnderLoad(server);
    const normal = await load.run(400);
    await begin(server);
    const first = await load.run(700);
    const later = await load.run(600);
    await end(server);
    expect(await untilCountedInRedisMs()).toBeLessThan(patience(3000));
    await load.run(300);
    const states = await stop();
    expectQuick({ normal, first, later });
    expectLimited(states);
    // A busy machine may keep Redis from answering more often.
    expect(lines.length).toBeGreaterThanOrEqual(3);
    expect(lines.length).toBeLessThan(20);
    lines.forEach(({ msg }, i) =>
      expect(msg).toMatch(i % 2 === 0 ? /counted in Redis$/ : /unreachable/)
    );
  });

  test(
    "emptied under load: windows begin again, and no call fails",
    timed,
    async () => {
      await using server = await startRedis();
      const { load, stop } = await openUnderLoad(server);
      const normal = await load.run(400);
      await server.client.flushall();
      const first = await load.run(700);
      const later = await load.run(400);
      const states = await stop();
      expectQuick({ normal, first, later });
      expectLimited(states);
    },
  );
});
