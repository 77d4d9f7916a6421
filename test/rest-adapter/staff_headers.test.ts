import { describe, expect, test } from "vitest";
import { openStaffApi } from "./staff_support.ts";
import { type CallOptions, limitsAt } from "./support.ts";

const origin = "https://app.example.com";
const csv = "/api-usage/export/csv?startDate=2026-03-01&endDate=2026-03-01";
const foreign = { "Sec-Fetch-Site": "cross-site" };

const answers = [
  ["GET", "/session", {}, 200],
  ["DELETE", "/session", {}, 204],
  ["POST", "/api-keys/1/rotate", {}, 201],
  ["GET", csv, {}, 200],
  ["POST", "/session", { json: {} }, 400],
  ["GET", "/session", { headers: { Cookie: "" } }, 401],
  ["DELETE", "/api-keys/1", { headers: foreign }, 403],
  ["DELETE", "/api-keys/99", {}, 404],
  ["GET", "/nothing", {}, 404],
  ["GET", "", {}, 404],
  ["PUT", "/session", {}, 405],
  ["HEAD", "/session", {}, 405],
  ["POST", "/api-keys", { json: { name: "x".repeat(70_000) } }, 413],
] satisfies [string, string, CallOptions, number][];

describe.each([undefined, "https://book.example.com"])("at the public URL %s", (publicUrl) => {
  test.each(answers)("%s %s %j is answered %i with every common header", async (...call) => {
    const [method, path, sent, status] = call;
    const api = await openStaffApi(publicUrl === undefined ? {} : { publicUrl });
    const browser = await api.signedInAs("ADMIN");
    const response = await browser.send(method, path, sent);
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "referrer-policy": "no-referrer",
      "cross-origin-resource-policy": "same-origin",
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });
});

test("429, 500 and 503 have the common headers too, and contain nothing about the cause", async () => {
  const api = await openStaffApi();
  const browser = await api.signedInAs("ADMIN");
  const failing = { count: () => Promise.reject(new Error("relation sessions does not exist")) };
  for (const staffLimits of [limitsAt({ isAllowed: false }), failing]) {
    api.ports.staffLimits = staffLimits;
    const response = await browser.send("GET", "/session", {
      headers: { "X-Request-Id": "call-1" },
    });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "cache-control": "no-store",
      "x-frame-options": "DENY",
      "x-request-id": "call-1",
    });
    expect(await response.text()).not.toContain("relation");
  }
  const about = { requestId: "call-1", method: "GET", path: "/api/staff/session" };
  expect(api.defects).toEqual([{ error: expect.any(Error), about }]);
});

test.each([[[origin]], [["*"]], [[origin, "*"]]])(
  "no page of another origin may read a staff answer, even if CORS_ORIGINS is %j",
  async (corsOrigins) => {
    const api = await openStaffApi({ corsOrigins, publicUrl: "https://book.example.com" });
    const browser = await api.signedInAs("ADMIN");
    const corsNames = (response: Response) =>
      [...response.headers.keys()].filter((name) => name.startsWith("access-control"));
    for (const [method, path, sent] of answers) {
      const headers = { Origin: origin, ...("headers" in sent && sent.headers) };
      expect(corsNames(await browser.send(method, path, { ...sent, headers }))).toEqual([]);
    }
    for (const path of ["/session", "/api-keys", "/api-keys/1"]) {
      for (const method of ["POST", "DELETE"]) {
        const preflight = await browser.send("OPTIONS", path, {
          headers: { Origin: origin, "Access-Control-Request-Method": method },
        });
        expect([preflight.status, ...corsNames(preflight)]).toEqual([405]);
      }
    }
  },
);

test.each([
  ["/session", ["POST", "GET", "DELETE"]],
  ["/api-keys", ["GET", "POST"]],
  ["/api-keys/1", ["DELETE"]],
  ["/api-keys/1/rotate", ["POST"]],
  ["/api-usage/stats", ["GET"]],
  ["/api-usage/logs", ["GET"]],
  ["/api-usage/export/csv", ["GET"]],
])("%s allows %j and answers 405 with Allow to any other method", async (path, allowed) => {
  const api = await openStaffApi();
  const browser = await api.signedInAs("ADMIN");
  const all = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"];
  for (const method of all.filter((one) => !allowed.includes(one))) {
    for (const headers of [{}, { Cookie: "" }]) {
      const response = await browser.send(method, path, { headers });
      expect(response.status).toBe(405);
      expect(response.headers.get("Allow")?.split(", ").sort()).toEqual(allowed.toSorted());
    }
  }
});

test.each([
  "/",
  "/sessions",
  "/session/",
  "/session/1",
  "/api-keys/",
  "/api-keys/1/",
  "/api-keys/1/rotate/",
  "/api-keys//rotate",
  "/api-usage",
  "/api-usage/export",
  "/api-usage/export/CSV",
  "/../staff/session/x",
])("%s is an unknown path and answered 404, signed in or not", async (path) => {
  const api = await openStaffApi();
  for (const browser of [api.newBrowser(), await api.signedInAs("OWNER")]) {
    for (const method of ["GET", "POST", "DELETE"]) {
      expect((await browser.send(method, path)).status).toBe(404);
    }
  }
});
