import { execFile, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { openLimits } from "../../../gateway/limits/mod.ts";
import { countsIn, hasRedisServer, startRedis } from "../../support/redis_server.ts";
import { defaults, patient } from "./defaults.ts";
import { linesOf } from "./lines.ts";
import { patience, timed } from "../../support/time_bounds.ts";

describe.skipIf(!hasRedisServer)("the connection to Redis", () => {
  test("a process that was too busy to read an answer does not consider Redis unreachable", async () => {
    await using server = await startRedis();
    const { lines, log } = linesOf();
    const redisAnswerMs = 1000;
    const options = { ...defaults, redisUrl: server.url, redisAnswerMs, log };
    const { hourlyLimits, close } = await openLimits(options);
    const key = { lineageId: randomUUID(), windowNumber: 0, rateLimitPerHour: 10 };
    const untilMs = performance.now() + redisAnswerMs + 200;
    const counted = hourlyLimits.count(key);
    // Counts are sent at the end of a turn.
    await setImmediate();
    // All of this keeps the event loop from everything else.
    const name = `appointments:hourly-limit:{0}${key.lineageId}`;
    const asking = ["-u", server.url, "get", name];
    const inRedis = () => {
      const { stdout, error } = spawnSync("redis-cli", asking, { encoding: "utf8" });
      if (error) throw error;
      return stdout;
    };
    while (inRedis() !== "1\n");
    while (performance.now() < untilMs);
    expect((await counted).remaining).toBe(9);
    expect((await hourlyLimits.count(key)).remaining).toBe(8);
    expect(lines.map(({ msg }) => msg)).toEqual(["limits are counted in Redis"]);
    await close();
  });

  test("has one command for all counts of a turn of the event loop", async () => {
    await using server = await startRedis();
    const { hourlyLimits, staffLimits, close } = await openLimits({
      ...defaults,
      ...patient,
      redisUrl: server.url,
    });
    await server.client.config("RESETSTAT");
    const keys = Array.from({ length: 20 }, (_, i) => ({
      lineageId: randomUUID(),
      windowNumber: i % 2,
      rateLimitPerHour: 10,
    }));
    const counted = [...keys, ...keys].map((key) => hourlyLimits.count(key));
    const weighed = staffLimits.count(1, 7);
    expect((await Promise.all(counted)).map(({ remaining }) => remaining))
      .toEqual([...keys.map(() => 9), ...keys.map(() => 8)]);
    expect((await weighed).resetSeconds).toBe(60);
    expect(await countsIn(server.client, "staff-limit:{0}1")).toEqual([7]);
    expect(await server.client.info("commandstats")).toContain("cmdstat_evalsha:calls=1,");
    await close();
  });

  test("is one, whichever limits are counted", async () => {
    await using server = await startRedis();
    const { hourlyLimits, staffLimits, signInLimits, close } = await openLimits({
      ...defaults,
      ...patient,
      redisUrl: server.url,
    });
    const lineageId = randomUUID();
    await hourlyLimits.count({ lineageId, windowNumber: 0, rateLimitPerHour: 10 });
    await staffLimits.count(1);
    await signInLimits.attempt({ email: "a@example.com", ipAddress: "203.0.113.9" });
    const { client } = server;
    expect(await countsIn(client, lineageId)).toEqual([1]);
    expect(await countsIn(client, "staff-limit:{0}1")).toEqual([1]);
    expect(await client.keys("appointments:sign-in-*")).toHaveLength(3);
    // The other one is the test's own.
    expect((await client.client("LIST") as string).trim().split("\n")).toHaveLength(2);
    await close();
  });

  test("is closed if Redis refuses the password: the process counts, and the log has no password", async () => {
    await using server = await startRedis({ password: "another" });
    const { lines, log } = linesOf();
    const redisUrl = server.url.replace("another", "geheim");
    const { hourlyLimits, close } = await openLimits({ ...defaults, redisUrl, log });
    const key = { lineageId: randomUUID(), windowNumber: 0, rateLimitPerHour: 1 };
    expect((await hourlyLimits.count(key)).isAllowed).toBe(true);
    expect((await hourlyLimits.count(key)).isAllowed).toBe(false);
    await expect.poll(() => lines.map(({ reason }) => reason))
      .toContainEqual(expect.stringContaining("WRONGPASS"));
    expect(JSON.stringify(lines)).not.toContain("geheim");
    await close();
  });

  test("counts without Redis are reported only while Redis is away", async () => {
    await using server = await startRedis();
    let local = 0;
    const { log } = linesOf();
    const { hourlyLimits, isRedisUp, close } = await openLimits({
      ...defaults,
      redisUrl: server.url,
      log,
      onLocalCount: () => local += 1,
    });
    const count = () =>
      hourlyLimits.count({ lineageId: "l", windowNumber: 0, rateLimitPerHour: 10 });
    await count();
    expect([isRedisUp!(), local]).toEqual([true, 0]);
    await server.kill();
    await expect.poll(() => isRedisUp!()).toBe(false);
    await count();
    expect(local).toBe(1);
    await close();
  });

  test(
    "close() ends a connection to a Redis that does not answer, and the process with it",
    timed,
    async () => {
      await using server = await startRedis();
      const script = fileURLToPath(new URL("run_close.ts", import.meta.url));
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [script, server.url, `${server.processId()}`],
      );
      expect(Number(stdout)).toBeLessThan(patience(500));
    },
  );
});

test("a server that answers without a count is not used, and refuses nobody", async () => {
  await using server = await startWrongServer();
  const { lines, log } = linesOf();
  const { hourlyLimits, close } = await openLimits({ ...defaults, redisUrl: server.url, log });
  const state = await hourlyLimits.count({
    lineageId: randomUUID(),
    windowNumber: 0,
    rateLimitPerHour: 10,
  });
  expect(state).toMatchObject({ isAllowed: true, remaining: 9 });
  expect(lines).toMatchObject([{ reason: "the answer is not a count" }]);
  await close();
});

/** Starts a server that speaks the protocol of Redis and answers OK to each command. */
async function startWrongServer(): Promise<{ url: string } & AsyncDisposable> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", (data: Buffer) => {
      const commands = data.toString().match(/^\*\d+\r$/gm) ?? [];
      socket.write("+OK\r\n".repeat(commands.length));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `redis://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
