import { createHmac, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createSessionTokens } from "../../../gateway/sessions/session_tokens.ts";

const secret = "s".repeat(32);
const start = Temporal.Instant.from("2030-05-06T07:08:09Z");
const expiresAt = start.add({ hours: 12 });
const sessionId = randomUUID();

let now = start;
const tokens = createSessionTokens(secret, () => now);

function partOf(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return Buffer.from(text).toString("base64url");
}

interface Parts {
  header?: unknown;
  payload?: unknown;
  key?: string;
  digest?: string;
}

const good = {
  sid: sessionId,
  iss: "appointment-booking",
  aud: "appointment-booking/session",
  exp: expiresAt.epochMilliseconds / 1000,
};

/** A token as someone else would make it who knows all but, mostly, the key. */
function forge({ header, payload, key = secret, digest = "sha256" }: Parts = {}): string {
  const signed = `${partOf(header ?? { alg: "HS256" })}.${partOf(payload ?? good)}`;
  return `${signed}.${createHmac(digest, key).update(signed).digest("base64url")}`;
}

/** The good payload with some claims changed; one that is undefined is left out. */
function claims(changed: Record<string, unknown>) {
  return { ...good, ...changed };
}

test("a token names its session, until it expires", async () => {
  now = start;
  const token = await tokens.sign({ sessionId, expiresAt });
  expect(await tokens.verify(token)).toBe(sessionId);
  now = expiresAt.subtract({ seconds: 1 });
  expect(await tokens.verify(token)).toBe(sessionId);
  now = expiresAt;
  expect(await tokens.verify(token)).toBeUndefined();
  now = start;
  const millisecond = start.add({ milliseconds: 1500 });
  const brief = await tokens.sign({ sessionId, expiresAt: millisecond });
  expect(await tokens.verify(brief)).toBe(sessionId);
  now = millisecond;
  expect(await tokens.verify(brief)).toBeUndefined();
  now = start;
});

test("a token tells nothing but the session's id and when it expires", async () => {
  const token = await tokens.sign({ sessionId, expiresAt });
  const [header, payload] = token.split(".").slice(0, 2).map((part) =>
    JSON.parse(Buffer.from(part, "base64url").toString())
  );
  expect(header).toEqual({ alg: "HS256", typ: "JWT" });
  expect(payload).toEqual(good);
  // A cookie may have no other characters, and 4,096 of them at most.
  expect(token).toMatch(/^[\w.-]{100,400}$/);
});

test("every process with the same secret takes a token, and none with another", async () => {
  const token = await tokens.sign({ sessionId, expiresAt });
  expect(await createSessionTokens(secret, () => start).verify(token)).toBe(sessionId);
  expect(await createSessionTokens(`${secret}.`, () => start).verify(token)).toBeUndefined();
});

test("a token of which any character was changed is refused", async () => {
  const token = await tokens.sign({ sessionId, expiresAt });
  for (let i = 0; i < token.length; i += 1) {
    if (token[i] === ".") continue;
    // Other in its highest bit: the lowest bits of a part's last character may stand for nothing.
    const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const other = digits[digits.indexOf(token[i]!) ^ 32]!;
    expect(await tokens.verify(token.slice(0, i) + other + token.slice(i + 1))).toBeUndefined();
  }
});

test("the forgery of these tests is good where nothing is wrong with it", async () => {
  expect(await tokens.verify(forge())).toBe(sessionId);
  expect(await tokens.verify(forge({ payload: claims({ more: true }) }))).toBe(sessionId);
  const long = forge({ payload: claims({ more: "x".repeat(2700) }) });
  expect(long.length).toBeGreaterThan(3500);
  expect(await tokens.verify(long)).toBe(sessionId);
});

test.each<[string, Parts]>([
  ["signed with another key", { key: "t".repeat(32) }],
  ["signed with an empty key", { key: "" }],
  ["with HS384", { header: { alg: "HS384" }, digest: "sha384" }],
  ["with HS512", { header: { alg: "HS512" }, digest: "sha512" }],
  ["with alg none, signed all the same", { header: { alg: "none" } }],
  ["with no alg", { header: {} }],
  ["of another issuer", { payload: claims({ iss: "appointment-booking/session" }) }],
  ["without an issuer", { payload: claims({ iss: undefined }) }],
  ["for reporting", { payload: claims({ aud: "appointment-booking/reporting" }) }],
  ["without an audience", { payload: claims({ aud: undefined }) }],
  ["that never expires", { payload: claims({ exp: undefined }) }],
  ["with a text for when it expires", { payload: claims({ exp: `${good.exp}` }) }],
  ["that expired a second ago", { payload: claims({ exp: start.epochMilliseconds / 1000 - 1 }) }],
  ["without a session", { payload: claims({ sid: undefined }) }],
  ["with an empty session", { payload: claims({ sid: "" }) }],
  ["with a number for a session", { payload: claims({ sid: 7 }) }],
  ["with null for a session", { payload: claims({ sid: null }) }],
  ["with a payload that is no object", { payload: [good] }],
  ["with a payload that is no JSON", { payload: "{" }],
  ["longer than any cookie", { payload: claims({ more: "x".repeat(3500) }) }],
])("a token %s is refused", async (_, parts) => {
  expect(await tokens.verify(forge(parts))).toBeUndefined();
});

test("an unsigned token is refused, in each way to leave the signature out", async () => {
  const payload = partOf(good);
  for (const alg of ["none", "None", "NONE", "HS256"]) {
    const header = partOf({ alg });
    for (
      const text of [`${header}.${payload}.`, `${header}.${payload}`, `${header}.${payload}.AA`]
    ) {
      expect(await tokens.verify(text)).toBeUndefined();
    }
  }
});

test("what is no token is refused, and nothing is thrown", async () => {
  const good = forge();
  const texts = ["", ".", "..", "....", "a.b.c", "\0", "{}", "🎟️.🎟️.🎟️", `${good}.`, ` ${good}`];
  for (const text of [...texts, `Bearer ${good}`, good.replaceAll(".", ""), "x".repeat(1e6)]) {
    expect(await tokens.verify(text)).toBeUndefined();
  }
});
