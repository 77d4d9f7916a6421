import { describe, expect, test } from "vitest";
import { openStaffApi, signedInEndpoints, type StaffApi } from "./staff_support.ts";
import { type CallOptions, limitsAt, refusalOf } from "./support.ts";

interface Attempt {
  method: string;
  path: string;
  headers: Record<string, string>;
  sent: CallOptions;
}

interface Fault {
  code: string;
  status: number;
  commit(attempt: Attempt, api: StaffApi): unknown;
}

// The checks in the order of rest-adapter/README.md 8.2. Each fault can be combined with all later faults.
const faults: Fault[] = [
  { code: "NOT_FOUND", status: 404, commit: (attempt) => attempt.path = "/api-keys/1/turn" },
  { code: "METHOD_NOT_ALLOWED", status: 405, commit: (attempt) => attempt.method = "PUT" },
  {
    code: "FORBIDDEN",
    status: 403,
    commit: ({ headers }) => headers["Sec-Fetch-Site"] = "cross-site",
  },
  {
    code: "UNAUTHENTICATED",
    status: 401,
    commit: (_, { ports }) => ports.memory.sessions = [],
  },
  {
    code: "RATE_LIMIT_EXCEEDED",
    status: 429,
    commit: (_, { ports }) => ports.staffLimits = limitsAt({ remaining: 0, isAllowed: false }),
  },
  {
    code: "PASSWORD_CHANGE_REQUIRED",
    status: 403,
    commit: (_, { ports }) =>
      ports.memory.staffUsers.forEach((user) => user.mustChangePassword = true),
  },
  {
    code: "FORBIDDEN",
    status: 403,
    commit: (_, { ports }) => ports.memory.staffUsers.forEach((user) => user.role = "STAFF"),
  },
  {
    code: "VALIDATION_ERROR",
    status: 400,
    commit: (attempt) => attempt.sent = { body: "x" },
  },
  {
    code: "API_KEY_NOT_FOUND",
    status: 404,
    commit: (_, { ports }) => ports.memory.apiKeys.forEach((key) => key.organizationId = 99),
  },
  {
    code: "CONFLICT",
    status: 409,
    commit: (_, { ports }) => ports.memory.apiKeys.forEach((key) => key.revoke(ports.now())),
  },
];

async function attemptWith(committed: readonly Fault[]) {
  const api = await openStaffApi();
  const browser = await api.signedInAs("ADMIN");
  const attempt: Attempt = { method: "POST", path: "/api-keys/1/rotate", headers: {}, sent: {} };
  for (const fault of committed) await fault.commit(attempt, api);
  const { method, path, headers, sent } = attempt;
  return browser.send(method, path, { ...sent, headers });
}

test("a request without a fault rotates the key", async () => {
  expect((await attemptWith([])).status).toBe(201);
});

test.each(faults.map((fault, index) => ({ index, name: fault.code })))(
  "$name (check $index) is answered alone, with the next fault, and with all later faults",
  async ({ index }) => {
    const { status, code } = faults[index]!;
    const expected = { status, code, ...(code === "VALIDATION_ERROR" && { fields: ["body"] }) };
    for (const end of [index + 1, index + 2, faults.length]) {
      expect(await refusalOf(await attemptWith(faults.slice(index, end)))).toEqual(expected);
    }
  },
);

describe.each(signedInEndpoints)("%s %s", (method, path, least) => {
  test("without a session is refused with 401 UNAUTHENTICATED, whatever else is sent", async () => {
    const api = await openStaffApi();
    const { cookie } = await api.signedInAs("OWNER");
    const attempts: CallOptions[] = [
      {},
      { key: "full" },
      { headers: { Authorization: `Bearer ${api.keys.full.key}` } },
      { headers: { Authorization: `Bearer ${cookie.split("=")[1]}` } },
      { headers: { Cookie: `session=${api.keys.full.key}` } },
      { headers: { Cookie: "session=" } },
      { headers: { "X-Session": cookie } },
    ];
    for (const sent of attempts) {
      const response = await api.newBrowser().send(method, path, sent);
      expect(await refusalOf(response)).toEqual({ status: 401, code: "UNAUTHENTICATED" });
      expect(response.headers.has("Set-Cookie")).toBe(false);
    }
    expect(api.entries).toEqual([]);
  });

  test(`allows the role ${least} and higher roles, and no other`, async () => {
    for (const role of ["STAFF", "ADMIN", "OWNER"] as const) {
      const api = await openStaffApi();
      const browser = await api.signedInAs(role);
      const json = method === "POST"
        ? { name: "Kiosk", environment: "LIVE", scopes: ["READ_APPOINTMENTS"] }
        : undefined;
      const response = await browser.send(method, path, { ...(json && { json }) });
      if (least === "STAFF" || role !== "STAFF") expect(response.status).toBeLessThan(300);
      else expect(await refusalOf(response)).toEqual({ status: 403, code: "FORBIDDEN" });
    }
  });
});

test("a STAFF user does not learn which keys exist or which input is valid", async () => {
  const api = await openStaffApi();
  const browser = await api.signedInAs("STAFF");
  const forbidden = { status: 403, code: "FORBIDDEN" };
  for (
    const [method, path, sent] of [
      ["DELETE", "/api-keys/99", {}],
      ["POST", "/api-keys/abc/rotate", {}],
      ["POST", "/api-keys", { json: {} }],
      ["POST", "/api-keys", { body: "{" }],
      ["POST", "/api-keys", { json: { name: "x".repeat(70_000) } }],
      ["GET", "/api-usage/stats?period=year", {}],
      ["GET", "/api-usage/export/csv", {}],
    ] as const
  ) {
    expect(await refusalOf(await browser.send(method, path, sent))).toEqual(forbidden);
  }
});

test("a session is not accepted under /api/v1", async () => {
  const api = await openStaffApi();
  const { cookie } = await api.signedInAs("OWNER");
  for (const path of ["/api/v1/departments", "/api/v1/appointments"]) {
    const response = await api.send("GET", path, { key: null, headers: { Cookie: cookie } });
    expect(await refusalOf(response)).toEqual({ status: 401, code: "MISSING_API_KEY" });
  }
});
