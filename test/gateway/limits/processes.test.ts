import { setTimeout as delay } from "node:timers/promises";
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
import { startLoad } from "./load.ts";
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

  /**
   * Runs a check of exact counts. A process whose Redis is late by a tenth of a second counts by itself, and says so: then
   * the check is run again.
   */
  async function whileRedisAnswers(check: () => Promise<void>): Promise<void> {
    const losses = () =>
      api.services.flatMap(({ errors }) => errors().split("Redis is unreachable").slice(1)).length;
    for (let tries = 1;; tries += 1) {
      const before = losses();
      try {
        return await check();
      } catch (error) {
        const isLost = await expect.poll(losses).toBeGreaterThan(before).then(
          () => true,
          () => false,
        );
        if (tries === 5 || !isLost) throw error;
        // Until it counts in Redis again.
        await delay(1000);
      }
    }
  }

  test("a raised limit helps in both processes at once, and a lowered one holds in both", async () => {
    const { application } = api.seeding;
    await whileRedisAnswers(async () => {
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
  });

  test("of 1,000 requests at a limit of 100, half to each, exactly 100 are admitted", async () => {
    const key = await newKey(api, 100);
    const answers = await Promise.all(
      Array.from(
        { length: 1000 },
        (_, i) => api.call("GET", "/api/v1/departments", { key, process: i % 2 }),
      ),
    );
    expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 429]);
    const admitted = answers.filter(({ status }) => status === 200);
    const remaining = admitted.map(({ headers }) => Number(headers.get("X-RateLimit-Remaining")));
    const each = Array.from({ length: 100 }, (_, i) => i);
    if (isDeepStrictEqual(remaining.sort((a, b) => a - b), each)) return;
    // A process whose Redis is late by a tenth of a second counts by itself, and says so.
    const awayFrom = () =>
      api.services.filter(({ errors }) => errors().includes("Redis is unreachable"));
    const message = `admitted ${admitted.length} while Redis was never away`;
    await expect.poll(awayFrom, { message }).not.toEqual([]);
    expect(admitted.length).toBeGreaterThanOrEqual(100);
    expect(admitted.length).toBeLessThanOrEqual(3 * 100);
  });

  test("Redis killed, restarted, stopped, continued and emptied under load: 200 or 429", async () => {
    const limit = 60;
    const [free, limited] = [await newKey(api, 1_000_000), await newKey(api, limit)];
    let turn = 0;
    const load = startLoad(async () => {
      turn += 1;
      const [key, process] = [turn % 4 < 2 ? free : limited, turn % 2];
      const { status } = await api.call("GET", "/api/v1/departments", { key, process });
      return { status, key };
    }, { callers: 10 });
    await load.run(300);
    await redis.kill();
    await load.run(600);
    await redis.restart();
    await load.run(600);
    redis.signal("SIGSTOP");
    await load.run(1200);
    redis.signal("SIGCONT");
    await load.run(300);
    await redis.client.flushall();
    await load.run(300);
    const answers = (await load.stop()).map(({ result, error }) => {
      if (error !== undefined) throw error;
      return result!;
    });
    const statusesOf = (one: string) =>
      answers.filter(({ key }) => key === one).map(({ status }) => status);
    expect([...new Set(statusesOf(free))]).toEqual([200]);
    expect([...new Set(statusesOf(limited))].sort()).toEqual([200, 429]);
    // Each of two processes may admit the limit by itself, and Redis has lost the window twice.
    const admitted = statusesOf(limited).filter((status) => status === 200).length;
    expect(admitted).toBeGreaterThanOrEqual(limit);
    expect(admitted).toBeLessThanOrEqual(5 * limit);
  });
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
    // A process whose Redis is late by a tenth of a second counts by itself, and says so.
    if (!api.services[0]!.errors().includes("Redis is unreachable")) {
      expect(statuses.filter((status) => status === 200)).toHaveLength(100);
      expect(await countsIn(redis.client, "hourly-limit")).toEqual([150]);
    }
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
      expect(await remaining()).toBe(4);
      expect(await countsIn(redis.client, "hourly-limit")).toEqual([1]);
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
