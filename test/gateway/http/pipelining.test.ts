import { expect, test } from "vitest";
import type { Handler } from "../../../gateway/http/routes.ts";
import { connectRaw, serve, statusFrom } from "./support.ts";

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`;

test("pipelined requests are handled one at a time, in order, and each is answered", async () => {
  let [underWay, maxUnderWay] = [0, 0];
  const rest: Handler = async ({ url }) => {
    underWay += 1;
    maxUnderWay = Math.max(maxUnderWay, underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
    return new Response(`<${new URL(url).pathname.slice(5)}>`);
  };
  await using server = await serve({ rest, maxInFlight: 2 });
  const numbers = Array.from({ length: 3000 }, (_, i) => String(i));
  const raw = await connectRaw(server.url);
  raw.socket.write(numbers.map((number) => get(`/api/${number}`)).join(""));
  await expect.poll(() => raw.text().endsWith("<2999>")).toBe(true);
  expect([...raw.text().matchAll(/<(\d+)>/g)].map(([, number]) => number)).toEqual(numbers);
  expect(maxUnderWay).toBe(1);
  raw.socket.destroy();
});

test("requests of other connections are handled between pipelined ones that need no time", async () => {
  let handled = 0;
  let handledBefore = Infinity;
  const rest: Handler = ({ url }) => {
    if (url.endsWith("/other")) handledBefore = handled;
    else if (handled++ === 0) other.socket.write(get("/api/other"));
    return new Response("{}");
  };
  await using server = await serve({ rest });
  const other = await connectRaw(server.url);
  const raw = await connectRaw(server.url);
  raw.socket.write(get("/api/x").repeat(2000));
  await expect.poll(() => handled).toBe(2000);
  expect(handledBefore).toBeLessThan(100);
  raw.socket.destroy();
});

test("20,000 pipelined requests that need no time are all answered, and are read a few at a time", async () => {
  await using server = await serve();
  const raw = await connectRaw(server.url);
  let answers = 0;
  raw.socket.on(
    "data",
    (chunk: Buffer) => answers += chunk.toString().split("HTTP/1.1").length - 1,
  );
  for (let i = 0; i < 10; i += 1) raw.socket.write(get("/api/x").repeat(2000));
  await expect.poll(() => answers, { timeout: 60_000 }).toBe(20_000);
  raw.socket.destroy();
});

test("a request with a body is answered between others", async () => {
  const rest: Handler = async (request) => new Response(`<${await request.text()}>`);
  await using server = await serve({ rest });
  const raw = await connectRaw(server.url);
  const post = "POST /api/b HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nbody";
  raw.socket.write(get("/api/a") + post + get("/api/c"));
  await expect.poll(() => raw.text().match(/<\w*>/g)).toEqual(["<>", "<body>", "<>"]);
  raw.socket.destroy();
});

test("requests that wait behind an unread answer take no place", async () => {
  const large = new Uint8Array(32_000_000);
  await using server = await serve({
    rest: ({ url }) => new Response(url.endsWith("/large") ? large : "{}"),
    maxInFlight: 3,
  });
  const raw = await connectRaw(server.url, "127.0.0.2");
  raw.socket.pause().write(get("/api/large").repeat(1000));
  const statuses = () =>
    Promise.all(["127.0.0.2", "127.0.0.3"].map((from) => statusFrom(from, `${server.url}/api/x`)));
  for (let i = 0; i < 5; i += 1) expect(await statuses()).toEqual([200, 200]);
  raw.socket.destroy();
});

test("a connection with more than a few waiting requests is not read", async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await using server = await serve({
    rest: async () => {
      await released;
      return new Response("{}");
    },
  });
  const raw = await connectRaw(server.url);
  const flood = get("/api/x").repeat(2000);
  let isDrained = true;
  while (isDrained && raw.socket.bytesWritten < 200_000_000) {
    isDrained = raw.socket.write(flood);
    // Gives the server its turn to read.
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (!isDrained) isDrained = raw.socket.writableLength === 0;
  }
  expect(raw.socket.writableLength).toBeGreaterThan(0);
  release();
  raw.socket.destroy();
});

test("a closed connection discards its waiting requests", async () => {
  const handled: string[] = [];
  const { promise: aborted, resolve: abort } = Promise.withResolvers<void>();
  await using server = await serve({
    rest: async ({ url, signal }) => {
      handled.push(new URL(url).pathname);
      signal.addEventListener("abort", () => abort());
      if (url.endsWith("/first")) await aborted;
      return new Response("{}");
    },
  });
  const raw = await connectRaw(server.url);
  raw.socket.write(get("/api/first") + get("/api/second"));
  await expect.poll(() => handled).toEqual(["/api/first"]);
  raw.socket.destroy();
  await aborted;
  await fetch(`${server.url}/api/third`);
  expect(handled).toEqual(["/api/first", "/api/third"]);
});
