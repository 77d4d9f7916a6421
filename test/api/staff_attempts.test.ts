import { createHmac } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, type Api, startApi } from "../support/api.ts";
import { openBrowser, openTeam, signedIn, type Team } from "../support/staff_browser.ts";

// Each test attempts to use a session that the caller does not have. gateway/security tests forged tokens.
const sessionSecret = "the secret of this deployment, 32 characters";
const otherSecret = "the secret of another deployment, 32 characters";

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

/** Returns whether a cookie opens anything. A refusal must not say why. */
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

/** Makes a cookie with these claims, signed with a key. */
function forge(claims: object, key = sessionSecret): string {
  const signed = `${partOf({ alg: "HS256", typ: "JWT" })}.${partOf(claims)}`;
  return `session=${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`;
}

async function victim() {
  const staff = await team.newStaff("OWNER");
  const browser = await signedIn(api, staff);
  return { staff, browser, cookie: browser.cookie, claims: claimsOf(browser.cookie) };
}

test("the forger of these tests makes the real cookie if it has the key", async () => {
  const { cookie, claims } = await victim();
  expect(forge(claims)).toBe(cookie);
  expect(await opens(cookie)).toBe(true);
});

test("a cookie that was planted before the sign-in opens nothing after it", async () => {
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

test("a valid token of an expired session opens nothing", async () => {
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

test("the token of a signed-out session opens nothing", async () => {
  const { browser, cookie } = await victim();
  await browser.call("DELETE", "/session");
  expect(await opens(cookie)).toBe(false);
});

test("the token of a disabled user opens nothing, also after the user is enabled again", async () => {
  const { staff, cookie } = await victim();
  await api.seeding.application.disableStaffUser(staff.email);
  expect(await opens(cookie)).toBe(false);
  await client.query("update staff_users set disabled_at = null where id = $1", [staff.id]);
  expect(await opens(cookie)).toBe(false);
});

test("the token of a user whose password was reset opens nothing", async () => {
  const { staff, cookie } = await victim();
  await api.seeding.application.resetPassword(staff.email);
  expect(await opens(cookie)).toBe(false);
});

test("a cookie signed with another deployment's key opens nothing", async () => {
  const { claims } = await victim();
  expect(await opens(forge(claims, otherSecret))).toBe(false);
});

test("a well-signed token of an unknown session, or of one whose id is no UUID, is answered 401 and not 500", async () => {
  const { claims } = await victim();
  for (const sid of [crypto.randomUUID(), "", "x", "1", "' or true --", "\0"]) {
    expect([sid, await opens(forge({ ...claims, sid }))]).toEqual([sid, false]);
  }
});

test("a token anywhere but in the session cookie opens nothing", async () => {
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

test("very long and very many cookies are answered 401", async () => {
  const many = Array.from({ length: 500 }, (_, i) => `session${i}=x`).join("; ");
  expect(await opens(many)).toBe(false);
  expect(await opens(`session=${"a.".repeat(6000)}`)).toBe(false);
});
