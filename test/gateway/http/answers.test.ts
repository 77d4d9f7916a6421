import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, test } from "vitest";
import type { Connection } from "../../../gateway/http/connections.ts";
import { progressOf, watchAnswers } from "../../../gateway/http/unread_answers.ts";
import { connectRaw, serve } from "./support.ts";

// More than the kernel takes on behalf of a reader that does not read.
const large = new Uint8Array(32_000_000);
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`;
const attacker = "127.0.0.2";

test("an unread answer is cut, and its place is free again", async () => {
  await using server = await serve({
    rest: () => new Response(large),
    maxInFlight: 1,
    // Long enough to see the place taken, also on a busy machine.
    deadlines: { stallMs: 2000, sweepMs: 20 },
  });
  const raw = await connectRaw(server.url, attacker);
  raw.socket.pause().write(get("/api/x"));
  await expect.poll(async () => (await fetch(`${server.url}/api/y`, { method: "HEAD" })).status)
    .toBe(503);
  await expect.poll(async () => (await fetch(`${server.url}/api/y`, { method: "HEAD" })).status)
    .toBe(200);
  expect(server.logged).toContainEqual(expect.objectContaining({ isComplete: false }));
  raw.socket.destroy();
});

const deadlines = { bodyMs: 0, stallMs: 10_000, windowMs: 60_000, sweepMs: 1000 };

test.each<[string, number, boolean]>([
  ["2 KiB a second is not cut", 2048, false],
  ["half a KiB a second is cut", 512, true],
  ["nothing is cut", 0, true],
])("an answer of which its reader takes %s", (_, bytesPerSecond, isCut) => {
  const handle = { bytesWritten: 10_000_000, writeQueueSize: 10_000_000 };
  let wasCut = false;
  const socket = { _handle: handle, writableLength: 1, destroy: () => wasCut = true };
  const current = { outgoing: { headersSent: true } };
  const watch = watchAnswers(() => [{ socket, current }] as unknown as Connection[], deadlines);
  for (let second = 0; second <= 300; second += 1) {
    watch.sweep(second * 1000);
    // A reader's window opens by steps.
    if (second % 8 === 0) handle.writeQueueSize -= bytesPerSecond * 8;
  }
  expect(wasCut).toBe(isCut);
});

test("time without bytes that wait for the reader does not count", () => {
  let wasCut = false;
  const handle = { bytesWritten: 1000, writeQueueSize: 0 };
  const socket = { _handle: handle, writableLength: 0, destroy: () => wasCut = true };
  const current = { outgoing: { headersSent: true } };
  const watch = watchAnswers(() => [{ socket, current }] as unknown as Connection[], deadlines);
  for (let second = 0; second <= 300; second += 1) watch.sweep(second * 1000);
  expect(wasCut).toBe(false);
});

test("progressOf() sees each part of one large write that its reader takes", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const reader = connect((server.address() as AddressInfo).port, "127.0.0.1").pause();
  const [socket] = await once(server, "connection") as [Socket];
  socket.write(large);
  await expect.poll(() => progressOf(socket).taken).toBeGreaterThan(0);
  const unread = progressOf(socket);
  expect(unread.isPending).toBe(true);
  expect(unread.taken).toBeLessThan(large.length);
  // Reads a piece each time that is looked.
  reader.on("data", () => reader.pause());
  await expect.poll(() => {
    reader.resume();
    return progressOf(socket).taken;
  }, { interval: 1 }).toBeGreaterThan(unread.taken);
  expect(progressOf(socket).isPending).toBe(true);
  reader.removeAllListeners("data").resume();
  await expect.poll(() => progressOf(socket)).toEqual({ taken: large.length, isPending: false });
  const ended = once(reader, "end");
  socket.end();
  await ended;
  server.close();
});
