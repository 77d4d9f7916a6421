import { expect, test } from "vitest";
import { startHttpServer } from "../../../gateway/http/http_server.ts";
import { timed } from "../../support/time_bounds.ts";
import { connectRaw, serve } from "./support.ts";
import { pino } from "pino";

const get = "GET /x HTTP/1.1\r\nHost: h\r\n\r\n";

/** A handler that answers when the test says so. */
function heldHandler() {
  const released = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const rest = async () => {
    reached.resolve();
    await released.promise;
    return new Response("done");
  };
  return { rest, reached: reached.promise, release: released.resolve };
}

test("stop() finishes the running request with Connection: close, and accepts no new one", async () => {
  const { rest, reached, release } = heldHandler();
  const server = await serve({ rest });
  const raw = await connectRaw(server.url);
  raw.socket.write(get);
  await reached;
  const stopped = server.stop();
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow("fetch failed");
  release();
  await stopped;
  expect(await raw.closed).toMatch(/^HTTP\/1.1 200 OK[^]*connection: close[^]*done$/i);
});

test("stop() closes idle connections at once, also those without any request", async () => {
  const server = await serve({ maxStopMs: 60_000 });
  const used = await connectRaw(server.url);
  const silent = await connectRaw(server.url);
  used.socket.write(get);
  await expect.poll(() => used.text()).toContain("{}");
  await server.stop();
  await Promise.all([used.closed, silent.closed]);
});

test("stop() cuts requests that take longer than its time limit", async () => {
  const { rest, reached } = heldHandler();
  const server = await serve({ rest, maxStopMs: 50 });
  const raw = await connectRaw(server.url);
  raw.socket.write(get);
  await reached;
  await server.stop();
  expect(await raw.closed).toBe("");
  expect(server.logged).toContainEqual(expect.objectContaining({ level: 40, open: 1 }));
});

test("stop() does not wait for unfinished bodies and unread answers", async () => {
  const large = new Uint8Array(32_000_000);
  const server = await serve({ rest: () => new Response(large), maxStopMs: 50 });
  const unread = await connectRaw(server.url);
  unread.socket.pause().write(get);
  const unfinished = await connectRaw(server.url);
  unfinished.socket.write("POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n{");
  await fetch(`${server.url}/healthz`);
  await server.stop();
  unread.socket.resume();
  expect(await unfinished.closed).toBe("");
  expect((await unread.closed).length).toBeLessThan(large.length);
});

test("stop() ends a connection after the running answer and starts no pipelined request", async () => {
  const { rest, reached, release } = heldHandler();
  const server = await serve({ rest });
  const raw = await connectRaw(server.url);
  raw.socket.write(get + get.replace("/x", "/readyz"));
  await reached;
  const stopped = server.stop();
  release();
  await stopped;
  expect((await raw.closed).match(/HTTP\/1.1 200/g)).toHaveLength(1);
});

test(
  "stop() first serves for the drain time, not ready, closing each connection with its answer",
  timed,
  async () => {
    // All of these requests must be made meanwhile.
    const drainMs = 1000;
    const server = await serve({ drainMs });
    const idle = await connectRaw(server.url);
    idle.socket.write(get);
    await expect.poll(() => idle.text()).toContain("{}");
    const startedAt = performance.now();
    const stopped = server.stop();
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    const fresh = await connectRaw(server.url);
    fresh.socket.write(get);
    expect(await fresh.closed).toMatch(/^HTTP\/1.1 200 OK[^]*connection: close/i);
    // The proxy may use a connection that was idle when the drain began.
    idle.socket.write(get);
    expect((await idle.closed).match(/HTTP\/1.1 200/g)).toHaveLength(2);
    await stopped;
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(drainMs - 5);
  },
);

test("stop() of a server that was never opened does not drain", async () => {
  const server = await serve({ isOpen: false, drainMs: 60_000 });
  await server.stop();
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow("fetch failed");
});

test("a port in use is reported in one line", async () => {
  await using server = await serve();
  const port = Number(new URL(server.url).port);
  const second = startHttpServer({
    host: "127.0.0.1",
    port,
    version: "0",
    log: pino({ level: "silent" }),
    trustedProxies: 0,
    maxInFlight: 100,
  });
  await expect(second).rejects.toThrow(
    `Cannot listen on http://127.0.0.1:${port}: the port is already in use`,
  );
});
