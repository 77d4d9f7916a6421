import { describe, expect, test } from "vitest";
import { openLimits } from "../../gateway/limits/mod.ts";
import { defaults } from "../gateway/limits/defaults.ts";
import { openStaffApi } from "./staff_support.ts";
import { limitsAt, refusalOf } from "./support.ts";

const names = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After"];
const headersOf = (response: Response) => names.map((name) => response.headers.get(name));
const tooMany = { status: 429, code: "RATE_LIMIT_EXCEEDED" };

test("an answer has the headers of the user's limit and the zone, also over the limit", async () => {
  const api = await openStaffApi();
  const browser = await api.signedInAs("ADMIN");
  api.ports.staffLimits = limitsAt({ remaining: 0, resetSeconds: 12, isAllowed: false });
  const refused = await browser.send("GET", "/api-keys");
  expect(headersOf(refused)).toEqual(["1000", "0", "12", "12"]);
  expect(await refusalOf(refused)).toEqual(tooMany);
  api.ports.staffLimits = limitsAt({ remaining: 7, resetSeconds: 12 });
  const response = await browser.send("GET", "/api-keys");
  expect(headersOf(response)).toEqual(["1000", "7", "12", null]);
  expect(response.headers.get("X-Organization-Time-Zone")).toBe("Europe/Oslo");
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
});

// gateway/limits tests the counting, core/access what counts as a failure.
test("a sign-in over the limit is refused with 429 and Retry-After, also with the right password", async () => {
  const api = await openStaffApi();
  api.ports.signInLimits = (await openLimits({ ...defaults, signInFailuresPerAccount: 1 }))
    .signInLimits;
  const { email, password } = api.users.ADMIN;
  const attempt = (password: string, ipAddress = "203.0.113.7") =>
    api.newBrowser().send("POST", "/session", { json: { email, password }, ipAddress });
  expect((await attempt("not the password")).status).toBe(401);
  const refused = await attempt(password);
  expect(await refusalOf(refused)).toEqual(tooMany);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(14 * 60);
  expect((await attempt(password, "198.51.100.1")).status).toBe(200);
});
