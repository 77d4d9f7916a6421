import { expect, test } from "vitest";
import { connectRaw, serve } from "./support.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

test("/healthz is 200 while the process lives, whatever the database does", async () => {
  await using server = await serve({ isReady: () => Promise.reject(new Error("away")) });
  const response = await fetch(`${server.url}/healthz`);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: "ok" });
  expect(response.headers.get("x-request-id")).toMatch(uuid);
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
});

test("/readyz is 200 when the database is ready", async () => {
  await using server = await serve();
  expect((await fetch(`${server.url}/readyz?probe=1`)).status).toBe(200);
});

test.each([
  ["is not ready", async () => false],
  ["is away", () => Promise.reject(new Error("away"))],
  ["hangs", () => new Promise<boolean>(() => {})],
])("/readyz is 503 in the envelope when the database %s", async (_, isReady) => {
  await using server = await serve({ isReady });
  const response = await fetch(`${server.url}/readyz`);
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("1");
  expect(response.headers.get("x-request-id")).toMatch(uuid);
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(await response.json()).toMatchObject({ error: { code: "SERVICE_UNAVAILABLE" } });
});

test("/readyz is 503 while the database accepts no writes, and everything else is served", async () => {
  let acceptsWrites = false;
  await using server = await serve({ acceptsWrites: () => acceptsWrites });
  const response = await fetch(`${server.url}/readyz`);
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(await response.json()).toMatchObject({
    error: { code: "SERVICE_UNAVAILABLE", message: "The database accepts no writes" },
  });
  expect((await fetch(`${server.url}/api/v1/departments`)).status).toBe(200);
  acceptsWrites = true;
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});

test("before open() the service is alive, not ready, and every path is 503", async () => {
  await using server = await serve({ isOpen: false });
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
  expect((await fetch(`${server.url}/api/v1/departments`)).status).toBe(503);
});

test("a probe with another method than GET and HEAD is 405 with Allow", async () => {
  await using server = await serve();
  const response = await fetch(`${server.url}/readyz`, { method: "POST" });
  expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});

test("everything else reaches the REST handler with the caller's address", async () => {
  await using server = await serve({
    rest: async (request, { ipAddress }) =>
      Response.json({ url: request.url, body: await request.text(), ipAddress }),
    trustedProxies: 1,
  });
  const response = await fetch(`${server.url}/healthz/x?y=1`, {
    method: "POST",
    body: "hello",
    headers: { "X-Forwarded-For": "6.6.6.6, 203.0.113.9" },
  });
  const url = `${server.url}/healthz/x?y=1`;
  expect(await response.json()).toEqual({ url, body: "hello", ipAddress: "203.0.113.9" });
});

test("a handler that throws is answered with 500 without details of the defect", async () => {
  await using server = await serve({ rest: () => Promise.reject(new Error("geheim")) });
  const response = await fetch(`${server.url}/x`);
  expect(response.status).toBe(500);
  expect(response.headers.get("x-request-id")).toMatch(uuid);
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({ error: { code: "INTERNAL_ERROR" } });
  expect(text).not.toContain("geheim");
  expect(server.logged).toContainEqual(expect.objectContaining({ level: 50 }));
});

test.each([
  ["bytes that are no HTTP", "\u0000\u0001\r\n\r\n", 400, "VALIDATION_ERROR"],
  ["a header without a colon", "GET / HTTP/1.1\r\nHost\r\n\r\n", 400, "VALIDATION_ERROR"],
  ["no Host", "GET /x HTTP/1.1\r\n\r\n", 400, "VALIDATION_ERROR"],
  ["two Hosts", "GET /x HTTP/1.1\r\nHost: h\r\nhost: h\r\n\r\n", 400, "VALIDATION_ERROR"],
  [
    "two Hosts in HTTP/1.0",
    "GET /x HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n",
    400,
    "VALIDATION_ERROR",
  ],
  [
    "a Host that is none",
    "GET /x HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n",
    400,
    "VALIDATION_ERROR",
  ],
  [
    "headers of more than 16 KiB",
    `GET /x HTTP/1.1\r\nHost: h\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`,
    431,
    "REQUEST_HEADERS_TOO_LARGE",
  ],
])("%s: answered in the envelope, and the connection closed", async (_, bytes, status, code) => {
  await using server = await serve();
  const raw = await connectRaw(server.url);
  raw.socket.write(bytes);
  const [head = "", body = ""] = (await raw.closed).split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toMatch(/^x-request-id: [0-9a-f-]{36}$/im);
  expect(head).toMatch(/^x-content-type-options: nosniff$/im);
  expect(head).toMatch(/^connection: close$/im);
  expect(JSON.parse(body)).toMatchObject({ error: { code } });
});

test("malformed bytes after a valid request do not replace its answer", async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  await using server = await serve({
    rest: async () => {
      reach();
      await released;
      return new Response("first");
    },
  });
  const raw = await connectRaw(server.url);
  raw.socket.write("GET /first HTTP/1.1\r\nHost: h\r\n\r\nnonsense\r\n\r\n");
  await reached;
  release();
  const text = await raw.closed;
  expect(text).toMatch(/^HTTP\/1.1 200 /);
  expect(text).toMatch(/first$/);
});

test("the log has one line a request, without query, key, cookie or body", async () => {
  await using server = await serve({
    rest: () => new Response("{}", { headers: { "X-Request-Id": "id-1" } }),
  });
  await fetch(`${server.url}/api/v1/appointments?externalUserId=geheim`, {
    headers: { "X-API-Key": "geheim", Cookie: "geheim", Authorization: "geheim" },
  });
  await server.stop();
  expect(server.logged).toEqual([
    expect.objectContaining({
      level: 20,
      requestId: "id-1",
      method: "GET",
      path: "/api/v1/appointments",
      status: 200,
      isComplete: true,
      ipAddress: "127.0.0.1",
    }),
  ]);
  expect(JSON.stringify(server.logged)).not.toContain("geheim");
});

test.each([
  ["/trpc/session.current", "trpc"],
  ["/trpc/session.current,apiKeys.list?batch=1", "trpc"],
  ["/trpc", "rest"],
  ["/api/v1/trpc/x", "rest"],
  ["/?to=/trpc/x", "rest"],
])("leads %s to %s, under one bound on requests at a time and one log", async (path, surface) => {
  const answer = (name: string) => async () => new Response(name);
  await using server = await serve({ rest: answer("rest"), trpc: answer("trpc") });
  expect(await (await fetch(server.url + path)).text()).toBe(surface);
  const logged = { msg: "request", path: path.replace(/\?.*/, "") };
  await expect.poll(() => server.logged).toEqual([expect.objectContaining(logged)]);
  await using full = await serve({ trpc: answer("trpc"), rest: answer("rest"), maxInFlight: 0 });
  expect((await fetch(full.url + path)).status).toBe(503);
});

test("a request whose client disconnects before the answer is logged with 499 and not as a failure", async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  await using server = await serve({
    async rest({ signal }) {
      const aborted = new Promise((resolve) => signal.addEventListener("abort", resolve));
      begin();
      await aborted;
      return new Response(null, { status: 500 });
    },
  });
  const hangingUp = new AbortController();
  const answer = fetch(`${server.url}/api/x`, { signal: hangingUp.signal });
  await begun;
  hangingUp.abort();
  await expect(answer).rejects.toThrow(/aborted/);
  const logged = { level: 20, msg: "request", status: 499, isComplete: false };
  await expect.poll(() => server.logged).toEqual([expect.objectContaining(logged)]);
});
