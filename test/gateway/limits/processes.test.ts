import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../../gateway/embedded_postgres/free_port.ts";
import { type Api, startApi } from "../../support/api.ts";
import { staffOf } from "../../support/staff_callers.ts";
import {
  countsIn,
  hasRedisServer,
  type RedisServer,
  startRedis,
} from "../../support/redis_server.ts";
import { maxMs, p99Ms, startLoad } from "./load.ts";
import { patience, timed } from "../../support/time_bounds.ts";

const password = "a-password-that-no-log-may-show";

async function newKey(api: Api, rateLimitPerHour: number, isRevoked = false): Promise<string> {
  const { application } = api.seeding;
  const { organizationId } = await api.organization();
  const { key, ...apiKey } = await application.createApiKey(organizationId, {
    name: "limited",
    environment: "LIVE",
    scopes: ["READ_APPOINTMENTS"],
    rateLimitPerHour,
  });
  if (isRevoked) await application.revokeApiKey({ organizationId, id: apiKey.id });
  return key;
}

describe.skipIf(!hasRedisServer)("two processes over one Redis", () => {
  let redis: RedisServer;
  let api: Api;
  beforeAll(async () => {
    redis = await startRedis({ password });
    api = await startApi({ processes: 2, environment: { REDIS_URL: redis.url } });
  });
  afterAll(async () => {
    await api[Symbol.asyncDispose]();
    await redis[Symbol.asyncDispose]();
  });

  test("a raised limit helps in both processes at once, and a lowered one holds in both", async () => {
    const { application } = api.seeding;
    const { organizationId } = await api.organization();
    const { key, id } = await application.createApiKey(organizationId, {
      name: "limited",
      environment: "LIVE",
      scopes: ["READ_APPOINTMENTS"],
      rateLimitPerHour: 1,
    });
    const statuses = async () => {
      const found = [];
      for (const process of [0, 1, 0, 1]) {
        found.push((await api.call("GET", "/api/v1/departments", { key, process })).status);
      }
      return found;
    };
    expect(await statuses()).toEqual([200, 429, 429, 429]);
    const staff = staffOf(organizationId);
    await application.staff.updateApiKey(staff, { id, rateLimitPerHour: 3 });
    expect(await statuses()).toEqual([200, 200, 200, 429]);
    await application.staff.updateApiKey(staff, { id, rateLimitPerHour: 1 });
    expect(await statuses()).toEqual([200, 429, 429, 429]);
  });

  test("of 1,000 requests at a limit of 100, half to each, exactly 100 are admitted", async () => {
    const key = await newKey(api, 100);
    const answers = await Promise.all(
      Array.from(
        { length: 1000 },
        (_, i) => api.call("GET", "/api/v1/departments", { key, process: i % 2 }),
      ),
    );
    const admitted = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 429);
    expect(admitted.length + refused.length).toBe(1000);
    const remaining = admitted.map(({ headers }) => Number(headers.get("X-RateLimit-Remaining")));
    const each = Array.from({ length: 100 }, (_, i) => i);
    if (isDeepStrictEqual(remaining.sort((a, b) => a - b), each)) return;
    // Unless a process said that Redis kept it waiting for more than a tenth of a second: it counts by itself then.
    const awayFrom = () =>
      api.services.filter(({ errors }) => errors().includes("Redis is unreachable"));
    const message = `admitted ${admitted.length} while Redis was never away`;
    await expect.poll(awayFrom, { message }).not.toEqual([]);
    expect(admitted.length).toBeGreaterThanOrEqual(100);
    expect(admitted.length).toBeLessThanOrEqual(2 * 100);
  });

  test(
    "Redis killed, restarted, stopped, continued and emptied under load: 200 or 429, and soon",
    timed,
    async () => {
      const limit = 60;
      const [free, limited] = [await newKey(api, 1_000_000), await newKey(api, limit)];
      let turn = 0;
      const load = startLoad(async () => {
        turn += 1;
        const [key, process] = [turn % 4 < 2 ? free : limited, turn % 2];
        const { status } = await api.call("GET", "/api/v1/departments", { key, process });
        return { status, key };
      }, { callers: 10 });
      // The same requests without the limit are delayed by the machine in the same way.
      const revoked = await newKey(api, 1, true);
      let controlTurn = 0;
      const control = startLoad(
        () => api.call("GET", "/api/v1/departments", { key: revoked, process: controlTurn++ % 2 }),
        { callers: 4 },
      );
      const run = async (ms: number) => {
        const [limits, others] = await Promise.all([load.run(ms), control.run(ms)]);
        return p99Ms(limits) - maxMs(others);
      };
      await run(300);
      await redis.kill();
      const killed = await run(600);
      await redis.restart();
      await run(600);
      redis.signal("SIGSTOP");
      const stopped = await run(600);
      const later = await run(600);
      redis.signal("SIGCONT");
      await run(300);
      await redis.client.flushall();
      const emptied = await run(600);
      const [samples] = await Promise.all([load.stop(), control.stop()]);
      const answers = samples.map(({ result, error }) => {
        if (error !== undefined) throw error;
        return result!;
      });
      expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 429]);
      expect(answers.filter(({ key }) => key === free).every(({ status }) => status === 200)).toBe(
        true,
      );
      // Each process knows what it has counted itself, whatever Redis has lost.
      const admitted = answers.filter(({ key, status }) => key === limited && status === 200);
      expect(admitted.length).toBeGreaterThanOrEqual(limit);
      expect(admitted.length).toBeLessThanOrEqual(2 * limit);
      expect(Math.max(killed, stopped, emptied)).toBeLessThan(patience(150));
      expect(later).toBeLessThan(patience(50));
    },
  );
});

describe.skipIf(!hasRedisServer)("two HTTP processes of one service", () => {
  test("count as one service: exactly, over one connection to Redis", async () => {
    await using redis = await startRedis();
    const metricsPort = await freePort();
    const environment = {
      REDIS_URL: redis.url,
      HTTP_PROCESSES: "2",
      METRICS_PORT: `${metricsPort}`,
    };
    await using api = await startApi({ environment });
    const key = await newKey(api, 100);
    const count = (times: number) =>
      Promise.all(Array.from({ length: times }, async () => {
        const { status } = await api.call("GET", "/api/v1/departments", { key });
        return status;
      }));
    const statuses = await count(150);
    // Redis has lost the window. The service has not.
    await redis.client.flushall();
    statuses.push(...await count(50));
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    // On a busy machine Redis may answer late. What was counted meanwhile is sent later.
    await expect.poll(() => countsIn(redis.client, "hourly-limit")).toEqual([200]);
    const metrics = async () => {
      const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
      return await answer.text();
    };
    await expect.poll(metrics).toMatch(/^appointment_redis_up 1$/m);
    // The other one is the test's own. One that was replaced, because Redis was late, closes soon.
    await expect.poll(async () => (await redis.client.client("LIST") as string).trim().split("\n"))
      .toHaveLength(2);
  });
});

describe.skipIf(!hasRedisServer)("a Redis that is away", () => {
  test(
    "does not hinder the start, is used once it comes, nor hinders the stop; its password stays secret",
    timed,
    async () => {
      await using redis = await startRedis({ password });
      await redis.kill();
      const api = await startApi({ environment: { REDIS_URL: redis.url } });
      const key = await newKey(api, 5);
      const remaining = async () => {
        const { headers } = await api.call("GET", "/api/v1/departments", { key });
        return Number(headers.get("X-RateLimit-Remaining"));
      };
      for (const left of [4, 3, 2, 1, 0]) expect(await remaining()).toBe(left);
      await redis.restart();
      await expect.poll(() => api.services[0]!.errors())
        .toContain("limits are counted in Redis");
      await expect.poll(() => countsIn(redis.client, "hourly-limit")).toEqual([5]);
      redis.signal("SIGSTOP");
      const fromMs = performance.now();
      const { exitCode, errors } = await api.services[0]!.stop();
      expect(exitCode).toBe(0);
      expect(performance.now() - fromMs).toBeLessThan(patience(3000));
      await api[Symbol.asyncDispose]();
      // Standard error also has plain lines for people.
      const logged = errors.split("\n").filter((line) => line.startsWith("{"));
      const messages = logged.map((line) => JSON.parse(line));
      expect(messages).toContainEqual(
        expect.objectContaining({ level: 40, reason: expect.stringContaining("ECONNREFUSED") }),
      );
      expect(messages).toContainEqual(
        expect.objectContaining({ msg: "limits are counted in Redis" }),
      );
      expect(errors).not.toContain(password);
    },
  );
});
