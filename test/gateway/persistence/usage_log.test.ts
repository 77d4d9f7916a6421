import { setImmediate } from "node:timers/promises";
import type { Pool } from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BufferedUsageLog } from "../../../gateway/persistence/usage/usage_log.ts";

const timestamp = Temporal.Instant.from("2026-11-01T12:00:00Z");
const use = { organizationId: 1, apiKeyId: 1, timestamp };
const entry = {
  ...use,
  environment: "LIVE" as const,
  endpoint: "/api/v1/departments",
  routeTemplate: "GET /api/v1/departments",
  method: "GET",
  statusCode: 200,
  creditsConsumed: 0,
  responseTimeMs: 1,
  ipAddress: "192.0.2.1",
  userAgent: "test",
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("closing without a database retries for 5 s, at a bounded rate", () => {
  test.each([
    ["for entries, which are lost", (log: BufferedUsageLog) => log.record(entry), 1],
    ["for when keys were used, which is no loss", (log: BufferedUsageLog) => log.noteUse(use), 0],
  ])("%s", async (_, keep, lost) => {
    let asked = 0;
    const query = async () => {
      asked += 1;
      await setImmediate();
      throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    };
    const error = vi.fn();
    const log = new BufferedUsageLog({ query } as unknown as Pool, { warn: () => {}, error });
    keep(log);
    const startedAt = performance.now();
    let isClosed = false;
    const closed = log.close().then(() => isClosed = true);
    while (!isClosed && asked < 1000) await vi.advanceTimersByTimeAsync(100);
    expect(asked).toBeLessThanOrEqual(52);
    await closed;
    expect(performance.now() - startedAt).toBeGreaterThan(5000);
    expect(error).toHaveBeenCalledTimes(lost);
  });
});
