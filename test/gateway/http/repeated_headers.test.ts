import { expect, test } from "vitest";
import { connectRaw, serve } from "./support.ts";

const single = [
  "Authorization",
  "Content-Type",
  "Idempotency-Key",
  "Last-Event-ID",
  "Origin",
  "Sec-Fetch-Site",
  "traceparent",
  "X-API-Key",
  "X-Background-Request",
  "X-Request-Id",
];

/** Sends header lines and returns what a surface sees of them. */
async function seen(...lines: string[]) {
  await using server = await serve({
    rest: ({ headers }, { conflictingHeaders }) =>
      Response.json({ headers: Object.fromEntries(headers), conflictingHeaders }),
  });
  const { socket, closed } = await connectRaw(server.url);
  socket.write(["GET /x HTTP/1.1", "Host: h", "Connection: close", ...lines, "", ""].join("\r\n"));
  const [, body = ""] = (await closed).split("\r\n\r\n");
  return JSON.parse(body) as { headers: Record<string, string>; conflictingHeaders: string[] };
}

test.each(single)("equal lines of the header %s count once", async (name) => {
  const { headers, conflictingHeaders } = await seen(`${name}: q1`, `${name.toLowerCase()}: q1 `);
  expect([headers[name.toLowerCase()], conflictingHeaders]).toEqual(["q1", []]);
});

test.each(single)("different lines of the header %s are marked", async (name) => {
  const { conflictingHeaders } = await seen(`${name}: q1`, `${name}: q2`, `${name}: q1`);
  expect(conflictingHeaders).toEqual([name.toLowerCase()]);
});

test("lines of a list stay apart, also if they are equal", async () => {
  const forwarded = "X-Forwarded-For: 203.0.113.9";
  const { headers, conflictingHeaders } = await seen(
    forwarded,
    forwarded,
    "Accept: a",
    "Accept: b",
  );
  expect(headers).toMatchObject({ "x-forwarded-for": "203.0.113.9, 203.0.113.9", accept: "a, b" });
  expect(conflictingHeaders).toEqual([]);
});

test("lines of cookies are one header, as a proxy between HTTP versions makes them", async () => {
  const { headers, conflictingHeaders } = await seen("Cookie: a=1", "Cookie: b=2");
  expect([headers["cookie"], conflictingHeaders]).toEqual(["a=1; b=2", []]);
});

test("a name that is special in JavaScript is a header like others", async () => {
  const { headers, conflictingHeaders } = await seen(
    "__proto__: x",
    "X-API-Key: k",
    "X-API-Key: k",
  );
  expect([headers["x-api-key"], conflictingHeaders]).toEqual(["k", []]);
});
