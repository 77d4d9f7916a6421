import { expect, test } from "vitest";
import type { Handler } from "../../../gateway/http/routes.ts";
import { connectRaw, serve, statusFrom } from "./support.ts";

const quick = { bodyMs: 200, sweepMs: 20 };
const attacker = "127.0.0.2";

const headOf = (...headers: string[]) =>
  ["POST /api/x HTTP/1.1", "Host: h", ...headers, "", ""].join("\r\n");
const unfinished = `${headOf("Content-Length: 10")}{`;

/** Answers with the body, and counts requests. */
function echo() {
  const seen: string[] = [];
  const rest: Handler = async (request) => {
    const body = await request.text();
    seen.push(body);
    return Response.json(body.length);
  };
  return { rest, seen };
}

test.each<[string, string[]]>([
  ["in one piece", [`${headOf("Content-Length: 10")}0123456789`]],
  ["after its headers", [headOf("Content-Length: 10"), "0123456789"]],
  ["byte by byte", [headOf("Content-Length: 10"), ..."0123456789"]],
  ["in chunks", [
    headOf("Transfer-Encoding: chunked"),
    "3\r\n012\r\n",
    "7\r\n3456789\r\n0\r\n\r\n",
  ]],
])("a body that arrives %s reaches the surface whole", async (_, pieces) => {
  const { rest, seen } = echo();
  await using server = await serve({ rest });
  const raw = await connectRaw(server.url);
  raw.socket.setNoDelay();
  for (const piece of pieces) {
    raw.socket.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await expect.poll(() => seen).toEqual(["0123456789"]);
  raw.socket.destroy();
});

test("Expect: 100-continue is answered before the body is sent", async () => {
  const { rest, seen } = echo();
  await using server = await serve({ rest });
  const raw = await connectRaw(server.url);
  raw.socket.write(headOf("Expect: 100-continue", "Content-Length: 2"));
  await expect.poll(raw.text).toBe("HTTP/1.1 100 Continue\r\n\r\n");
  raw.socket.write("{}");
  await expect.poll(() => seen).toEqual(["{}"]);
  raw.socket.destroy();
});

test("a surface sees one byte more than 64 KiB of a longer body in chunks, and nothing of a declared one", async () => {
  const { rest, seen } = echo();
  await using server = await serve({ rest });
  const chunked = await connectRaw(server.url);
  chunked.socket.write(headOf("Transfer-Encoding: chunked"));
  chunked.socket.write(`11170\r\n${"x".repeat(70_000)}\r\n`);
  const declared = await connectRaw(server.url);
  declared.socket.write(headOf("Content-Length: 70000"));
  await expect.poll(() => seen.map(({ length }) => length).toSorted()).toEqual([0, 65_537]);
  await Promise.all([chunked.closed, declared.closed]);
});

test("a body that is not complete in time is 408 in the envelope, and the connection ends", async () => {
  const { rest, seen } = echo();
  await using server = await serve({ rest, deadlines: quick });
  const raw = await connectRaw(server.url);
  raw.socket.write(unfinished);
  const [head, body] = (await raw.closed).split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1.1 408 [^]*^X-Request-Id: [^]*^Connection: close/im);
  expect(JSON.parse(body!)).toMatchObject({ error: { code: "REQUEST_TIMEOUT" } });
  expect(seen).toEqual([]);
});

test("an aborted body reaches no surface", async () => {
  const { rest, seen } = echo();
  await using server = await serve({ rest, maxInFlight: 1 });
  const raw = await connectRaw(server.url);
  raw.socket.end(unfinished);
  await raw.closed;
  expect((await fetch(`${server.url}/api/x`, { method: "POST", body: "after" })).status).toBe(200);
  expect(seen).toEqual(["after"]);
});

test("a request with an unfinished body holds no place", async () => {
  await using server = await serve({ maxInFlight: 4 });
  const slow = await Promise.all(
    Array.from({ length: 20 }, () => connectRaw(server.url, attacker)),
  );
  for (const { socket } of slow) socket.write(unfinished);
  const isRefused = () => slow.filter(({ text }) => text() !== "").length;
  await expect.poll(isRefused).toBeGreaterThan(0);
  for (const from of ["127.0.0.3", attacker]) {
    expect(await statusFrom(from, `${server.url}/api/x`)).toBe(200);
  }
  for (const { socket } of slow) socket.destroy();
});

test("if a network has too many unfinished bodies, the oldest one is refused with 503", async () => {
  const { rest, seen } = echo();
  await using server = await serve({ rest, maxInFlight: 4 });
  const sent: Awaited<ReturnType<typeof connectRaw>>[] = [];
  for (let i = 0; i < 3; i += 1) {
    sent.push(await connectRaw(server.url, attacker));
    sent[i]!.socket.write(unfinished);
    if (i < 2) await fetch(`${server.url}/healthz`);
  }
  expect(await sent[0]!.closed).toMatch(
    /^HTTP\/1.1 503 [^]*^Retry-After: 1[^]*^Connection: close/im,
  );
  for (const { socket } of sent.slice(1)) socket.write("123456789");
  await expect.poll(() => seen).toEqual(["{123456789", "{123456789"]);
  for (const { socket } of sent) socket.destroy();
});
