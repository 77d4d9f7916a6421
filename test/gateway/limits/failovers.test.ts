import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { checkRedis } from "../../../gateway/doctor/checks/redis.ts";
import { askRedis, openLimits } from "../../../gateway/limits/mod.ts";
import { hasRedisServer } from "../../support/redis_server.ts";
import { startCluster } from "../../support/redis_groups/cluster.ts";
import type { RedisGroup } from "../../support/redis_groups/group_servers.ts";
import { startSentinelGroup } from "../../support/redis_groups/sentinel_group.ts";
import { failOver, type Failovers, groupOf } from "../../support/redis_failovers.ts";
import { patience, timed } from "../../support/time_bounds.ts";
import { defaults, patient } from "./defaults.ts";

/** Nobody gets more than is documented, no call waits, and counts are exact again (gateway/limits/README.md 4). */
function expectSafe({ wrongCounts, limited, tookMs, returnsMs, logged }: Failovers): void {
  expect(logged).toContain("limits are counted in Redis");
  expect(logged).not.toContain("a-password");
  expect(logged.split("\n").length).toBeLessThan(60);
  expect(wrongCounts).toEqual([]);
  for (const { limit, allowed, maxAllowed } of limited) {
    expect(allowed).toBeGreaterThanOrEqual(limit);
    expect(allowed).toBeLessThanOrEqual(maxAllowed);
  }
  expect(Math.max(...tookMs)).toBeLessThan(patience(300));
  expect(Math.max(0, ...returnsMs)).toBeLessThan(patience(3000));
}

/** The check of the operator finds all masters. */
async function expectHealthy({ url }: RedisGroup, part: string): Promise<void> {
  const state = await askRedis(url, (redis) => redis.state(), { maxMs: patience(5000) });
  expect(checkRedis(state)).toEqual({ state: "ok", finding: expect.stringContaining(part) });
  const clockMs = await askRedis(url, (redis) => redis.clock(), { maxMs: patience(5000) });
  expect(Math.abs(clockMs - Date.now())).toBeLessThan(patience(1000));
}

describe.skipIf(!hasRedisServer)("two services over replicated Redis", () => {
  test(
    "count by themselves while the master of a Sentinel group is frozen, and exactly in the new one",
    timed,
    async () => {
      await using group = await startSentinelGroup();
      await expectHealthy(group, "master 127.0.0.1:");
      const found = await failOver(group, { losses: ["frozen"], isCluster: false });
      expectSafe(found);
      expect(found.countedLocally).toBeGreaterThan(0);
    },
  );

  test("find the new master that is announced while they ask the sentinels", timed, async () => {
    await using group = await startSentinelGroup();
    await using opened = new AsyncDisposableStack();
    const log = pino({ level: "silent" });
    const { isRedisUp, close } = await openLimits({ ...defaults, redisUrl: group.url, log });
    opened.defer(close);
    // Its first answer may be late.
    await expect.poll(isRedisUp!).toBe(true);
    // Only the listening connections to the sentinels are left.
    group.holdSentinels();
    await group.loseMaster("killed", "");
    expect(isRedisUp!()).toBe(false);
    group.releaseSentinels();
    await expect.poll(isRedisUp!).toBe(true);
  });

  test(
    "count exactly while a slot of a Cluster moves, and again after a master of it was killed",
    timed,
    async () => {
      await using cluster = await startCluster();
      await expectHealthy(cluster, "3 masters");
      const moved = await failOver(cluster, {
        losses: ["moved"],
        isCluster: true,
        during: cluster.moveSlot,
      });
      expectSafe(moved);
      const found = await failOver(cluster, { losses: ["killed"], isCluster: true });
      expectSafe(found);
      expect(found.countedLocally).toBeGreaterThan(0);
    },
  );

  test("count many keys at once in Redis while their slot of a Cluster moves", timed, async () => {
    await using cluster = await startCluster();
    await using opened = new AsyncDisposableStack();
    let countedLocally = 0;
    const { hourlyLimits, close } = await openLimits({
      ...defaults,
      ...patient,
      redisUrl: cluster.url,
      log: pino({ level: "silent" }),
      onLocalCount: () => countedLocally += 1,
    });
    opened.defer(close);
    // So many that some have moved and others have not for longer than the client tries again.
    const lineageIds = Array.from({ length: 16_000 }, () => randomUUID())
      .filter((id) => groupOf(id) === 0);
    expect(lineageIds.length).toBeGreaterThan(300);
    const countEach = () =>
      Promise.all(
        lineageIds.map((lineageId) =>
          hourlyLimits.count({ lineageId, windowNumber: 0, rateLimitPerHour: 1_000_000 })
        ),
      );
    await countEach();
    let rounds = 1;
    let isMoved = false;
    const name = `appointments:hourly-limit:{0}${lineageIds[0]}`;
    const moving = cluster.moveSlot(name).finally(() => isMoved = true);
    for (; !isMoved; rounds += 1) {
      await countEach();
      await wait(1);
    }
    await moving;
    expect(countedLocally).toBe(0);
    const states = await countEach();
    expect(new Set(states.map(({ remaining }) => 1_000_000 - remaining)))
      .toEqual(new Set([rounds + 1]));
  });
});
