import { describe, expect, test } from "vitest";
import { openLimits } from "../../gateway/limits/mod.ts";
import { defaults } from "../gateway/limits/defaults.ts";
import { nameOf, staffEndpoints } from "../support/endpoints.ts";
import { callEndpoint, openStaffApi } from "./staff_support.ts";
import { limitsAt, refusalOf } from "./support.ts";

const names = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After"];
const headersOf = (response: Response) => names.map((name) => response.headers.get(name));
const tooMany = { status: 429, code: "RATE_LIMIT_EXCEEDED" };

describe.each(staffEndpoints.map((one) => [nameOf(one), one] as const))("%s", (_, endpoint) => {
  test("has the headers of the user's limit and the zone, and is refused with 429 over the limit", async () => {
    const api = await openStaffApi();
    const browser = await api.signedInAs("ADMIN");
    api.ports.staffLimits = limitsAt({ remaining: 0, resetSeconds: 12, isAllowed: false });
    const refused = await callEndpoint(browser, endpoint);
    expect(headersOf(refused)).toEqual(["1000", "0", "12", "12"]);
    expect(await refusalOf(refused)).toEqual(tooMany);
    api.ports.staffLimits = limitsAt({ remaining: 7, resetSeconds: 12 });
    const response = await callEndpoint(browser, endpoint);
    expect(headersOf(response)).toEqual(["1000", "7", "12", null]);
    expect(response.headers.get("X-Organization-Time-Zone")).toBe("Europe/Oslo");
  });
});

describe("the limit on a staff user's requests", () => {
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
    const refused = await browser.send("GET", "/api-keys");
    expect(headersOf(refused).slice(0, 2)).toEqual(["1000", "998"]);
    expect(counted).toEqual([api.users.STAFF.id, api.users.STAFF.id]);
    const others = [
      await browser.send("POST", "/api-keys", { headers: { "Sec-Fetch-Site": "cross-site" } }),
      await browser.send("GET", "/nothing"),
      await browser.send("PUT", "/session"),
      await api.newBrowser().send("GET", "/session"),
    ];
    for (const response of others) expect(headersOf(response)).toEqual([null, null, null, null]);
    await api.send("GET", "/api/v1/departments");
    expect(counted).toHaveLength(2);
  });

  test("counts an export as one request for each of its days", async () => {
    const api = await openStaffApi();
    const counted: unknown[] = [];
    api.ports.staffLimits = {
      count: (_, weight = 1) => {
        counted.push(weight);
        return limitsAt({}).count(weight);
      },
    };
    const browser = await api.signedInAs("ADMIN");
    const days = "startDate=2026-03-01&endDate=2026-03-31";
    expect((await browser.send("GET", `/api-usage/export/csv?${days}`)).status).toBe(200);
    expect(counted).toEqual([1, 30]);
  });

  test("is the user's own: another session of the user shares it, another user does not", async () => {
    const api = await openStaffApi();
    const limits = await openLimits({ ...defaults, staffRequestsPerMinute: 1 });
    api.ports.staffLimits = limits.staffLimits;
    const sessions = [await api.signedInAs("ADMIN"), await api.signedInAs("ADMIN")];
    const other = await api.signedInAs("OWNER");
    const statuses = [];
    for (const browser of [...sessions, other]) {
      statuses.push((await browser.send("GET", "/session")).status);
    }
    expect(statuses).toEqual([200, 429, 200]);
  });
});

describe("the limit on failed sign-ins", () => {
  /** Opens an API with the sign-in limits of the service, which count in this process. */
  async function openLimited(options: Partial<typeof defaults> = {}) {
    const api = await openStaffApi();
    api.ports.signInLimits = (await openLimits({ ...defaults, ...options })).signInLimits;
    const attempt = (email: string, password: string, ipAddress = "203.0.113.7") =>
      api.newBrowser().send("POST", "/session", { json: { email, password }, ipAddress });
    return { ...api, attempt };
  }

  test("refuses with 429 and Retry-After after 5 failures for an account from an address, also with the right password", async () => {
    const { attempt, users: { ADMIN: { email, password }, STAFF } } = await openLimited();
    for (const spelled of [email, email.toUpperCase(), ` ${email}`, `${email} `, email]) {
      expect((await attempt(spelled, "not the password")).status).toBe(401);
    }
    const refused = await attempt(email, password);
    expect(await refusalOf(refused)).toEqual(tooMany);
    const retryAfter = Number(refused.headers.get("Retry-After"));
    expect(retryAfter).toBeGreaterThan(14 * 60);
    expect(retryAfter).toBeLessThanOrEqual(15 * 60);
    expect((await attempt(STAFF.email, password)).status).toBe(200);
    expect((await attempt(email, password, "198.51.100.1")).status).toBe(200);
  });

  test("refuses with 429 after 50 failures from one address over all accounts, unknown accounts too", async () => {
    const { attempt } = await openLimited();
    const wrong = (i: number, ipAddress?: string) =>
      attempt(`user-${i}@clinic.example`, "not the password", ipAddress);
    for (let i = 0; i < 50; i += 1) expect((await wrong(i)).status).toBe(401);
    expect(await refusalOf(await wrong(50))).toEqual(tooMany);
    expect((await wrong(50, "198.51.100.1")).status).toBe(401);
  });

  test("does not count successful, malformed and foreign sign-ins, nor failures of the service", async () => {
    const api = await openLimited({ signInFailuresPerAccount: 1, signInFailuresPerAddress: 1 });
    const { email, password } = api.users.ADMIN;
    const { matchPassword } = api.ports;
    const headers = { "Sec-Fetch-Site": "cross-site" };
    for (let times = 0; times < 3; times += 1) {
      const browser = api.newBrowser();
      const { status } = await browser.send("POST", "/session", { json: { email } });
      const foreign = await browser.send("POST", "/session", {
        json: { email, password },
        headers,
      });
      expect([status, foreign.status]).toEqual([400, 403]);
      api.ports.matchPassword = () => Promise.reject(new Error("disk on fire"));
      expect((await api.attempt(email, password)).status).toBe(500);
      api.ports.matchPassword = matchPassword;
      expect((await api.attempt(email, password)).status).toBe(200);
    }
  });
});
