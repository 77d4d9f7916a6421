import { expect, test } from "vitest";
import { limitsAt, openApi } from "./support.ts";

test("a usage entry has all fields of the request", async () => {
  const api = await openApi();
  const headers = { "User-Agent": "booking-client/1.2" };
  await api.send("GET", "/api/v1/departments/7?x=secret#y", { headers, key: "test" });
  expect(api.entries).toEqual([{
    organizationId: 1,
    apiKeyId: api.keys.test.id,
    environment: "TEST",
    endpoint: "/api/v1/departments/7",
    routeTemplate: "GET /api/v1/departments/{id}",
    method: "GET",
    statusCode: 404,
    creditsConsumed: 0,
    responseTimeMs: expect.any(Number),
    timestamp: Temporal.Instant.from("2026-03-01T08:00:00Z"),
    ipAddress: "203.0.113.7",
    userAgent: "booking-client/1.2",
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    error: "DEPARTMENT_NOT_FOUND: There is no department with this id",
  }]);
  expect(Number.isInteger(api.entries[0]!.responseTimeMs)).toBe(true);
});

test("a creation consumes 1 credit; a replay and a refused creation consume none", async () => {
  const api = await openApi();
  const headers = { "Idempotency-Key": "order-1" };
  await api.book({}, { headers });
  await api.book({}, { headers });
  await api.book({ name: "" });
  expect(api.entries.map(({ statusCode, creditsConsumed }) => [statusCode, creditsConsumed]))
    .toEqual([[201, 1], [201, 0], [400, 0]]);
  expect(api.entries[2]!.error).toMatch(/^VALIDATION_ERROR: name: /);
});

test.each([
  ["POST", "/api/v1/appointments", 400, "POST /api/v1/appointments"],
  ["GET", "/api/v1/appointments?page=0", 200, "GET /api/v1/appointments"],
  ["GET", "/api/v1/appointments/abc", 404, "GET /api/v1/appointments/{id}"],
  ["DELETE", "/api/v1/appointments/3", 404, "DELETE /api/v1/appointments/{id}"],
  ["GET", "/api/v1/departments", 200, "GET /api/v1/departments"],
  ["GET", "/api/v1/departments/1", 200, "GET /api/v1/departments/{id}"],
  [
    "GET",
    "/api/v1/departments/1/availability",
    400,
    "GET /api/v1/departments/{id}/availability",
  ],
])("%s %s is recorded with %i under its route", async (method, path, statusCode, routeTemplate) => {
  const api = await openApi();
  await api.send(method, path);
  const endpoint = path.split("?")[0];
  expect(api.entries).toMatchObject([{ method, endpoint, statusCode, routeTemplate }]);
});

test("requests refused with 429, 403, 413, 402 or 500 are recorded", async () => {
  const api = await openApi();
  await api.send("GET", "/api/v1/appointments", { key: "writer" });
  await api.send("POST", "/api/v1/appointments", { json: { name: "x".repeat(70_000) } });
  api.setBalance(0);
  await api.book();
  api.ports.departments.listActive = () => Promise.reject(new Error("disk on fire"));
  await api.send("GET", "/api/v1/departments");
  api.ports.hourlyLimits = limitsAt({ isAllowed: false });
  await api.send("GET", "/api/v1/departments");
  expect(api.entries.map(({ statusCode }) => statusCode)).toEqual([403, 413, 402, 500, 429]);
});

test("a request without a valid key, a known path or an allowed method is not recorded", async () => {
  const api = await openApi();
  await api.send("GET", "/api/v1/departments", { key: null });
  await api.send("GET", "/api/v1/departments", { headers: { "X-API-Key": "mk_live_x" } });
  await api.send("GET", "/api/v1/nothing");
  await api.send("PUT", "/api/v1/departments");
  expect(api.entries).toEqual([]);
});

test("a user agent is cut to 512 characters, and an absent user agent is recorded as empty", async () => {
  const api = await openApi();
  await api.send("GET", "/api/v1/departments", { headers: { "User-Agent": "u".repeat(600) } });
  await api.send("GET", "/api/v1/departments");
  expect(api.entries.map(({ userAgent }) => userAgent)).toEqual(["u".repeat(512), ""]);
});
