import { expect, test } from "vitest";
import { type Api, type CallOptions, limitsAt, openApi, refusalOf } from "./support.ts";

interface Attempt {
  method: string;
  path: string;
  key: NonNullable<CallOptions["key"]> | null;
  body: Record<string, unknown>;
}

interface Fault {
  code: string;
  status: number;
  commit(attempt: Attempt, api: Api): unknown;
}

// The checks in the order of rest-adapter/README.md 2. Each fault can be combined with all later faults.
const faults: Fault[] = [
  { code: "NOT_FOUND", status: 404, commit: (attempt) => attempt.path = "/api/v1/appointment" },
  { code: "METHOD_NOT_ALLOWED", status: 405, commit: (attempt) => attempt.method = "PUT" },
  { code: "MISSING_API_KEY", status: 401, commit: (attempt) => attempt.key = null },
  {
    code: "INVALID_API_KEY",
    status: 401,
    commit: ({ key }, { application, keys }) => application.revokeApiKey({ id: keys[key!].id }),
  },
  {
    code: "RATE_LIMIT_EXCEEDED",
    status: 429,
    commit: (_, { ports }) => ports.hourlyLimits = limitsAt({ remaining: 0, isAllowed: false }),
  },
  { code: "INSUFFICIENT_SCOPE", status: 403, commit: (attempt) => attempt.key = "reader" },
  { code: "VALIDATION_ERROR", status: 400, commit: ({ body }) => body["name"] = "" },
  {
    code: "DEPARTMENT_NOT_FOUND",
    status: 404,
    commit: (_, { application, byWorker }) =>
      application.updateDepartment(byWorker.id, { isActive: false }),
  },
  { code: "VALIDATION_ERROR", status: 400, commit: ({ body }) => body["workerId"] = 999 },
  { code: "INSUFFICIENT_CREDITS", status: 402, commit: (_, api) => api.setBalance(0) },
  {
    code: "VALIDATION_ERROR",
    status: 400,
    commit: (_, { application, byWorker }) =>
      application.updateDepartment(byWorker.id, {
        closures: [{ from: "2026-03-05", to: "2026-03-05", reason: "Holidays" }],
      }),
  },
];

const fields = { 6: ["name"], 8: ["workerId"], 10: ["dateTime"] } as Record<number, string[]>;

async function attemptWith(committed: readonly Fault[]) {
  const api = await openApi();
  const attempt: Attempt = {
    method: "POST",
    path: "/api/v1/appointments",
    key: "full",
    body: api.bookingBody({ departmentId: api.byWorker.id, workerId: api.byWorker.workerIds[0] }),
  };
  // From the last fault to the first, so that the revoked key is the key without the scope.
  for (const fault of committed.toReversed()) await fault.commit(attempt, api);
  const { method, path, key, body } = attempt;
  return api.send(method, path, { key, json: body });
}

test("a request without a fault creates an appointment", async () => {
  expect((await attemptWith([])).status).toBe(201);
});

test.each(faults.map((fault, index) => ({ index, name: fault.code })))(
  "$name (check $index) is answered alone, with the next fault, and with all later faults",
  async ({ index }) => {
    const { status, code } = faults[index]!;
    const expected = { status, code, ...(fields[index] && { fields: fields[index] }) };
    for (const end of [index + 1, index + 2, faults.length]) {
      expect(await refusalOf(await attemptWith(faults.slice(index, end)))).toEqual(expected);
    }
  },
);

test.each(
  [
    ["an empty key is absent", { key: null, headers: { "X-API-Key": "" } }, "MISSING_API_KEY"],
    ["a key of spaces is absent", { key: null, headers: { "X-API-Key": "  " } }, "MISSING_API_KEY"],
    ["junk is no key", { headers: { "X-API-Key": "mk_live_junk" } }, "INVALID_API_KEY"],
  ] satisfies [string, CallOptions, string][],
)("%s", async (_, sent, code) => {
  const api = await openApi();
  const response = await api.send("GET", "/api/v1/departments", sent);
  expect(await refusalOf(response)).toEqual({ status: 401, code });
});

test.each(
  [
    ["GET", "/api/v1/appointments/abc", "writer", 403, "INSUFFICIENT_SCOPE"],
    ["DELETE", "/api/v1/appointments/abc", "reader", 403, "INSUFFICIENT_SCOPE"],
    ["GET", "/api/v1/appointments?page=-1", "writer", 403, "INSUFFICIENT_SCOPE"],
    ["GET", "/api/v1/departments/abc/availability", "full", 400, "INVALID_DATE_FORMAT"],
    ["GET", "/api/v1/departments/99/availability?dateTime=x", "full", 400, "INVALID_DATE_FORMAT"],
  ] as const,
)("%s %s with the key %s is answered %i %s", async (method, path, key, status, code) => {
  const api = await openApi();
  expect(await refusalOf(await api.send(method, path, { key }))).toEqual({ status, code });
});

test.each(
  [
    ["GET", "/api/v1/appointments/1", ["full", "reader"]],
    ["GET", "/api/v1/appointments", ["full", "reader"]],
    ["POST", "/api/v1/appointments", ["full", "writer"]],
    ["DELETE", "/api/v1/appointments/1", ["full", "writer"]],
    ["GET", "/api/v1/departments", ["full", "reader", "writer"]],
    ["GET", "/api/v1/departments/1", ["full", "reader", "writer"]],
    ["GET", "/api/v1/departments/1/availability", ["full", "reader", "writer"]],
  ] as const,
)("%s %s accepts the keys %j and no other", async (method, path, allowed) => {
  const api = await openApi();
  for (const key of ["full", "reader", "writer"] as const) {
    const { status } = await api.send(method, path, { key });
    expect(status === 403).toBe(!(allowed as readonly string[]).includes(key));
  }
});
