import { createHmac, hkdfSync, randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import {
  createReportingTokenSigner,
  createSessionTokens,
} from "../../../gateway/security/session_tokens.ts";

const secret = "s".repeat(32);
const start = Temporal.Instant.from("2030-05-06T07:08:09Z");
const expiresAt = start.add({ hours: 12 });
const sessionId = randomUUID();
const seconds = (instant: Temporal.Instant) => instant.epochMilliseconds / 1000;

let now = start;
beforeEach(() => void (now = start));
const clock = () => now;

const partOf = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

/** Makes a token without our code. */
function makeToken(
  { header, payload, key, digest = "sha256" }: {
    header: unknown;
    payload: unknown;
    key: string | Uint8Array;
    digest?: string;
  },
): string {
  const signed = `${partOf(header)}.${partOf(payload)}`;
  return `${signed}.${createHmac(digest, key).update(signed).digest("base64url")}`;
}

const sessionClaims = {
  sid: sessionId,
  iss: "appointment-booking",
  aud: "appointment-booking/session",
  exp: seconds(expiresAt),
};
const reportingClaims = {
  iss: "appointment-booking",
  aud: "appointment-booking/reporting",
  sub: "3",
  jti: "7",
  iat: seconds(start),
  exp: seconds(expiresAt),
};
const reportingToken = { tokenId: 7, organizationId: 3, issuedAt: start, expiresAt };
const reportingKey = new Uint8Array(
  hkdfSync("sha256", secret, "", "appointment-booking/reporting", 32),
);
const sessions = createSessionTokens(secret, clock);
const reporting = createReportingTokenSigner(secret, clock);

const browser = { id: "a browser", users: ["3/7", "3/1"] };
const browserKey = new Uint8Array(
  hkdfSync("sha256", secret, "", "appointment-booking/browser", 32),
);

const kinds = [
  {
    name: "a session token",
    sign: () => sessions.sign({ sessionId, expiresAt }),
    open: (of: string) => createSessionTokens(of, clock).verify,
    contents: sessionId as unknown,
    claims: sessionClaims as Record<string, unknown>,
    key: secret as string | Uint8Array,
    invalidClaims: [
      ["for reporting", { aud: reportingClaims.aud }],
      ["that never expires", { exp: undefined }],
      ["without a session", { sid: undefined }],
      ["with an empty session", { sid: "" }],
      ["with a number as its session", { sid: 7 }],
    ] as [string, object][],
  },
  {
    name: "a reporting token",
    sign: () => reporting.sign(reportingToken),
    open: (of: string) => createReportingTokenSigner(of, clock).verify,
    contents: reportingToken,
    claims: reportingClaims,
    key: reportingKey,
    invalidClaims: [
      ["without an organization", { sub: undefined }],
      ["with a number as its organization", { sub: 3 }],
      ["with an organization that is no id", { sub: "-3" }],
      ["without an id", { jti: undefined }],
      ["with 0 as its id", { jti: "0" }],
      ["with an id that no number holds", { jti: "9".repeat(30) }],
      ["without the time when it was made", { iat: undefined }],
      ["with a time beyond all dates", { iat: 1e15 }],
    ] as [string, object][],
  },
];

describe.each(kinds)("$name", ({ sign, open, contents, claims, key, invalidClaims }) => {
  const verify = open(secret);
  const make = (more: Partial<Parameters<typeof makeToken>[0]> = {}) =>
    makeToken({ header: { alg: "HS256" }, payload: claims, key, ...more });

  test("is valid until it expires", async () => {
    const token = await sign();
    expect(await verify(token)).toEqual(contents);
    now = expiresAt.subtract({ seconds: 1 });
    expect(await verify(token)).toEqual(contents);
    now = expiresAt;
    expect(await verify(token)).toBeUndefined();
  });

  test("contains ids and times and nothing else", async () => {
    const token = await sign();
    const [header, payload] = token.split(".").slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, "base64url").toString()));
    expect(header).toEqual({ alg: "HS256", typ: "JWT" });
    expect(payload).toEqual(claims);
    // A cookie and a header hold these characters and this length.
    expect(token).toMatch(/^[\w.-]{100,400}$/);
  });

  test("is not valid under another secret", async () => {
    expect(await open(`${secret}.`)(await sign())).toBeUndefined();
  });

  test("with any changed character is refused", async () => {
    const token = await sign();
    const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    for (let i = 0; i < token.length; i += 1) {
      if (token[i] === ".") continue;
      // Changes the highest bit: the lowest bits of the last character of a part may mean nothing.
      const other = digits[digits.indexOf(token[i]!) ^ 32]!;
      expect(await verify(token.slice(0, i) + other + token.slice(i + 1))).toBeUndefined();
    }
  });

  test("made by these tests is valid if nothing in it is wrong", async () => {
    expect(await verify(make())).toEqual(contents);
    expect(await verify(make({ payload: { ...claims, more: "x".repeat(2500) } }))).toEqual(
      contents,
    );
  });

  test.each<[string, Parameters<typeof make>[0]]>([
    ["signed with an empty key", { key: "" }],
    ["signed with HS384", { header: { alg: "HS384" }, digest: "sha384" }],
    ["signed although its alg is none", { header: { alg: "none" } }],
    ["without an alg", { header: {} }],
    ["with an array as payload", { payload: [claims] }],
    ["with a payload that is not JSON", { payload: "{" }],
    ["longer than any of ours", { payload: { ...claims, more: "x".repeat(3500) } }],
    ...([
      ["of another issuer", { iss: "somebody" }],
      ["without an issuer", { iss: undefined }],
      ["without an audience", { aud: undefined }],
      ["with a text as its end", { exp: `${claims["exp"]}` }],
      ["that expired a second ago", { exp: seconds(start) - 1 }],
      ...invalidClaims,
    ] as [string, object][]).map(([name, more]): [string, Parameters<typeof make>[0]] => [
      name,
      { payload: { ...claims, ...more } },
    ]),
  ])("%s is refused", async (_, more) => {
    expect(await verify(make(more))).toBeUndefined();
  });

  test("without a signature is refused, in every way to leave it out", async () => {
    for (const alg of ["none", "None", "NONE", "HS256"]) {
      for (const end of [".", "", ".AA"]) {
        expect(await verify(`${partOf({ alg })}.${partOf(claims)}${end}`)).toBeUndefined();
      }
    }
  });

  test("is not found in any other text", async () => {
    const token = make();
    const texts = ["", ".", "..", "a.b.c", "\0", "🎟️.🎟️.🎟️", ` ${token}`, `${token}.`];
    for (const text of [...texts, `Bearer ${token}`, "x".repeat(1e6)]) {
      expect(await verify(text)).toBeUndefined();
    }
  });
});

test("a session token expires at its millisecond", async () => {
  const end = start.add({ milliseconds: 1500 });
  const token = await sessions.sign({ sessionId, expiresAt: end });
  expect(await sessions.verify(token)).toBe(sessionId);
  now = end;
  expect(await sessions.verify(token)).toBeUndefined();
});

describe("the token of a known browser", () => {
  const { browsers } = sessions;
  const claims = {
    iss: "appointment-booking",
    aud: "appointment-booking/browser",
    bid: browser.id,
    users: browser.users,
  };
  const made = (more: object, key: string | Uint8Array = browserKey) =>
    browsers.verify(makeToken({ header: { alg: "HS256" }, payload: { ...claims, ...more }, key }));

  test("has the browser and its users, and never expires", async () => {
    const token = await browsers.sign(browser);
    now = start.add({ hours: 24 * 365 * 20 });
    expect(await browsers.verify(token)).toEqual(browser);
    expect(await made({})).toEqual(browser);
  });

  test.each<[string, object, (string | Uint8Array)?]>([
    ["of a session", { aud: "appointment-booking/session" }],
    ["signed like a session", {}, secret],
    ["signed like a reporting token", {}, reportingKey],
    ["without an id", { bid: undefined }],
    ["without users", { users: undefined }],
    ["with users that are no texts", { users: [7] }],
  ])("is invalid %s", async (_, more, key) => {
    expect(await made(more, key)).toBeUndefined();
  });

  test("of the previous secret is valid while secrets are rotated", async () => {
    const present = "another secret that is long enough";
    const rotated = createSessionTokens([present, secret], clock).browsers;
    expect(await rotated.verify(await browsers.sign(browser))).toEqual(browser);
    expect(await browsers.verify(await rotated.sign(browser))).toBeUndefined();
  });
});

test("a reporting token without an end never expires", async () => {
  const token = await reporting.sign({ ...reportingToken, expiresAt: null });
  now = start.add({ hours: 24 * 365 * 20 });
  expect(await reporting.verify(token)).toEqual({ ...reportingToken, expiresAt: null });
});

test("key and audience each keep session tokens and reporting tokens apart", async () => {
  const header = { alg: "HS256" };
  const forReporting = { ...reportingClaims, sid: sessionId };
  const forSessions = { ...forReporting, aud: sessionClaims.aud };
  const made = (payload: object, key: string | Uint8Array) => makeToken({ header, payload, key });
  expect(await sessions.verify(made(forSessions, secret))).toBe(sessionId);
  expect(await sessions.verify(made(forSessions, reportingKey))).toBeUndefined();
  expect(await sessions.verify(made(forReporting, secret))).toBeUndefined();
  expect(await reporting.verify(made(forReporting, reportingKey))).toEqual(reportingToken);
  expect(await reporting.verify(made(forReporting, secret))).toBeUndefined();
  expect(await reporting.verify(made(forSessions, reportingKey))).toBeUndefined();
});

test("tokens that the previous secret has signed are valid, and new ones have the present secret", async () => {
  const present = "another secret that is long enough";
  const both = [present, secret] as const;
  const rotatedSessions = createSessionTokens(both, clock);
  const rotatedReporting = createReportingTokenSigner(both, clock);
  expect(await rotatedSessions.verify(await sessions.sign({ sessionId, expiresAt })))
    .toBe(sessionId);
  expect(await rotatedReporting.verify(await reporting.sign(reportingToken)))
    .toEqual(reportingToken);
  const made = await rotatedSessions.sign({ sessionId, expiresAt });
  expect(await createSessionTokens(present, clock).verify(made)).toBe(sessionId);
  expect(await sessions.verify(made)).toBeUndefined();
  const other = createSessionTokens("a secret of another deployment, long", clock);
  expect(await rotatedSessions.verify(await other.sign({ sessionId, expiresAt }))).toBeUndefined();
});
