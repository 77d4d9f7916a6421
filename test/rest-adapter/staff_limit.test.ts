import { describe, expect, test } from "vitest";
import { openLimits } from "../../gateway/limits/mod.ts";
import { defaults } from "../gateway/limits/defaults.ts";
import { openStaffApi, signedInEndpoints } from "./staff_support.ts";
import { limitsAt, refusalOf } from "./support.ts";

const names = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After"];
const headersOf = (response: Response) => names.map((name) => response.headers.get(name));
const tooMany = { status: 429, code: "RATE_LIMIT_EXCEEDED" };

/** The limiters of the service, counting in this process, with the test's limit. */
async function openLimited({ staffRequestsPerMinute = 1200, ...failures }: {
  staffRequestsPerMinute?: number;
  signInFailuresPerAccount?: number;
  signInFailuresPerAddress?: number;
} = {}) {
  const api = await openStaffApi();
  const limits = await openLimits({ ...defaults, staffRequestsPerMinute, ...failures });
  api.ports.staffLimits = limits.staffLimits;
  api.ports.signInLimits = limits.signInLimits;
  return api;
}

describe("the limit on a staff user's requests", () => {
  test.each(signedInEndpoints)(
    "is in the headers of the answer to %s %s, with the zone",
    async (...call) => {
      const [method, path] = call;
      const api = await openStaffApi();
      const browser = await api.signedInAs("ADMIN");
      api.ports.staffLimits = limitsAt({ limit: 1200, remaining: 7, resetSeconds: 12 });
      const response = await browser.send(method, path);
      expect(headersOf(response)).toEqual(["1200", "7", "12", null]);
      expect(response.headers.get("X-Organization-Time-Zone")).toBe("Europe/Oslo");
    },
  );

  test("is in the headers of refusals to a known user, and of no answer to an unknown user", async () => {
    const api = await openStaffApi();
    api.ports.staffLimits = limitsAt({ limit: 1200, remaining: 7, resetSeconds: 12 });
    const [staff, admin] = [await api.signedInAs("STAFF"), await api.signedInAs("ADMIN")];
    const limited = ["1200", "7", "12", null];
    expect(headersOf(await staff.send("GET", "/api-keys"))).toEqual(limited);
    expect(headersOf(await admin.send("POST", "/api-keys", { json: {} }))).toEqual(limited);
    expect(headersOf(await admin.send("DELETE", "/api-keys/99"))).toEqual(limited);
    const nothing = [null, null, null, null];
    expect(headersOf(await api.newBrowser().send("GET", "/session"))).toEqual(nothing);
    expect(headersOf(await admin.send("GET", "/nothing"))).toEqual(nothing);
    expect(headersOf(await admin.send("PUT", "/session"))).toEqual(nothing);
  });

  test("refuses with 429 and Retry-After when it is used up, on every endpoint and only for that user", async () => {
    const api = await openLimited({ staffRequestsPerMinute: 3 });
    const browser = await api.signedInAs("ADMIN");
    const statuses = [];
    for (let calls = 0; calls < 3; calls += 1) {
      statuses.push((await browser.send("GET", "/session")).status);
    }
    expect(statuses).toEqual([200, 200, 200]);
    for (const [method, path] of signedInEndpoints) {
      const refused = await browser.send(method, path);
      expect(await refusalOf(refused)).toEqual(tooMany);
      const [limit, remaining, reset, retryAfter] = headersOf(refused);
      expect([limit, remaining]).toEqual(["3", "0"]);
      expect(Number(reset)).toBeGreaterThan(50);
      expect(retryAfter).toBe(reset);
    }
    const again = await api.signedInAs("ADMIN");
    expect(await refusalOf(await again.send("GET", "/session"))).toEqual(tooMany);
    const other = await api.signedInAs("OWNER");
    expect((await other.send("GET", "/session")).status).toBe(200);
  });

  test("counts each request of a session once, refused requests too, and no other request", async () => {
    const api = await openStaffApi();
    const counted: unknown[] = [];
    api.ports.staffLimits = {
      count: (staffUserId) => {
        counted.push(staffUserId);
        return limitsAt({}).count(staffUserId);
      },
    };
    const browser = await api.signedInAs("STAFF");
    expect(counted).toEqual([]);
    await browser.send("GET", "/session", { headers: { "X-Background-Request": "true" } });
    await browser.send("GET", "/api-keys");
    expect(counted).toEqual([api.users.STAFF.id, api.users.STAFF.id]);
    await browser.send("POST", "/api-keys", { headers: { "Sec-Fetch-Site": "cross-site" } });
    await browser.send("GET", "/nothing");
    await api.newBrowser().send("GET", "/session");
    await api.send("GET", "/api/v1/departments");
    expect(counted).toHaveLength(2);
  });
});

describe("the limit on failed sign-ins", () => {
  test("refuses with 429 and Retry-After after 5 failures for an account, also with the right password", async () => {
    const api = await openLimited();
    const { email, password } = api.users.ADMIN;
    const attempt = (password: string, ipAddress = "203.0.113.7") =>
      api.newBrowser().send("POST", "/session", { json: { email, password }, ipAddress });
    for (let failures = 0; failures < 5; failures += 1) {
      expect((await attempt("not the password")).status).toBe(401);
    }
    const refused = await attempt(password);
    expect(await refusalOf(refused)).toEqual(tooMany);
    const retryAfter = Number(refused.headers.get("Retry-After"));
    expect(retryAfter).toBeGreaterThan(14 * 60);
    expect(retryAfter).toBeLessThanOrEqual(15 * 60);
    expect(refused.headers.has("Set-Cookie")).toBe(false);
    const { email: other } = api.users.STAFF;
    const elsewhere = await api.newBrowser().send("POST", "/session", {
      json: { email: other, password },
    });
    expect(elsewhere.status).toBe(200);
    expect((await attempt(password, "198.51.100.1")).status).toBe(200);
  });

  test("counts all spellings of an account together, and unknown accounts in the same way", async () => {
    const api = await openLimited();
    for (const email of [api.users.ADMIN.email, "nobody@clinic.example"]) {
      const statuses = [];
      for (const spelled of [email, email.toUpperCase(), ` ${email}`, email, `${email} `, email]) {
        const json = { email: spelled, password: "not the password" };
        statuses.push((await api.newBrowser().send("POST", "/session", { json })).status);
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    }
  });

  test("refuses with 429 after 50 failures from one address over all accounts", async () => {
    const api = await openLimited();
    const attempt = (i: number, ipAddress = "203.0.113.7") => {
      const json = { email: `user-${i}@clinic.example`, password: "not the password" };
      return api.newBrowser().send("POST", "/session", { json, ipAddress });
    };
    for (let i = 0; i < 50; i += 1) expect((await attempt(i)).status).toBe(401);
    const refused = await attempt(50);
    expect(await refusalOf(refused)).toEqual(tooMany);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(14 * 60);
    expect((await attempt(50, "198.51.100.1")).status).toBe(401);
  });

  test("does not count successful, malformed and foreign sign-ins", async () => {
    const api = await openLimited({ signInFailuresPerAccount: 1, signInFailuresPerAddress: 1 });
    const { email, password } = api.users.ADMIN;
    const json = { email, password };
    const headers = { "Sec-Fetch-Site": "cross-site" };
    for (let times = 0; times < 3; times += 1) {
      const { status } = await api.newBrowser().send("POST", "/session", { json: { email } });
      const foreign = await api.newBrowser().send("POST", "/session", { json, headers });
      expect([status, foreign.status]).toEqual([400, 403]);
      await api.signedInAs("ADMIN");
    }
  });

  test("does not count a sign-in that fails because of the service", async () => {
    const api = await openLimited({ signInFailuresPerAccount: 1 });
    const { matchPassword } = api.ports;
    const { email, password } = api.users.ADMIN;
    const attempt = () => api.newBrowser().send("POST", "/session", { json: { email, password } });
    api.ports.matchPassword = () => Promise.reject(new Error("disk on fire"));
    expect([(await attempt()).status, (await attempt()).status]).toEqual([500, 500]);
    api.ports.matchPassword = matchPassword;
    expect((await attempt()).status).toBe(200);
  });
});
