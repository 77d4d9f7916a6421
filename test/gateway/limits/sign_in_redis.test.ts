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
import { maxMs, p99Ms, startLoad } from "./load.ts";
import { patience, timed } from "../../support/time_bounds.ts";

const values = { email: "someone@example.com", ipAddress: "203.0.113.9" };
const keysOf = ({ client }: RedisServer) => client.keys("appointments:sign-in-*");

async function openIn(server: RedisServer, waiting: typeof patient | object = patient) {
  const { lines, log } = linesOf();
  const limits = await openLimits({ ...defaults, ...waiting, redisUrl: server.url, log });
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
  test("leave nothing personal there, and nothing for longer than 15 minutes", async () => {
    await using server = await startRedis();
    const limits = await openIn(server);
    expect(await allowedOf(7, limits)).toBe(5);
    const keys = await keysOf(server);
    expect(keys).toHaveLength(2);
    for (const key of keys) {
      expect(key).toMatch(
        /^appointments:sign-in-(address|account):\{0\}:[0-9a-f]{64}(:[0-9a-f]{64})?$/,
      );
      const ms = await server.client.pttl(key);
      expect(ms).toBeGreaterThan(0);
      expect(ms).toBeLessThanOrEqual(900_000);
    }
    await limits.close();
  });

  test("emptied meanwhile: forgive() takes back exactly one count, and the others are merged", async () => {
    await using server = await startRedis();
    const limits = await openIn(server);
    const success = { ...values };
    await limits.signInLimits.attempt(success);
    await limits.signInLimits.forgive(success);
    expect(await keysOf(server)).toEqual([]);
    await limits.signInLimits.attempt(success);
    await limits.signInLimits.attempt({ ...values });
    await server.client.flushall();
    await limits.signInLimits.forgive(success);
    expect(await countsIn(server.client, "sign-in")).toEqual([1, 1]);
    expect(await allowedOf(10, limits)).toBe(4);
    await limits.close();
  });

  test("lost meanwhile: this process knows its counts, and forgive() takes back one of them", async () => {
    await using server = await startRedis();
    const limits = await openIn(server);
    const success: SignInAttempt = { ...values };
    await limits.signInLimits.attempt(success);
    await server.kill();
    expect(await allowedOf(10, limits)).toBe(4);
    await limits.signInLimits.forgive(success);
    expect(await allowedOf(10, limits)).toBe(1);
    await limits.close();
  });

  test(
    "back meanwhile: forgive() of an attempt without Redis is taken back in Redis",
    timed,
    async () => {
      await using server = await startRedis();
      const limits = await openIn(server);
      await server.kill();
      const success: SignInAttempt = { ...values };
      expect((await limits.signInLimits.attempt(success)).isAllowed).toBe(true);
      await server.restart();
      await limits.untilBack();
      expect(await allowedOf(10, limits)).toBe(4);
      await limits.signInLimits.forgive(success);
      expect(await countsIn(server.client, "sign-in")).toEqual([4, 4]);
      expect(await allowedOf(10, limits)).toBe(1);
      await limits.close();
    },
  );

  test.each<[string, (server: RedisServer) => unknown, (server: RedisServer) => unknown]>([
    ["killed and started again", (server) => server.kill(), (server) => server.restart()],
    [
      "stopped and continued",
      (server) => server.signal("SIGSTOP"),
      (server) => server.signal("SIGCONT"),
    ],
  ])("%s under load: never an error, soon, and never unlimited", timed, async (_, begin, end) => {
    await using server = await startRedis();
    const limits = await openIn(server, {});
    const load = startLoad(() => limits.signInLimits.attempt({ ...values }));
    await load.run(300);
    await begin(server);
    const first = await load.run(1000);
    await end(server);
    await limits.untilBack();
    await load.run(300);
    const samples = await load.stop();
    expect(samples.filter(({ error }) => error !== undefined)).toEqual([]);
    expect(p99Ms(first)).toBeLessThan(patience(150));
    expect(maxMs(first)).toBeLessThan(patience(300));
    const allowed = samples.filter(({ result }) => result!.isAllowed).length;
    expect(samples.length).toBeGreaterThan(100);
    expect(allowed).toBe(5);
    await limits.close();
  });
});
