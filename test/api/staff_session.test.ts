import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, type Api, startApi } from "../support/api.ts";
import {
  type Browser,
  openBrowser,
  openTeam,
  signedIn,
  type Team,
} from "../support/staff_browser.ts";
import { timed } from "../support/patience.ts";

// Two processes that share nothing but the database and the secret of their sessions.
let api: Api;
let team: Team;
let client: Client;

beforeAll(async () => {
  const environment = {
    SIGN_IN_FAILURES_PER_ACCOUNT: "1000",
    SIGN_IN_FAILURES_PER_ADDRESS: "1000",
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
  "a session of %s returns the user and the organization in every process",
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

test(
  "an unknown account and a wrong password are answered alike, and take the same time",
  timed,
  async () => {
    const { email } = team.staff.ADMIN;
    const headers = { "X-Request-Id": "call-1" };
    // The minimum of many: other work of the machine only adds to it.
    const minMs = { unknown: Infinity, wrong: Infinity };
    const ratio = () => minMs.unknown / minMs.wrong;
    const seen = new Set<string>();
    for (let round = 0; round < 10 || round < 60 && (ratio() < 0.5 || ratio() > 2); round += 1) {
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
    // A hash takes some 20 ms and all else a few: without it the ratio would be below 0.2.
    expect(ratio()).toBeGreaterThan(0.5);
    expect(ratio()).toBeLessThan(2);
  },
);

describe("the very next request of every process", () => {
  async function newcomer() {
    const someone = await team.newStaff("ADMIN");
    const browser = await signedIn(api, someone);
    expect(await statusesOf(browser)).toEqual([200, 200]);
    return { someone, browser };
  }

  test("is refused after signing out", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { browser } = await newcomer();
      const { cookie } = browser;
      await browser.call("DELETE", "/session", { process: round % 2 });
      browser.cookie = cookie;
      expect(await statusesOf(browser)).toEqual([401, 401]);
    }
  });

  test("is refused after the user is disabled", async () => {
    const { someone, browser } = await newcomer();
    await api.seeding.application.disableStaffUser(someone.email);
    expect(await statusesOf(browser)).toEqual([401, 401]);
    expectError(await openBrowser(api).signIn(someone), 401, "INVALID_CREDENTIALS");
  });

  test("is refused after the password is reset", async () => {
    const { someone, browser } = await newcomer();
    await api.seeding.application.resetPassword(someone.email);
    expect(await statusesOf(browser)).toEqual([401, 401]);
  });

  test("has another role and name of the user", async () => {
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

  test("is refused with the cookie from before another sign-in in the same browser", async () => {
    const { someone, browser } = await newcomer();
    const { cookie } = browser;
    await browser.signIn(someone, { process: 1 });
    expect(await statusesOf(browser)).toEqual([200, 200]);
    browser.cookie = cookie;
    expect(await statusesOf(browser)).toEqual([401, 401]);
  });
});

test("with an http PUBLIC_URL the service warns when it starts", () => {
  expect(api.services[0]!.errors()).toMatch(/Warning: PUBLIC_URL is http:.*not https/);
});

test("with an https PUBLIC_URL the cookie is __Host-, Secure and accepted with that origin, and 5 failed sign-ins are the limit", async () => {
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
  expect((await browser.call("DELETE", "/session", { headers: own })).status).toBe(204);
  expect(secure.services[0]!.errors()).not.toContain("Secure");

  const { email, password } = staff.OWNER;
  for (let failures = 0; failures < 5; failures += 1) {
    const wrong = { email, password: "not the password" };
    expectError(await openBrowser(secure).signIn(wrong), 401, "INVALID_CREDENTIALS");
  }
  const refused = await openBrowser(secure).signIn({ email, password });
  expectError(refused, 429, "RATE_LIMIT_EXCEEDED");
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(14 * 60);
});
