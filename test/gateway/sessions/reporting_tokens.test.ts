import { createHmac, hkdfSync, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createReportingTokenSigner } from "../../../gateway/sessions/reporting_tokens.ts";
import { createSessionTokens } from "../../../gateway/sessions/session_tokens.ts";

const secret = "s".repeat(32);
const start = Temporal.Instant.from("2030-05-06T07:08:09Z");
const expiresAt = start.add({ hours: 24 });
const claims = { tokenId: 7, organizationId: 3, issuedAt: start, expiresAt };

let now = start;
const signer = createReportingTokenSigner(secret, () => now);

/** The key as it is derived, so that forgeries are wrong in one thing alone. */
const reportingKey = new Uint8Array(
  hkdfSync("sha256", secret, "", "appointment-booking/reporting", 32),
);

const good = {
  iss: "appointment-booking",
  aud: "appointment-booking/reporting",
  sub: "3",
  jti: "7",
  iat: start.epochMilliseconds / 1000,
  exp: expiresAt.epochMilliseconds / 1000,
};

interface Parts {
  header?: object;
  payload?: unknown;
  key?: string | Uint8Array;
  digest?: string;
}

const partOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token as someone else would make it who knows all but, mostly, the key. */
function forge({ header, payload, key = reportingKey, digest = "sha256" }: Parts = {}): string {
  const signed = `${partOf(header ?? { alg: "HS256" })}.${partOf(payload ?? good)}`;
  return `${signed}.${createHmac(digest, key).update(signed).digest("base64url")}`;
}

test("a token says whose it is, until it expires", async () => {
  const token = await signer.sign(claims);
  expect(await signer.verify(token)).toEqual(claims);
  now = expiresAt.subtract({ seconds: 1 });
  expect(await signer.verify(token)).toEqual(claims);
  now = expiresAt;
  expect(await signer.verify(token)).toBeUndefined();
  now = start;
});

test("a token without an end never expires", async () => {
  const token = await signer.sign({ ...claims, expiresAt: null });
  now = start.add({ hours: 24 * 365 * 20 });
  expect(await signer.verify(token)).toEqual({ ...claims, expiresAt: null });
  now = start;
});

test("a token tells ids and times, and nothing else", async () => {
  const token = await signer.sign(claims);
  const [header, payload] = token.split(".").slice(0, 2).map((part) =>
    JSON.parse(Buffer.from(part, "base64url").toString())
  );
  expect(header).toEqual({ alg: "HS256", typ: "JWT" });
  expect(payload).toEqual(good);
  expect(token).toMatch(/^[\w.-]{100,400}$/);
});

test("every process with the same secret takes a token, and none with another", async () => {
  const token = await signer.sign(claims);
  expect(await createReportingTokenSigner(secret, () => start).verify(token)).toEqual(claims);
  const other = createReportingTokenSigner(`${secret}.`, () => start);
  expect(await other.verify(token)).toBeUndefined();
});

test("a token of which any character was changed is refused", async () => {
  const token = await signer.sign(claims);
  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  for (let i = 0; i < token.length; i += 1) {
    if (token[i] === ".") continue;
    // Other in its highest bit: the lowest bits of a part's last character may stand for nothing.
    const other = digits[digits.indexOf(token[i]!) ^ 32]!;
    expect(await signer.verify(token.slice(0, i) + other + token.slice(i + 1))).toBeUndefined();
  }
});

test("a session's token is no reporting token, nor the other way round", async () => {
  const sessions = createSessionTokens(secret, () => start);
  const session = await sessions.sign({ sessionId: randomUUID(), expiresAt });
  expect(await signer.verify(session)).toBeUndefined();
  expect(await sessions.verify(await signer.sign(claims))).toBeUndefined();
  // The key keeps them apart, and so does the audience, each without the other.
  const sid = randomUUID();
  const both = { ...good, sid };
  const forSessions = { ...both, aud: "appointment-booking/session" };
  expect(await sessions.verify(forge({ payload: forSessions, key: secret }))).toBe(sid);
  expect(await sessions.verify(forge({ payload: forSessions }))).toBeUndefined();
  expect(await sessions.verify(forge({ payload: both, key: secret }))).toBeUndefined();
  expect(await signer.verify(forge({ payload: both }))).toEqual(claims);
  expect(await signer.verify(forge({ payload: both, key: secret }))).toBeUndefined();
  expect(await signer.verify(forge({ payload: forSessions }))).toBeUndefined();
});

test("the forgery of these tests is good where nothing is wrong with it", async () => {
  expect(await signer.verify(forge())).toEqual(claims);
});

const changed = (more: object): Parts => ({ payload: { ...good, ...more } });

test.each<[string, Parts]>([
  ["signed with an empty key", { key: "" }],
  ["with HS384", { header: { alg: "HS384" }, digest: "sha384" }],
  ["with alg none, signed all the same", { header: { alg: "none" } }],
  ["with no alg", { header: {} }],
  ["of another issuer", changed({ iss: "somebody" })],
  ["without an issuer", changed({ iss: undefined })],
  ["without an audience", changed({ aud: undefined })],
  ["without an organization", changed({ sub: undefined })],
  ["with a number for an organization", changed({ sub: 3 })],
  ["with an organization that is no id", changed({ sub: "-3" })],
  ["without an id", changed({ jti: undefined })],
  ["with 0 for an id", changed({ jti: "0" })],
  ["with an id no number can hold", changed({ jti: "9".repeat(30) })],
  ["without when it was made", changed({ iat: undefined })],
  ["with a text for when it expires", changed({ exp: `${good.exp}` })],
  ["that expired a second ago", changed({ exp: good.iat - 1 })],
  ["with times beyond all time", changed({ iat: 1e15 })],
  ["with a payload that is no object", { payload: [good] }],
  ["longer than any of ours", changed({ more: "x".repeat(3500) })],
])("a token %s is refused", async (_, parts) => {
  expect(await signer.verify(forge(parts))).toBeUndefined();
});

test("an unsigned token is refused, in each way to leave the signature out", async () => {
  const payload = partOf(good);
  for (const alg of ["none", "None", "NONE", "HS256"]) {
    const header = partOf({ alg });
    for (const end of [".", "", ".AA"]) {
      expect(await signer.verify(`${header}.${payload}${end}`)).toBeUndefined();
    }
  }
});

test("what is no token is refused, and nothing is thrown", async () => {
  for (const text of ["", ".", "..", "a.b.c", "\0", "🎟️.🎟️.🎟️", ` ${forge()}`, "x".repeat(1e6)]) {
    expect(await signer.verify(text)).toBeUndefined();
  }
});
