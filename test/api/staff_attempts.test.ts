import { createHmac } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSessionTokens } from "../../gateway/sessions/session_tokens.ts";
import { type Answer, type Api, startApi } from "../support/api.ts";
import { openBrowser, openTeam, signedIn, type Team } from "../support/staff_browser.ts";

// Each test is an attempt at a session that one does not have.
const sessionSecret = "the secret of this deployment, 32 characters";
const otherSecret = "the secret of another deployment, 32 characters";
const jwt = { alg: "HS256", typ: "JWT" };

let api: Api;
let team: Team;
let client: Client;

beforeAll(async () => {
  api = await startApi({ environment: { SESSION_SECRET: sessionSecret } });
  team = await openTeam(api);
  client = new Client({ connectionString: api.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await api[Symbol.asyncDispose]();
});

const callWith = (cookie: string, path = "/session"): Promise<Answer> =>
  api.call("GET", `/api/staff${path}`, { headers: { Cookie: cookie } });

/** Whether a cookie opens anything; what refuses it never says why. */
async function opens(cookie: string): Promise<boolean> {
  const answers = [await callWith(cookie), await callWith(cookie, "/api-keys")];
  for (const { status, body, headers } of answers) {
    if (status === 200) return true;
    expect([status, body.error.code]).toEqual([401, "UNAUTHENTICATED"]);
    expect(body.error.message).toBe("There is no valid session. Sign in.");
    expect(headers.has("Set-Cookie")).toBe(false);
  }
  return false;
}

const partOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const claimsOf = (cookie: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(cookie.split(".")[1]!, "base64url").toString());

/** A cookie as somebody would make it who knows this much. */
function forge(
  claims: object,
  { header = jwt, key = sessionSecret }: { header?: object; key?: string } = {},
): string {
  const signed = `${partOf(header)}.${partOf(claims)}`;
  return `session=${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`;
}

async function victim() {
  const staff = await team.newStaff("OWNER");
  const browser = await signedIn(api, staff);
  return { staff, browser, cookie: browser.cookie, claims: claimsOf(browser.cookie) };
}

test("the forger of these tests could make the very cookie, had it the key", async () => {
  const { cookie, claims } = await victim();
  expect(forge(claims)).toBe(cookie);
  expect(await opens(cookie)).toBe(true);
});

test("fixation: what stood in the cookie before signing in is worth nothing after", async () => {
  const planted = forge({ ...(await victim()).claims, sid: crypto.randomUUID() });
  const attacker = await signedIn(api, team.staff.STAFF);
  for (const cookie of ["session=chosen-by-somebody", planted, attacker.cookie]) {
    const browser = openBrowser(api);
    browser.cookie = cookie;
    expect((await browser.signIn(team.staff.OWNER)).status).toBe(200);
    expect(browser.cookie).not.toBe(cookie);
    expect(claimsOf(browser.cookie)["sid"]).not.toBe(
      cookie === planted && claimsOf(planted)["sid"],
    );
    expect(await opens(cookie)).toBe(false);
    expect(await opens(browser.cookie)).toBe(true);
  }
});

test("a token that was tampered with anywhere", async () => {
  const { cookie } = await victim();
  const token = cookie.slice("session=".length);
  const dots = [...token.matchAll(/\./g)].map(({ index }) => index);
  const places = [0, 5, dots[0]! + 1, dots[0]! + 20, dots[1]! - 1, dots[1]! + 1, dots[1]! + 21];
  for (const place of places) {
    const other = token[place] === "A" ? "B" : "A";
    const tampered = token.slice(0, place) + other + token.slice(place + 1);
    expect([place, await opens(`session=${tampered}`)]).toEqual([place, false]);
  }
  const [header, payload, signature] = token.split(".");
  for (
    const text of [
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${header}..${signature}`,
      `${token}x`,
      `${token}.${signature}`,
      `x.${token}`,
    ]
  ) {
    expect([text, await opens(`session=${text}`)]).toEqual([text, false]);
  }
});

test("alg: none, in every spelling, signed or not", async () => {
  const { claims } = await victim();
  for (const alg of ["none", "None", "NONE", "nOnE", ""]) {
    const header = { alg, typ: "JWT" };
    expect(await opens(`session=${partOf(header)}.${partOf(claims)}.`)).toBe(false);
    expect(await opens(forge(claims, { header }))).toBe(false);
  }
});

test("another algorithm, or a key that the token brings along", async () => {
  const { claims } = await victim();
  const k = Buffer.from("attacker").toString("base64url");
  for (
    const header of [
      { alg: "HS512", typ: "JWT" },
      { alg: "RS256", typ: "JWT" },
      { ...jwt, jwk: { kty: "oct", k } },
      { ...jwt, jku: "https://evil.example/keys.json", kid: "1" },
      { ...jwt, crit: ["exp"] },
    ]
  ) {
    expect(await opens(forge(claims, { header, key: "attacker" }))).toBe(false);
  }
});

test("an expired token, though its session is live", async () => {
  const { claims } = await victim();
  const now = Math.floor(Date.now() / 1000);
  expect(await opens(forge({ ...claims, exp: now - 1 }))).toBe(false);
  expect(await opens(forge({ ...claims, exp: now + 60 }))).toBe(true);
  const { exp: _, ...forever } = claims;
  expect(await opens(forge(forever))).toBe(false);
});

test("a live token, though its session has expired", async () => {
  const { staff, claims } = await victim();
  const begun = async (age: Temporal.DurationLike, idle: Temporal.DurationLike) => {
    const sid = crypto.randomUUID();
    const now = Temporal.Now.instant();
    await client.query("insert into sessions values ($1, $2, $3, $4, $5)", [
      sid,
      team.tenant.organizationId,
      staff.id,
      now.subtract(age).toString(),
      now.subtract(idle).toString(),
    ]);
    return forge({ ...claims, sid });
  };
  expect(await opens(await begun({ hours: 11 }, { minutes: 29 }))).toBe(true);
  expect(await opens(await begun({ hours: 11 }, { minutes: 30, seconds: 1 }))).toBe(false);
  expect(await opens(await begun({ hours: 12, seconds: 1 }, { seconds: 1 }))).toBe(false);
});

test("the token of a session that was signed out of", async () => {
  const { browser, cookie } = await victim();
  await browser.call("DELETE", "/session");
  expect(await opens(cookie)).toBe(false);
});

test("the token of a user who was disabled, also once enabled again", async () => {
  const { staff, cookie } = await victim();
  await api.seeding.application.disableStaffUser(staff.email);
  expect(await opens(cookie)).toBe(false);
  await client.query("update staff_users set disabled_at = null where id = $1", [staff.id]);
  expect(await opens(cookie)).toBe(false);
});

test("the token of one whose password was reset", async () => {
  const { staff, cookie } = await victim();
  await api.seeding.application.resetPassword(staff.email);
  expect(await opens(cookie)).toBe(false);
});

test("a cookie made with another deployment's key", async () => {
  const { claims, cookie } = await victim();
  expect(await opens(forge(claims, { key: otherSecret }))).toBe(false);
  await using other = await startApi({ environment: { SESSION_SECRET: otherSecret } });
  const theirs = await other.call("GET", "/api/staff/session", { headers: { Cookie: cookie } });
  expect([theirs.status, theirs.body.error.code]).toEqual([401, "UNAUTHENTICATED"]);
});

test("a token that this key signed for another purpose", async () => {
  const { claims } = await victim();
  expect(await opens(forge({ ...claims, aud: "appointment-booking/reporting" }))).toBe(false);
  expect(await opens(forge({ ...claims, iss: "another-service" }))).toBe(false);
  const { aud: _, ...anywhere } = claims;
  expect(await opens(forge(anywhere))).toBe(false);
});

test("a well-signed token of a session that never was, or of no session at all", async () => {
  const tokens = createSessionTokens(sessionSecret, () => Temporal.Now.instant());
  const expiresAt = Temporal.Now.instant().add({ hours: 1 });
  const never = await tokens.sign({ sessionId: crypto.randomUUID(), expiresAt });
  expect(await opens(`session=${never}`)).toBe(false);
  const { claims } = await victim();
  for (const sid of ["", null, 1, ["x"], { id: 1 }]) {
    expect(await opens(forge({ ...claims, sid }))).toBe(false);
  }
});

test("a well-signed token whose session's name is no id is refused, and no fault of the service", async () => {
  const { claims } = await victim();
  for (const sid of ["x", "1", "' or true --", "\0"]) {
    expect([sid, await opens(forge({ ...claims, sid }))]).toEqual([sid, false]);
  }
});

test("a token anywhere but in the session's cookie", async () => {
  const { cookie } = await victim();
  const token = cookie.slice("session=".length);
  const path = "/api/staff/session";
  const headers = [
    { Authorization: `Bearer ${token}` },
    { "X-API-Key": token },
    { Cookie: `__Host-session=${token}` },
    { Cookie: `token=${token}` },
    { Cookie: `session="${token}"` },
    { "Set-Cookie": cookie },
  ] as Record<string, string>[];
  for (const each of headers) {
    expect((await api.call("GET", path, { headers: each })).status).toBe(401);
  }
  expect((await api.call("GET", `${path}?session=${token}`)).status).toBe(401);
});

test("very long and very many cookies", async () => {
  const many = Array.from({ length: 500 }, (_, i) => `session${i}=x`).join("; ");
  expect(await opens(many)).toBe(false);
  expect(await opens(`session=${"a.".repeat(6000)}`)).toBe(false);
});
