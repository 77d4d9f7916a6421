import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, type Api, startApi, type Tenant } from "../support/api.ts";

let api: Api;
let tenant: Tenant;

beforeAll(async () => {
  api = await startApi({ processes: 2 });
  tenant = await api.organization({ slotCapacity: 100 });
});
afterAll(() => api[Symbol.asyncDispose]());

/** Every endpoint, each with the scopes of which it takes any one. */
const endpoints = [
  ["POST", "/appointments", ["WRITE_APPOINTMENTS"], 400],
  ["GET", "/appointments", ["READ_APPOINTMENTS"], 200],
  ["GET", "/appointments/1", ["READ_APPOINTMENTS"], 404],
  ["DELETE", "/appointments/1", ["WRITE_APPOINTMENTS"], 404],
  ["GET", "/departments", ["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"], 200],
  ["GET", "/departments/987654", ["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"], 404],
  ["GET", "/departments/1/availability", ["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"], 400],
] as const;

function expectError(answer: Answer, status: number, code: string): void {
  expect(answer.status).toBe(status);
  expect(answer.body).toEqual({ error: { code, message: expect.stringMatching(/\S/) } });
}

describe.each(endpoints)("%s /api/v1%s", (method, path, scopes, past) => {
  const call = (key: string | null, headers: Record<string, string> = {}) =>
    api.call(method, `/api/v1${path}`, {
      key,
      headers,
      ...(method === "POST" && { body: "not JSON" }),
    });

  test("without a key it is 401 MISSING_API_KEY", async () => {
    expectError(await call(null), 401, "MISSING_API_KEY");
    expectError(await call(""), 401, "MISSING_API_KEY");
    expectError(
      await call(null, { Authorization: `Bearer ${tenant.key}` }),
      401,
      "MISSING_API_KEY",
    );
  });

  test("with a key that is none it is 401 INVALID_API_KEY", async () => {
    const last = tenant.key.at(-1) === "a" ? "b" : "a";
    const unknown = [
      "x",
      `${tenant.key.slice(0, -1)}${last}`,
      tenant.key.replace("mk_live_", "mk_test_"),
      `${tenant.key} ${tenant.key}`,
      tenant.key.toUpperCase(),
    ];
    for (const key of unknown) expectError(await call(key), 401, "INVALID_API_KEY");
  });

  test("each scope opens what it should and nothing else", async () => {
    for (const scope of ["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"] as const) {
      const answer = await call(await tenant.newKey("LIVE", [scope]));
      if ((scopes as readonly string[]).includes(scope)) expect(answer.status).toBe(past);
      else expectError(answer, 403, "INSUFFICIENT_SCOPE");
    }
  });

  test("every answer has X-Request-Id; those to a valid key also the organization's zone", async () => {
    for (const key of [tenant.key, await tenant.newKey("LIVE", ["READ_APPOINTMENTS"])]) {
      const { headers } = await call(key, { "X-Request-Id": "trace-1.a" });
      expect(headers.get("X-Request-Id")).toBe("trace-1.a");
      expect(headers.get("X-Organization-Time-Zone")).toBe("UTC");
      expect(headers.get("Cache-Control")).toBe("no-store");
    }
    const { headers } = await call(null, { "X-Request-Id": "not a valid id" });
    expect(headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.has("X-Organization-Time-Zone")).toBe(false);
  });
});

test("a revoked key is refused by the very next request, on every process", async () => {
  const { application } = api.seeding;
  for (let round = 0; round < 10; round += 1) {
    const { apiKey, key } = await application.createApiKey(tenant.organizationId, {
      name: "short",
      environment: "LIVE",
      scopes: ["READ_APPOINTMENTS"],
    });
    const call = (process: number) => api.call("GET", "/api/v1/departments", { key, process });
    expect((await Promise.all([call(0), call(1)])).map(({ status }) => status)).toEqual([200, 200]);
    await application.revokeApiKey({ id: apiKey.id });
    for (const process of [0, 1]) expectError(await call(process), 401, "INVALID_API_KEY");
  }
});

describe("paths and methods", () => {
  test.each([
    "/nothing",
    "/api",
    "/api/v1",
    "/api/v1/",
    "/api/v1/appointments/",
    "/api/v1/appointments/1/x",
    "/api/v1/departments/1/availability/",
    "/api/v1/Appointments",
    "/api/v2/appointments",
    "/api/v1/%zz",
  ])("%s is 404 NOT_FOUND, with or without a key", async (path) => {
    for (const key of [tenant.key, null]) {
      expectError(await api.call("GET", path, { key }), 404, "NOT_FOUND");
    }
  });

  test.each([
    ["/api/v1/appointments", "GET, POST", ["PUT", "PATCH", "DELETE", "OPTIONS"]],
    ["/api/v1/appointments/1", "DELETE, GET", ["POST", "PUT", "PATCH", "OPTIONS"]],
    ["/api/v1/departments", "GET", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]],
    ["/api/v1/departments/1", "GET", ["POST", "DELETE"]],
    ["/api/v1/departments/1/availability", "GET", ["POST", "DELETE"]],
  ])(
    "%s allows %s and answers 405 to others, with or without a key",
    async (path, allow, methods) => {
      for (const method of methods) {
        for (const key of [tenant.key, null]) {
          const answer = await api.call(method, path, { key });
          expectError(answer, 405, "METHOD_NOT_ALLOWED");
          expect(answer.headers.get("Allow")?.split(", ").toSorted().join(", ")).toBe(allow);
        }
      }
    },
  );
});

test("the order of checks: each fault hides those after it", async () => {
  const readOnly = await tenant.newKey("LIVE", ["READ_APPOINTMENTS"]);
  const bad = { departmentId: 987_654, dateTime: "x", name: "" };
  const post = (key: string | null, body: unknown) =>
    api.call("POST", "/api/v1/appointments", { key, body });
  expectError(await api.call("PUT", "/api/v1/nowhere", { key: null }), 404, "NOT_FOUND");
  expectError(
    await api.call("PUT", "/api/v1/appointments", { key: null }),
    405,
    "METHOD_NOT_ALLOWED",
  );
  expectError(await post(null, bad), 401, "MISSING_API_KEY");
  expectError(await post("junk", bad), 401, "INVALID_API_KEY");
  expectError(await post(readOnly, bad), 403, "INSUFFICIENT_SCOPE");
  expect((await post(tenant.key, bad)).body.error.code).toBe("VALIDATION_ERROR");
  const good = { ...bad, dateTime: "2027-03-01T10:00", name: "A" };
  expectError(await post(tenant.key, good), 404, "DEPARTMENT_NOT_FOUND");
});
