import { describe, expect, test } from "vitest";
import { openStaffApi } from "./staff_support.ts";
import { type CallOptions, limitsAt, openApi } from "./support.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const origin = "https://app.example.com";

const common = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-request-id": expect.stringMatching(uuid),
};
const ofStaff = {
  ...common,
  "x-frame-options": "DENY",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
};

const csv = "/api-usage/export/csv?startDate=2026-03-01&endDate=2026-03-01";

test.each(
  [
    ["GET", "/api/v1/departments", "full", 200],
    ["DELETE", "/api/v1/appointments/9", "full", 404],
    ["GET", "/api/v1/departments", null, 401],
    ["PUT", "/api/v1/appointments", "full", 405],
    ["HEAD", "/api/v1/appointments", "full", 200],
    ["GET", "/openapi.json", null, 200],
  ] as const,
)("%s %s with the key %s is answered %i with the common headers", async (...call) => {
  const [method, path, key, status] = call;
  const response = await (await openApi()).send(method, path, { key });
  expect(response.status).toBe(status);
  expect(Object.fromEntries(response.headers)).toMatchObject(common);
});

const staffCalls = [
  ["DELETE", "/session", {}, 204],
  ["POST", "/api-keys/1/rotate", {}, 201],
  ["GET", csv, {}, 200],
  ["GET", "/session", { headers: { Cookie: "" } }, 401],
  ["DELETE", "/api-keys/1", { headers: { "Sec-Fetch-Site": "cross-site" } }, 403],
  ["GET", "/nothing", {}, 404],
  ["HEAD", "/session", {}, 200],
  ["POST", "/api-keys", { json: { name: "x".repeat(70_000) } }, 413],
] satisfies [string, string, CallOptions, number][];

test.each(staffCalls)(
  "%s /api/staff%s %j is answered %i with the common headers and those against framing",
  async (method, path, sent, status) => {
    for (const options of [{}, { publicUrl: "https://book.example.com" }]) {
      const browser = await (await openStaffApi(options)).signedInAs("ADMIN");
      const response = await browser.send(method, path, sent);
      expect(response.status).toBe(status);
      expect(Object.fromEntries(response.headers)).toMatchObject(ofStaff);
    }
  },
);

test("429 and 500 of the staff API have the headers too, and contain nothing about the cause", async () => {
  const api = await openStaffApi();
  const browser = await api.signedInAs("ADMIN");
  const failing = { count: () => Promise.reject(new Error("relation sessions does not exist")) };
  const headers = { "X-Request-Id": "call-1" };
  for (const staffLimits of [limitsAt({ isAllowed: false }), failing]) {
    api.ports.staffLimits = staffLimits;
    const response = await browser.send("GET", "/session", { headers });
    const expected = { ...ofStaff, "x-request-id": "call-1" };
    expect(Object.fromEntries(response.headers)).toMatchObject(expected);
    expect(await response.text()).not.toContain("relation");
  }
  const about = { requestId: "call-1", method: "GET", path: "/api/staff/session" };
  expect(api.defects).toEqual([{ error: expect.any(Error), about }]);
});

test.each([[[origin]], [["*"]]])(
  "no page of another origin may read a staff answer, even if CORS_ORIGINS is %j",
  async (corsOrigins) => {
    const api = await openStaffApi({ corsOrigins, publicUrl: "https://book.example.com" });
    const browser = await api.signedInAs("ADMIN");
    const corsNames = (response: Response) =>
      [...response.headers.keys()].filter((name) => name.startsWith("access-control"));
    for (const [method, path, sent] of staffCalls) {
      const headers = { Origin: origin, ...("headers" in sent && sent.headers) };
      expect(corsNames(await browser.send(method, path, { ...sent, headers }))).toEqual([]);
    }
    for (const path of ["/session", "/api-keys", "/api-keys/1"]) {
      for (const method of ["POST", "DELETE"]) {
        const headers = { Origin: origin, "Access-Control-Request-Method": method };
        const preflight = await browser.send("OPTIONS", path, { headers });
        expect([preflight.status, ...corsNames(preflight)]).toEqual([405]);
      }
    }
  },
);

describe("X-Request-Id", () => {
  const idFor = async (id: string) => {
    const headers = { "X-Request-Id": id };
    const response = await (await openApi()).send("GET", "/api/v1/departments", { headers });
    return response.headers.get("X-Request-Id");
  };

  test.each(["a", "A-1._b", "x".repeat(128)])(
    "of the caller '%s' is repeated in the response",
    async (id) => expect(await idFor(id)).toBe(id),
  );

  test.each(["", "a b", "a,b", "é", "x".repeat(129), '{"a":1}'])(
    "of the caller '%s' is replaced by a new id",
    async (id) => expect(await idFor(id)).toMatch(uuid),
  );
});

test("X-Organization-Time-Zone is in every response to a valid key and in no other response", async () => {
  const api = await openApi();
  const zoneAt = async (path: string, key: "full" | "writer" | null = "full") =>
    (await api.send("GET", path, { key })).headers.get("X-Organization-Time-Zone");
  expect(await zoneAt("/api/v1/departments")).toBe("Europe/Oslo");
  expect(await zoneAt("/api/v1/departments/9")).toBe("Europe/Oslo");
  expect(await zoneAt("/api/v1/appointments", "writer")).toBe("Europe/Oslo");
  expect(await zoneAt("/api/v1/departments", null)).toBeNull();
});
