import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { askRedis } from "../../../gateway/limits/redis_facts.ts";

/** Starts a sentinel that answers each command with the same reply. */
async function startSentinel(reply: string) {
  const server = createServer((socket) => {
    socket.on("data", (data) => {
      for (const _ of `${data}`.matchAll(/^\*\d+\r$/gm)) socket.write(`${reply}\r\n`);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { address, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

function ask(...addresses: string[]): Promise<number> {
  const url = `sentinel://${addresses.join()}/limits`;
  return askRedis(url, (redis) => redis.clock(), { maxMs: 2000 });
}

const closed = "127.0.0.1:1";

test.each([
  ["*-1", "knows no master of this name"],
  ["-ERR No such master with that name", "knows no master of this name"],
  ["-NOAUTH HELLO must be called", "requires a password (sentinelPassword in REDIS_URL)"],
  [
    "-WRONGPASS invalid username-password pair",
    "refuses the password (sentinelUser and sentinelPassword in REDIS_URL)",
  ],
  ["-NOPERM this user has no permissions", "answers: NOPERM this user has no permissions"],
])("a sentinel that answers %s is not called unreachable", async (reply, meaning) => {
  await using sentinel = await startSentinel(reply);
  const { address } = sentinel;
  await expect(ask(address)).rejects.toThrow(`no sentinel names a master: ${address} ${meaning}`);
});

test("each sentinel is named with its answer, and those that do not answer", async () => {
  await using one = await startSentinel("*-1");
  await using other = await startSentinel("-NOAUTH Authentication required.");
  await expect(ask(one.address, other.address, closed)).rejects.toThrow(
    `${one.address} knows no master of this name; ` +
      `${other.address} requires a password (sentinelPassword in REDIS_URL); ` +
      `${closed} does not answer`,
  );
});

test("sentinels of which none answers are called unreachable", async () => {
  await expect(ask(closed)).rejects.toThrow(/^All sentinels are unreachable/);
});
