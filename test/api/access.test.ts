import { createHmac } from "node:crypto";
import { createTRPCClient, httpLink } from "@trpc/client";
import { describe, expect, test } from "vitest";
import type { AppRouter } from "../../gateway/trpc/mod.ts";
import { type Answer, startApi } from "../support/api.ts";
import { openBrowser, openTeam, signedIn } from "../support/staff_browser.ts";
import { clientPerFile, perFile } from "../support/per_file.ts";

// Two processes that share only the database and the secret of their tokens, which `seeding` has too.
// The rules are tested in core/access, gateway/security and gateway/persistence.
const sessionSecret = "s".repeat(32);

const environment = { SESSION_SECRET: sessionSecret, LOG_LEVEL: "debug" };
const api = await perFile(startApi({ processes: 2, environment }));
const team = await openTeam(api, { timeZone: "Europe/Oslo" });
const client = await clientPerFile(api.databaseUrl);

const inBoth = <T>(call: (process: number) => Promise<T>) => Promise.all([0, 1].map(call));

/** Returns how each process answers a session cookie. A refusal must not say why. */
function sessionsOf(cookie: string): Promise<number[]> {
  return inBoth(async (process) => {
    const headers = { Cookie: cookie };
    const answer = await api.call("GET", "/api/staff/session", { headers, process });
    if (answer.status === 200) return 200;
    expectError(answer, 401, "UNAUTHENTICATED");
    expect(answer.body.error.message).toBe("There is no valid session. Sign in.");
    expect(answer.headers.has("Set-Cookie")).toBe(false);
    return answer.status;
  });
}

function expectError(answer: Answer, status: number, code: string): void {
  expect(answer.status).toBe(status);
  expect(answer.body).toEqual({ error: { code, message: expect.stringMatching(/\S/) } });
}

async function newcomer() {
  const staff = await team.newStaff("ADMIN");
  const browser = await signedIn(api, staff);
  expect(await sessionsOf(browser.cookie)).toEqual([200, 200]);
  return { staff, browser, cookie: browser.cookie };
}

describe("a session", () => {
  test("returns the user and the organization in every process, over REST and tRPC", async () => {
    const { id, email } = team.staff.ADMIN;
    const session = {
      user: { id, email, name: "Staff", role: "ADMIN" },
      organization: { id: team.tenant.organizationId, name: "Test", timeZone: "Europe/Oslo" },
    };
    const browser = openBrowser(api);
    const begun = await browser.signIn(team.staff.ADMIN);
    expect([begun.status, begun.body]).toEqual([200, session]);
    await inBoth(async (process) => {
      const { body, headers } = await browser.call("GET", "/session", { process });
      expect(body).toEqual(session);
      expect(headers.get("X-Organization-Time-Zone")).toBe("Europe/Oslo");
      expect(headers.get("X-RateLimit-Limit")).toBe("1200");
      const link = {
        url: `${api.services[process]!.url}/trpc`,
        headers: { Cookie: browser.cookie },
      };
      const trpc = createTRPCClient<AppRouter>({ links: [httpLink(link)] });
      const user = { ...session.user, mustChangePassword: false };
      expect(await trpc.session.current.query()).toMatchObject({ ...session, user });
    });
  });

  test("is refused by the next request of every process after it ends", async () => {
    const ends: ((someone: Awaited<ReturnType<typeof newcomer>>) => Promise<unknown>)[] = [
      ({ browser }) => browser.call("DELETE", "/session", { process: 1 }),
      ({ browser, staff }) => browser.signIn(staff, { process: 1 }),
      ({ staff }) => api.seeding.application.disableStaffUser(staff.email),
      ({ staff }) => api.seeding.application.resetPassword(staff.email),
    ];
    for (const end of ends) {
      const someone = await newcomer();
      await end(someone);
      expect(await sessionsOf(someone.cookie)).toEqual([401, 401]);
    }
  });

  test("has another role and name of its user in the next request of every process", async () => {
    const { staff, browser } = await newcomer();
    const update = "update staff_users set role = 'STAFF', name = 'Grace' where id = $1";
    await client.query(update, [staff.id]);
    await inBoth(async (process) => {
      const { body } = await browser.call("GET", "/session", { process });
      expect(body.user).toMatchObject({ role: "STAFF", name: "Grace" });
      expectError(await browser.call("GET", "/api-keys", { process }), 403, "FORBIDDEN");
    });
  });
});

test("an unknown account and a wrong password are answered alike", async () => {
  const headers = { "X-Request-Id": "call-1" };
  const answers = await Promise.all(
    [team.staff.ADMIN.email, "nobody@clinic.example"].map(async (email) => {
      const credentials = { email, password: "not the password at all" };
      const { status, text, ...answer } = await openBrowser(api).signIn(credentials, { headers });
      return [status, text, [...answer.headers].filter(([header]) => header !== "date")];
    }),
  );
  expect(answers[0]).toEqual([
    401,
    expect.stringContaining("INVALID_CREDENTIALS"),
    expect.anything(),
  ]);
  expect(answers[1]).toEqual(answers[0]);
});

describe("a session cookie that was not given to its sender", () => {
  const partOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claimsOf = (cookie: string): Record<string, unknown> =>
    JSON.parse(Buffer.from(cookie.split(".")[1]!, "base64url").toString());

  /** Makes a cookie with these claims, signed with a key. */
  function forge(claims: object, key = sessionSecret): string {
    const signed = `${partOf({ alg: "HS256", typ: "JWT" })}.${partOf(claims)}`;
    return `session=${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`;
  }

  test("opens nothing if it is signed by another deployment, or names no session", async () => {
    const { cookie } = await newcomer();
    const claims = claimsOf(cookie);
    expect(cookie.split("; ")).toContain(forge(claims));
    expect(await sessionsOf(forge(claims, "o".repeat(32)))).toEqual([401, 401]);
    for (const sid of [crypto.randomUUID(), "", "x", "' or true --", "\0"]) {
      expect([sid, ...await sessionsOf(forge({ ...claims, sid }))]).toEqual([sid, 401, 401]);
    }
    const many = Array.from({ length: 500 }, (_, i) => `session${i}=x`).join("; ");
    expect(await sessionsOf(many)).toEqual([401, 401]);
    expect(await sessionsOf(`session=${"a.".repeat(6000)}`)).toEqual([401, 401]);
  });

  test("opens nothing if it was planted before the sign-in", async () => {
    const planted = forge({ ...claimsOf((await newcomer()).cookie), sid: crypto.randomUUID() });
    const attacker = await signedIn(api, team.staff.STAFF);
    for (const cookie of ["session=chosen-by-somebody", planted, attacker.cookie]) {
      const browser = openBrowser(api);
      browser.cookie = cookie;
      expect((await browser.signIn(team.staff.OWNER)).status).toBe(200);
      expect(browser.cookie).not.toBe(cookie);
      expect(await sessionsOf(cookie)).toEqual([401, 401]);
      expect(await sessionsOf(browser.cookie)).toEqual([200, 200]);
    }
  });
});

describe("an API key", () => {
  const newKey = async () => {
    const body = { name: "Kiosk", environment: "LIVE", scopes: ["READ_APPOINTMENTS"] };
    const answer = await team.browsers.ADMIN.call("POST", "/api-keys", { body });
    return answer.body as { id: number; key: string };
  };
  const statusesOf = (key: string) =>
    inBoth(async (process) =>
      (await api.call("GET", "/api/v1/departments", { key, process })).status
    );

  test("is valid or not in the next request of every process after a rotation and a revocation", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, key } = await newKey();
      expect(await statusesOf(key)).toEqual([200, 200]);
      const { OWNER } = team.browsers;
      const { body } = await OWNER.call("POST", `/api-keys/${id}/rotate`, { process: round % 2 });
      expect([await statusesOf(key), await statusesOf(body.key)]).toEqual([[401, 401], [200, 200]]);
      await OWNER.call("DELETE", `/api-keys/${body.id}`, { process: 1 - round % 2 });
      expect(await statusesOf(body.key)).toEqual([401, 401]);
    }
  });

  test("has no lastUsedAt until it is used, and then the time of its use", async () => {
    const { id, key } = await newKey();
    const lastUsedAt = async () => {
      const { body } = await team.browsers.OWNER.call("GET", "/api-keys", { process: 1 });
      return body.find((one: { id: number }) => one.id === id).lastUsedAt as string | null;
    };
    expect(await lastUsedAt()).toBeNull();
    const before = Date.now();
    await statusesOf(key);
    await expect.poll(lastUsedAt, { timeout: 60_000, interval: 100 }).not.toBeNull();
    const at = Temporal.PlainDateTime.from((await lastUsedAt())!).toZonedDateTime("Europe/Oslo");
    expect(at.epochMilliseconds).toBeGreaterThanOrEqual(before - 1000);
  });
});

describe("a reporting token", () => {
  const query = "{ organization { name timeZone } }";
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
  const newToken = async () => {
    const { application } = api.seeding;
    return await application.createReportingToken(team.tenant.organizationId, { name: "Metabase" });
  };

  async function ask(headers: Record<string, string>, process = 0) {
    const response = await fetch(`${api.services[process]!.url}/graphql`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify({ query }),
    });
    // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of every shape
    return { status: response.status, body: await response.json() as any };
  }

  test("reads from every process until it is revoked", async () => {
    const { id, token } = await newToken();
    const organization = { name: "Test", timeZone: "Europe/Oslo" };
    for (const { status, body } of await inBoth((process) => ask(bearer(token), process))) {
      expect([status, body]).toEqual([200, { data: { organization } }]);
    }
    await api.seeding.application.revokeReportingToken(id);
    for (const { status, body } of await inBoth((process) => ask(bearer(token), process))) {
      expect([status, body.errors[0].extensions]).toEqual([401, { code: "UNAUTHENTICATED" }]);
    }
  });

  test("opens nothing but GraphQL", async () => {
    const { token } = await newToken();
    for (const path of ["/api/v1/departments", "/api/staff/api-keys", "/api/staff/session"]) {
      const headers = { ...bearer(token), "X-API-Key": token, Cookie: `session=${token}` };
      expect((await api.call("GET", path, { headers })).status).toBe(401);
    }
  });

  test("is in no line of the log, and neither is a query", async () => {
    const { token } = await newToken();
    await ask(bearer(token));
    await fetch(`${api.services[0]!.url}/graphql?query={organization{name}}`, {
      headers: bearer(token),
    });
    const { errors } = await api.services[0]!.stop();
    const lines = errors.split("\n").filter((line) => line.includes('"path":"/graphql"'));
    expect(lines.length).toBeGreaterThan(1);
    for (const part of [token, token.split(".")[2]!, "organization", "Bearer"]) {
      expect(lines.filter((line) => line.includes(part))).toEqual([]);
    }
    expect(errors).not.toContain(token);
  });
});
