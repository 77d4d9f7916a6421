import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { countsIn, hasRedisServer, startRedis } from "../../support/redis_server.ts";

test.skipIf(!hasRedisServer)(
  "of 120 attempts at once by three processes exactly 5 are allowed, and all are forgiven",
  async () => {
    await using server = await startRedis();
    const keys = () => server.client.keys("appointments:sign-in-*");
    using stack = new DisposableStack();
    const processes = await Promise.all(
      [1, 2, 3].map(async () => stack.use(await startAttempts(server.url))),
    );
    for (const { go } of processes) go();
    const allowed = await Promise.all(processes.map((each) => each.allowed()));
    expect(allowed.reduce((sum, each) => sum + each)).toBe(5);
    expect(await countsIn(server.client, "sign-in")).toEqual([5, 5]);
    for (const { go } of processes) go();
    await Promise.all(processes.map(({ ended }) => ended));
    expect(await keys()).toEqual([]);
  },
);

async function startAttempts(url: string) {
  const script = fileURLToPath(new URL("run_sign_in_attempts.ts", import.meta.url));
  const child = spawn(process.execPath, [script, url], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, "exit");
  await lines.next();
  return {
    go: () => child.stdin.write("\n"),
    allowed: async () => Number((await lines.next()).value),
    ended,
    // A test that fails must not leave it waiting.
    [Symbol.dispose]: () => void child.kill(),
  };
}
