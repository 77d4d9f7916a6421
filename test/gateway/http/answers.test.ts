import { expect, test } from "vitest";
import { connectRaw, serve } from "./support.ts";

// More than the kernel takes on behalf of a reader that does not read.
const large = new Uint8Array(32_000_000);
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`;
const attacker = "127.0.0.2";

test("an answer that nobody reads is cut, and its place is free again", async () => {
  await using server = await serve({
    rest: () => new Response(large),
    maxInFlight: 1,
    deadlines: { stallMs: 300, sweepMs: 20 },
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

test("a reader that is slow but steady gets the whole answer, past every deadline", async () => {
  await using server = await serve({
    rest: () => new Response(large),
    deadlines: { stallMs: 1000, windowMs: 500, sweepMs: 20 },
  });
  const raw = await connectRaw(server.url);
  let length = 0;
  raw.socket.on("data", (chunk: Buffer) => {
    length += chunk.length;
    raw.socket.pause();
    setTimeout(() => raw.socket.resume(), chunk.length / 12_000);
  });
  const startedAt = performance.now();
  raw.socket.write(get("/api/x").replace("Host: h", "Host: h\r\nConnection: close"));
  await raw.closed;
  expect(length).toBeGreaterThan(large.length);
  expect(performance.now() - startedAt).toBeGreaterThan(2000);
});

test("a reader that takes a little now and then is cut by the least rate", async () => {
  await using server = await serve({
    rest: () => new Response(large),
    deadlines: { stallMs: 60_000, windowMs: 500, sweepMs: 20 },
  });
  const raw = await connectRaw(server.url);
  raw.socket.pause().write(get("/api/x"));
  await expect.poll(() => {
    raw.socket.read(1);
    return server.logged;
  }).toContainEqual(expect.objectContaining({ isComplete: false }));
  raw.socket.destroy();
});
