import { describe, expect, test } from "vitest";
import type { SignInAttempt } from "../../../core/mod.ts";
import { type OpenLimits, openLimits } from "../../../gateway/limits/mod.ts";
import {
  countsIn,
  hasRedisServer,
  type RedisServer,
  startRedis,
} from "../../support/redis_server.ts";
import { defaults, patient } from "./defaults.ts";
import { linesOf } from "./lines.ts";
import { timed } from "../../support/time_bounds.ts";

const values = { email: "someone@example.com", ipAddress: "203.0.113.9" };
const keysOf = ({ client }: RedisServer) => client.keys("appointments:sign-in-*");

async function openIn(server: RedisServer) {
  const { lines, log } = linesOf();
  const limits = await openLimits({ ...defaults, ...patient, redisUrl: server.url, log });
  return {
    ...limits,
    async untilBack() {
      await expect.poll(() => lines.at(-1)?.msg, { timeout: 60_000, interval: 10 })
        .toBe("limits are counted in Redis");
    },
  };
}

async function allowedOf(times: number, { signInLimits }: Pick<OpenLimits, "signInLimits">) {
  let allowed = 0;
  for (let i = 0; i < times; i += 1) {
    if ((await signInLimits.attempt({ ...values })).isAllowed) allowed += 1;
  }
  return allowed;
}

describe.skipIf(!hasRedisServer)("sign-in limits in Redis", () => {
  test("leave nothing personal there, and nothing for longer than its window", async () => {
    await using server = await startRedis();
    const limits = await openIn(server);
    expect(await allowedOf(7, limits)).toBe(5);
    const keys = await keysOf(server);
    expect(keys).toHaveLength(3);
    for (const key of keys) {
      expect(key).toMatch(
        /^appointments:sign-in-(address|account|hour):\{0\}[0-9a-f]{64}(:[0-9a-f]{64})?$/,
      );
      const ms = await server.client.pttl(key);
      expect(ms).toBeGreaterThan(0);
      expect(ms).toBeLessThanOrEqual(key.includes("hour") ? 3_600_000 : 900_000);
    }
    await limits.close();
  });

  test("a success takes back its own counts, and none from a window that was begun again", async () => {
    await using server = await startRedis();
    const limits = await openIn(server);
    const success = { ...values };
    await limits.signInLimits.attempt(success);
    await limits.signInLimits.forgive(success);
    expect(await keysOf(server)).toEqual([]);
    await limits.signInLimits.attempt(success);
    await server.client.flushall();
    await limits.signInLimits.forgive(success);
    expect(await keysOf(server)).toEqual([]);
    await limits.signInLimits.attempt(success);
    await server.client.flushall();
    await limits.signInLimits.attempt({ ...values });
    for (const key of await keysOf(server)) await server.client.pexpire(key, 905_000);
    await limits.signInLimits.forgive(success);
    expect(await countsIn(server.client, "sign-in")).toEqual([1, 1, 1]);
    await limits.close();
  });

  test(
    "an attempt that was counted without Redis is taken back there, also when Redis is back",
    timed,
    async () => {
      await using server = await startRedis();
      const limits = await openIn(server);
      const lost: SignInAttempt = { ...values };
      await limits.signInLimits.attempt(lost);
      await server.kill();
      const success: SignInAttempt = { ...values };
      expect((await limits.signInLimits.attempt(success)).isAllowed).toBe(true);
      expect(await allowedOf(10, limits)).toBe(4);
      await limits.signInLimits.forgive(lost);
      expect(await allowedOf(10, limits)).toBe(0);
      await server.restart();
      await limits.untilBack();
      expect(await allowedOf(2, limits)).toBe(2);
      await limits.signInLimits.forgive(success);
      expect(await countsIn(server.client, "sign-in")).toEqual([2, 2, 2]);
      await server.kill();
      expect(await allowedOf(10, limits)).toBe(1);
      await limits.close();
    },
  );
});
