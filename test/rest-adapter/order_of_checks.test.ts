import { describe, expect, test } from "vitest";
import { nameOf, pathOf, publicEndpoints, staffEndpoints } from "../support/endpoints.ts";
import { callEndpoint, firstIds, openStaffApi, type StaffApi } from "./staff_support.ts";
import { type CallOptions, limitsAt, openApi, refusalOf } from "./support.ts";

interface Attempt {
  method: string;
  path: string;
  key: "full" | "reader" | null;
  headers: Record<string, string>;
  body: Record<string, unknown> | string;
}

/** Makes a request fail one check. Each fault can be combined with all later faults. */
type Commit = (attempt: Attempt, api: StaffApi) => unknown;
type Fault = [status: number, code: string, commit: Commit, field?: string];

const overLimit = limitsAt({ remaining: 0, isAllowed: false });
const set = (settings: object): Commit => (_, { application, byWorker }) =>
  application.updateDepartment(byWorker.id, settings);
const withField = (name: string, value: unknown): Commit => (attempt) =>
  void (attempt.body = { ...Object(attempt.body), [name]: value });
const memory =
  (change: (memory: StaffApi["ports"]["memory"], now: Temporal.Instant) => unknown): Commit =>
  (_, { ports }) => change(ports.memory, ports.now());
const closed = { closures: [{ from: "2026-03-05", to: "2026-03-05", reason: "Holidays" }] };

// The checks in the order of rest-adapter/README.md 2.
const publicFaults: Fault[] = [
  [404, "NOT_FOUND", (attempt) => attempt.path = "/api/v1/appointment"],
  [405, "METHOD_NOT_ALLOWED", (attempt) => attempt.method = "PUT"],
  [401, "MISSING_API_KEY", (attempt) => attempt.key = null],
  [
    401,
    "INVALID_API_KEY",
    ({ key }, { application, keys }) => application.revokeApiKey({ id: keys[key!].id }),
  ],
  [
    403,
    "FORBIDDEN",
    memory(({ apiKeys }) => apiKeys.forEach((key) => key.allowedNetworks = ["198.51.100.0/24"])),
  ],
  [429, "RATE_LIMIT_EXCEEDED", (_, { ports }) => ports.hourlyLimits = overLimit],
  [403, "INSUFFICIENT_SCOPE", (attempt) => attempt.key = "reader"],
  [400, "VALIDATION_ERROR", withField("name", ""), "name"],
  [404, "DEPARTMENT_NOT_FOUND", set({ isActive: false })],
  [400, "VALIDATION_ERROR", withField("workerId", 999), "workerId"],
  [402, "INSUFFICIENT_CREDITS", (_, api) => api.setBalance(0)],
  [400, "VALIDATION_ERROR", set(closed), "dateTime"],
];

// The checks in the order of rest-adapter/README.md 8.2.
const staffFaults: Fault[] = [
  [404, "NOT_FOUND", (attempt) => attempt.path += "/turn"],
  [405, "METHOD_NOT_ALLOWED", (attempt) => attempt.method = "PUT"],
  [403, "FORBIDDEN", ({ headers }) => headers["Sec-Fetch-Site"] = "cross-site"],
  [401, "UNAUTHENTICATED", memory((rows) => rows.sessions = [])],
  [429, "RATE_LIMIT_EXCEEDED", (_, { ports }) => ports.staffLimits = overLimit],
  [
    403,
    "PASSWORD_CHANGE_REQUIRED",
    memory(({ staffUsers }) => staffUsers.forEach((user) => user.mustChangePassword = true)),
  ],
  [403, "FORBIDDEN", memory(({ staffUsers }) => staffUsers.forEach((user) => user.role = "STAFF"))],
  [400, "VALIDATION_ERROR", (attempt) => attempt.body = "x", "body"],
  [
    404,
    "API_KEY_NOT_FOUND",
    memory(({ apiKeys }) => apiKeys.forEach((key) => key.organizationId = 99)),
  ],
  [409, "CONFLICT", memory(({ apiKeys }, now) => apiKeys.forEach((key) => key.revoke(now)))],
];

const orders: [api: string, success: number, faults: Fault[], attempt: Partial<Attempt>][] = [
  ["public", 201, publicFaults, { path: "/api/v1/appointments", key: "full" }],
  ["staff", 201, staffFaults, { path: "/api/staff/api-keys/1/rotate" }],
];

describe.each(orders)("the %s API", (_, success, faults, start) => {
  async function attemptWith(committed: readonly Fault[]): Promise<Response> {
    const api = await openStaffApi();
    const { cookie } = await api.signedInAs("ADMIN");
    const attempt: Attempt = {
      method: "POST",
      path: "",
      key: null,
      headers: {},
      body: {},
      ...start,
    };
    if (attempt.key) {
      const workerId = api.byWorker.workerIds[0];
      attempt.body = api.bookingBody({ departmentId: api.byWorker.id, workerId });
    } else attempt.headers["Cookie"] = cookie;
    // From the last fault to the first, so that the revoked key is the key without the scope.
    for (const [, , commit] of committed.toReversed()) await commit(attempt, api);
    const { method, path, key, headers, body } = attempt;
    const sent = typeof body === "string" ? { body } : { json: body };
    return api.send(method, path, { key, headers, ...sent });
  }

  test("accepts a request without a fault", async () => {
    expect((await attemptWith([])).status).toBe(success);
  });

  test.each(faults.map(([, code], index) => ({ code, index })))(
    "answers $code (check $index) also if the next check or all later checks fail",
    async ({ index }) => {
      const [status, code, , field] = faults[index]!;
      const expected = { status, code, ...(field && { fields: [field] }) };
      for (const end of [index + 1, index + 2, faults.length]) {
        expect(await refusalOf(await attemptWith(faults.slice(index, end)))).toEqual(expected);
      }
    },
  );
});

describe.each(publicEndpoints.map((one) => [nameOf(one), one] as const))("%s", (_, endpoint) => {
  const call = async (sent: CallOptions) => {
    const api = await openApi();
    await api.book();
    await api.hold();
    await api.join();
    await api.arrive();
    // Of one lineage, so that each key knows the hold.
    const { apiKeys } = api.ports.memory;
    for (const key of apiKeys) key.lineageId = apiKeys[0]!.lineageId;
    const json = endpoint.json?.(firstIds);
    const path = pathOf(endpoint, firstIds);
    return api.send(endpoint.method, path, { ...(json && { json }), ...sent });
  };

  test("needs a key with one of the scopes of the contract", async () => {
    const [missing, invalid] = [await call({ key: null }), { "X-API-Key": "mk_live_junk" }];
    expect(await refusalOf(missing)).toEqual({ status: 401, code: "MISSING_API_KEY" });
    expect(await refusalOf(await call({ headers: invalid })))
      .toEqual({ status: 401, code: "INVALID_API_KEY" });
    const scopes = { reader: "READ_APPOINTMENTS", writer: "WRITE_APPOINTMENTS" } as const;
    for (const key of ["reader", "writer"] as const) {
      const response = await call({ key });
      if (endpoint.scopes.includes(scopes[key])) expect(response.status).toBe(endpoint.status);
      else expect(await refusalOf(response)).toEqual({ status: 403, code: "INSUFFICIENT_SCOPE" });
    }
  });
});

test("a blank key is a missing key", async () => {
  const api = await openApi();
  for (const blank of ["", "  "]) {
    const headers = { "X-API-Key": blank };
    expect(await refusalOf(await api.send("GET", "/api/v1/departments", { headers })))
      .toEqual({ status: 401, code: "MISSING_API_KEY" });
  }
});

test("every staff endpoint is refused with 401 without a session, whatever else is sent", async () => {
  const api = await openStaffApi();
  const { cookie } = await api.signedInAs("OWNER");
  const { key } = api.keys.full;
  const attempts: CallOptions[] = [
    {},
    { key: "full" },
    { headers: { Authorization: `Bearer ${cookie.split("=")[1]}` } },
    { headers: { Cookie: `session=${key}` } },
    { headers: { "X-Session": cookie } },
  ];
  for (const endpoint of staffEndpoints) {
    for (const sent of attempts) {
      const response = await callEndpoint(api.newBrowser(), endpoint, sent);
      expect(await refusalOf(response)).toEqual({ status: 401, code: "UNAUTHENTICATED" });
      expect(response.headers.has("Set-Cookie")).toBe(false);
    }
  }
  expect(api.entries).toEqual([]);
});

// core/access tests the role of each use case; documented_statuses.test.ts calls each endpoint as an ADMIN.
test("every staff endpoint but those of the session needs a role and a password of the user's own", async () => {
  const api = await openStaffApi();
  const staff = await api.signedInAs("STAFF");
  const newcomer = await api.signedIn(await api.newUser("OWNER"));
  for (const endpoint of staffEndpoints.filter(({ role }) => role === "ADMIN")) {
    expect(await refusalOf(await callEndpoint(staff, endpoint)))
      .toEqual({ status: 403, code: "FORBIDDEN" });
    expect(await refusalOf(await callEndpoint(newcomer, endpoint)))
      .toEqual({ status: 403, code: "PASSWORD_CHANGE_REQUIRED" });
  }
  for (const endpoint of staffEndpoints.filter(({ role }) => role === "STAFF")) {
    for (const browser of [staff, newcomer]) {
      expect((await callEndpoint(browser, endpoint)).status).toBe(endpoint.status);
    }
  }
});

test.each(
  [
    ["GET", "/appointments/abc", "writer", 403, "INSUFFICIENT_SCOPE"],
    ["DELETE", "/appointments/abc", "reader", 403, "INSUFFICIENT_SCOPE"],
    ["GET", "/appointments?page=-1", "writer", 403, "INSUFFICIENT_SCOPE"],
    ["GET", "/departments/abc/availability", "full", 400, "INVALID_DATE_FORMAT"],
    ["GET", "/departments/99/availability?dateTime=x", "full", 400, "INVALID_DATE_FORMAT"],
  ] as const,
)("%s %s with two faults and the key %s is answered %i %s", async (...call) => {
  const [method, path, key, status, code] = call;
  const api = await openApi();
  const response = await api.send(method, `/api/v1${path}`, { key });
  expect(await refusalOf(response)).toEqual({ status, code });
});

test("a STAFF user does not learn which ids exist or which input is valid", async () => {
  const api = await openStaffApi();
  const browser = await api.signedInAs("STAFF");
  for (
    const [method, path, sent] of [
      ["DELETE", "/api-keys/99", {}],
      ["POST", "/api-keys/abc/rotate", {}],
      ["POST", "/api-keys", { json: {} }],
      ["POST", "/api-keys", { body: "{" }],
      ["POST", "/api-keys", { json: { name: "x".repeat(70_000) } }],
      ["GET", "/webhooks/99/logs?size=0", {}],
      ["GET", "/api-usage/stats?period=year", {}],
      ["GET", "/api-usage/export/csv", {}],
      ["GET", "/appointments/export/csv?status=x", {}],
    ] as const
  ) {
    expect(await refusalOf(await browser.send(method, path, sent)))
      .toEqual({ status: 403, code: "FORBIDDEN" });
  }
});

test("a fault of a webhook's fields comes before its unknown id, and its URL is looked up after both", async () => {
  const api = await openStaffApi();
  const browser = await api.signedInAs("ADMIN");
  api.ports.refuseUrl = () => Promise.reject(new Error("was looked up"));
  const patch = async (json: object) =>
    (await browser.send("PATCH", "/webhooks/9", { json })).status;
  expect([await patch({ isActive: 1 }), await patch({ url: "https://example.org" })])
    .toEqual([400, 404]);
});

test("a session is not accepted under /api/v1", async () => {
  const api = await openStaffApi();
  const { cookie } = await api.signedInAs("OWNER");
  for (const path of ["/api/v1/departments", "/api/v1/appointments"]) {
    const response = await api.send("GET", path, { key: null, headers: { Cookie: cookie } });
    expect(await refusalOf(response)).toEqual({ status: 401, code: "MISSING_API_KEY" });
  }
});

test("an API key that is sent with a session changes nothing", async () => {
  const api = await openStaffApi();
  const browser = await api.signedInAs("ADMIN");
  expect((await browser.send("GET", "/api-keys", { key: "full" })).status).toBe(200);
});
