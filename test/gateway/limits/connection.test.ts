import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { openHourlyLimits } from "../../../gateway/limits/mod.ts";
import { hasRedisServer, startRedis } from "../../support/redis_server.ts";
import { linesOf } from "./lines.ts";

describe.skipIf(!hasRedisServer)("the connection to Redis", () => {
  test("a process that was itself too busy to read an answer does not take Redis to be away", async () => {
    await using server = await startRedis();
    const { lines, log } = linesOf();
    const limits = await openHourlyLimits({ redisUrl: server.url, log });
    const lineageId = randomUUID();
    const counted = limits.count({ lineageId, rateLimitPerHour: 10 });
    const untilMs = performance.now() + 300;
    while (performance.now() < untilMs) { /* keeps the event loop from everything else */ }
    expect((await counted).remaining).toBe(9);
    expect((await limits.count({ lineageId, rateLimitPerHour: 10 })).remaining).toBe(8);
    expect(lines.map(({ msg }) => msg)).toEqual(["limits are counted in Redis"]);
    await limits.close();
  });

  test("close() ends a connection to a Redis that does not answer, and the process with it", async () => {
    await using server = await startRedis();
    const script = fileURLToPath(new URL("run_close.ts", import.meta.url));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [script, server.url, `${server.processId()}`],
    );
    expect(Number(stdout)).toBeLessThan(500);
  });
});
