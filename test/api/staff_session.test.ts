import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, type Api, startApi } from "../support/api.ts";
import {
  type Browser,
  openBrowser,
  openTeam,
  signedIn,
  signedInEndpoints,
  type Team,
} from "../support/staff_browser.ts";

// Two processes that share nothing but the database and the secret of their sessions.
let api: Api;
let team: Team;
let client: Client;

beforeAll(async () => {
  const environment = {
    SIGN_IN_FAILURES_PER_ACCOUNT: "1000",
    SIGN_IN_FAILURES_PER_ADDRESS: "1000",
    CORS_ORIGINS: "https://app.example.com",
  };
  api = await startApi({ processes: 2, environment });
  team = await openTeam(api, { timeZone: "Europe/Oslo" });
  client = new Client({ connectionString: api.databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await api[Symbol.asyncDispose]();
});

function expectError(answer: Answer, status: number, code: string): void {
  expect(answer.status).toBe(status);
  expect(answer.body).toEqual({ error: { code, message: expect.stringMatching(/\S/) } });
}

const statusesOf = (browser: Browser) =>
  Promise.all(
    [0, 1].map(async (process) => (await browser.call("GET", "/session", { process })).status),
  );

test.each(["OWNER", "ADMIN", "STAFF"] as const)(
  "a session of %s says who is signed in, the same in every process",
  async (role) => {
    const { id, email } = team.staff[role];
    const session = {
      user: { id, email, name: "Staff", role },
      organization: { id: team.tenant.organizationId, name: "Test", timeZone: "Europe/Oslo" },
    };
    const browser = openBrowser(api);
    const begun = await browser.signIn(team.staff[role]);
    expect([begun.status, begun.body]).toEqual([200, session]);
    for (const process of [0, 1]) {
      const { status, body, headers } = await browser.call("GET", "/session", { process });
      expect([status, body]).toEqual([200, session]);
      expect(headers.get("X-Organization-Time-Zone")).toBe("Europe/Oslo");
      expect(Number(headers.get("X-RateLimit-Limit"))).toBe(1200);
      expect(Number(headers.get("X-RateLimit-Remaining"))).toBeLessThan(1200);
    }
  },
);

test("the cookie is HttpOnly, SameSite=Lax and, over http, neither Secure nor __Host-", async () => {
  const browser = openBrowser(api);
  const { headers } = await browser.signIn(team.staff.STAFF);
  const form = /^session=[\w-]+\.[\w-]+\.[\w-]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/;
  expect(headers.getSetCookie()).toEqual([expect.stringMatching(form)]);
  const ended = await browser.call("DELETE", "/session");
  expect([ended.status, ended.text]).toEqual([204, ""]);
  expect(ended.headers.getSetCookie()).toEqual([
    "session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
  ]);
});

describe("signing in", () => {
  test.each([
    ["an empty object", {}, {}, ["email", "password"]],
    ["wrong types", { email: 1, password: null }, {}, ["email", "password"]],
    ["bad JSON", "{", {}, ["body"]],
    ["an array", [], {}, ["body"]],
    ["a form", "email=a&password=b", { "Content-Type": "application/x-www-form-urlencoded" }, [
      "body",
    ]],
  ])("with %s is 400 with every field", async (_, body, headers, fields) => {
    const answer = await openBrowser(api).call("POST", "/session", { body, headers });
    expect([answer.status, answer.body.error.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(answer.body.error.details.map(({ field }: { field: string }) => field)).toEqual(fields);
  });

  test("with more than 64 KiB is 413, and another method 405", async () => {
    const body = { email: "x".repeat(70_000) };
    const browser = openBrowser(api);
    expectError(await browser.call("POST", "/session", { body }), 413, "PAYLOAD_TOO_LARGE");
    const answer = await browser.call("PUT", "/session");
    expectError(answer, 405, "METHOD_NOT_ALLOWED");
    expect(answer.headers.get("Allow")?.split(", ").toSorted()).toEqual(["DELETE", "GET", "POST"]);
  });

  test("of an unknown account and with a wrong password is answered alike, and as late", async () => {
    const { email } = team.staff.ADMIN;
    const headers = { "X-Request-Id": "call-1" };
    // The least of many: what else the machine does only adds to it.
    const minMs = { unknown: Infinity, wrong: Infinity };
    const ratio = () => minMs.unknown / minMs.wrong;
    const seen = new Set<string>();
    for (let round = 0; round < 10 || round < 60 && (ratio() < 0.7 || ratio() > 1.4); round += 1) {
      for (const kind of ["unknown", "wrong"] as const) {
        const credentials = {
          email: kind === "wrong" ? email : "nobody@clinic.example",
          password: "not the password at all",
        };
        const startedAt = performance.now();
        const answer = await openBrowser(api).signIn(credentials, { headers });
        minMs[kind] = Math.min(minMs[kind], performance.now() - startedAt);
        const shown = [...answer.headers].filter(([header]) => header !== "date");
        seen.add(JSON.stringify([answer.status, shown, answer.text]));
      }
    }
    expect([...seen]).toEqual([expect.stringMatching(/^\[401,.*INVALID_CREDENTIALS/)]);
    // A hash takes some 20 ms, and all else a few.
    expect(ratio()).toBeGreaterThan(0.7);
    expect(ratio()).toBeLessThan(1.4);
  });
});

describe.each(signedInEndpoints)("%s %s", (method, path, least) => {
  test("is 401 without a session, also with an API key", async () => {
    const browser = openBrowser(api);
    for (const key of [null, team.tenant.key, team.tenant.testKey]) {
      expectError(await browser.call(method, path, { key }), 401, "UNAUTHENTICATED");
      const headers = { Authorization: `Bearer ${key}`, Cookie: `session=${key}` };
      expectError(await browser.call(method, path, { key, headers }), 401, "UNAUTHENTICATED");
    }
  });

  test("is 403 for STAFF where it needs ADMIN, and before a one-time password is changed", async () => {
    const someone = await team.newStaff("STAFF");
    const browser = await signedIn(api, someone);
    if (least === "ADMIN") expectError(await browser.call(method, path), 403, "FORBIDDEN");
    await client.query(
      "update staff_users set must_change_password = true, role = 'OWNER' where id = $1",
      [someone.id],
    );
    const answer = await browser.call(method, path);
    if (least === "ADMIN") expectError(answer, 403, "PASSWORD_CHANGE_REQUIRED");
    else expect(answer.status).toBeLessThan(300);
  });

  test("tells another origin's page nothing, and a foreign change is 403", async () => {
    const browser = await signedIn(api, team.staff.ADMIN);
    const from = { Origin: "https://app.example.com" };
    for (const headers of [{ ...from, "Sec-Fetch-Site": "cross-site" }, from]) {
      const answer = await browser.call(method, path, { headers });
      if (method === "GET") expect(answer.status).toBe(200);
      else expectError(answer, 403, "FORBIDDEN");
      expect(answer.headers.has("Access-Control-Allow-Origin")).toBe(false);
      expect(answer.headers.get("Cache-Control")).toBe("no-store");
      expect(answer.headers.get("X-Frame-Options")).toBe("DENY");
    }
    const own = { Origin: api.services[0]!.url };
    expect((await browser.call("GET", "/session", { headers: own })).status).toBe(200);
  });
});

describe("acts on the very next request, in every process:", () => {
  async function newcomer() {
    const someone = await team.newStaff("ADMIN");
    const browser = await signedIn(api, someone);
    expect(await statusesOf(browser)).toEqual([200, 200]);
    return { someone, browser };
  }

  test("signing out", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { browser } = await newcomer();
      const { cookie } = browser;
      await browser.call("DELETE", "/session", { process: round % 2 });
      browser.cookie = cookie;
      expect(await statusesOf(browser)).toEqual([401, 401]);
    }
  });

  test("the disabling of a user", async () => {
    const { someone, browser } = await newcomer();
    await api.seeding.application.disableStaffUser(someone.email);
    expect(await statusesOf(browser)).toEqual([401, 401]);
    expectError(await openBrowser(api).signIn(someone), 401, "INVALID_CREDENTIALS");
  });

  test("a password that is reset", async () => {
    const { someone, browser } = await newcomer();
    await api.seeding.application.resetPassword(someone.email);
    expect(await statusesOf(browser)).toEqual([401, 401]);
  });

  test("another role, another name and another zone", async () => {
    const { someone, browser } = await newcomer();
    const update = "update staff_users set role = 'STAFF', name = 'Grace' where id = $1";
    await client.query(update, [someone.id]);
    for (const process of [0, 1]) {
      const { body } = await browser.call("GET", "/session", { process });
      expect(body.user).toMatchObject({ role: "STAFF", name: "Grace" });
      expectError(await browser.call("GET", "/api-keys", { process }), 403, "FORBIDDEN");
    }
    await client.query("update staff_users set role = 'OWNER' where id = $1", [someone.id]);
    expect((await browser.call("GET", "/api-keys", { process: 1 })).status).toBe(200);
  });

  test("another sign-in in the same browser", async () => {
    const { someone, browser } = await newcomer();
    const { cookie } = browser;
    await browser.signIn(someone, { process: 1 });
    expect(await statusesOf(browser)).toEqual([200, 200]);
    browser.cookie = cookie;
    expect(await statusesOf(browser)).toEqual([401, 401]);
  });
});

describe("failures to sign in", () => {
  test("are 429 with Retry-After after 5 for an account, though the password is right then", async () => {
    await using limited = await startApi();
    const { staff } = await openTeam(limited);
    const attempt = (password: string, email = staff.ADMIN.email) =>
      openBrowser(limited).signIn({ email, password });
    for (let failures = 0; failures < 5; failures += 1) {
      expectError(await attempt("not the password"), 401, "INVALID_CREDENTIALS");
    }
    const refused = await attempt(staff.ADMIN.password);
    expectError(refused, 429, "RATE_LIMIT_EXCEEDED");
    const retryAfter = Number(refused.headers.get("Retry-After"));
    expect(retryAfter).toBeGreaterThan(14 * 60);
    expect(retryAfter).toBeLessThanOrEqual(15 * 60);
    expect((await attempt(staff.STAFF.password, staff.STAFF.email)).status).toBe(200);
  });
});

test("where people reach the service by https, the cookie is __Host- and Secure", async () => {
  const environment = { PUBLIC_URL: "https://book.example.com" };
  await using secure = await startApi({ environment });
  const { staff } = await openTeam(secure);
  const browser = openBrowser(secure);
  const { headers } = await browser.signIn(staff.ADMIN);
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-session=[\w.-]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    ),
  ]);
  const own = { Origin: environment.PUBLIC_URL };
  expect((await browser.call("GET", "/session", { headers: own })).status).toBe(200);
  expect((await browser.call("DELETE", "/session", { headers: own })).status).toBe(204);
  const { errors } = await secure.services[0]!.stop();
  expect(errors).not.toContain("Secure");
});

test("where it is not, the service warns of it as it starts", async () => {
  await using plain = await startApi();
  const { errors } = await plain.services[0]!.stop();
  expect(errors).toMatch(/Warning: PUBLIC_URL is http:.*not https/);
});
