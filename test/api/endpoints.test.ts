import { expect, test } from "vitest";
import type { Answer } from "../support/api.ts";
import {
  type Endpoint,
  type Ids,
  nameOf,
  pathOf,
  publicEndpoints,
  staffEndpoints,
} from "../support/endpoints.ts";
import { openTeam, signedIn, type Team } from "../support/staff_browser.ts";
import { staffOf } from "../support/staff_callers.ts";
import { failed } from "../support/webhook_stages.ts";
import { secretsEnvironment } from "../support/webhooks.ts";
import { auditedApiPerFile } from "../support/per_file.ts";

// `api.call` checks every answer against the OpenAPI document.

const environment = {
  ...secretsEnvironment,
  WEBHOOK_WORKER: "false",
  WEBHOOK_ALLOW_PRIVATE_NETWORK: "true",
};
const api = await auditedApiPerFile({ environment });
const team = await openTeam(api, { slotCapacity: 100 });
const other = await openTeam(api, { slotCapacity: 100 });

/** Makes a row of each kind in an organization. */
async function makeRows({ tenant }: Team): Promise<Ids> {
  const { organizationId, departmentId } = tenant;
  const { application, persistence } = api.seeding;
  const staff = staffOf(organizationId);
  const webhook = await application.staff.createWebhook(staff, {
    url: "https://127.0.0.1:1/hook",
    events: ["APPOINTMENT_CREATED"],
  });
  const { body } = await tenant.post({ departmentId, dateTime: "2038-03-02T10:00", name: "Ada" });
  const claimed = await persistence.deliveryQueue.claim(256);
  const outcome = {
    result: failed,
    nextRetryAt: null,
    countsForHealth: false,
    sentAt: Temporal.Now.instant(),
    responseHeaders: null,
  };
  await persistence.deliveryQueue.settle(
    claimed.map((one) => Object.assign({ claimed: one }, outcome)),
  );
  const { items: [entry] } = await application.staff.listDeliveries(staff, { id: webhook.id });
  const apiKey = await application.staff.createApiKey(staff, {
    name: "Kiosk",
    environment: "LIVE",
    scopes: ["READ_APPOINTMENTS"],
  });
  const holder = await application.authenticateApiKey(tenant.key);
  // The same hold again unless a test has ended it: a key may have 20.
  const place = { departmentId, dateTime: "2038-03-02T11:00", "Idempotency-Key": "rows" };
  const { hold } = await application.holdPlace(holder, place);
  const dates = { fromDate: "2038-03-02", toDate: "2038-03-03" };
  const { entry: waiting } = await application.joinWaitlist(holder, { departmentId, ...dates });
  const visit = await application.staff.arrive(staff, { departmentId });
  return {
    appointmentId: body.id,
    departmentId,
    holdId: hold.id,
    entryId: waiting.id,
    visitId: visit.id,
    apiKeyId: apiKey.id,
    webhookId: webhook.id,
    logId: entry!.id,
  };
}

interface Credentials {
  key?: string | null;
  headers?: Record<string, string>;
}

const call = (endpoint: Endpoint, ids: Ids, sent: Credentials, id?: string | number) =>
  api.call(endpoint.method, pathOf(endpoint, ids, id), {
    ...sent,
    ...(endpoint.json && { body: endpoint.json(ids) }),
  });

function expectError(answer: Answer, status: number, code: string): void {
  expect(answer.status).toBe(status);
  expect(answer.body).toEqual({ error: { code, message: expect.stringMatching(/\S/) } });
}

/** Credentials of a team that open an endpoint: its key, or the session of a new sign-in for the one that ends it. */
async function credentialsOf(of: Team, { method, path }: Endpoint): Promise<Credentials> {
  if (path.startsWith("/api/v1")) return { key: of.tenant.key };
  const endsSession = method === "DELETE" && path.endsWith("/session");
  const browser = endsSession ? await signedIn(api, of.staff.ADMIN) : of.browsers.ADMIN;
  return { headers: { Cookie: browser.cookie } };
}

const all = [...publicEndpoints, ...staffEndpoints].map((one) => [nameOf(one), one] as const);

test.each(all)("%s succeeds, and is refused without valid credentials", async (_, endpoint) => {
  const ids = await makeRows(team);
  const credentials = await credentialsOf(team, endpoint);
  const { key, testKey } = team.tenant;
  if (endpoint.path.startsWith("/api/v1")) {
    expectError(await call(endpoint, ids, { key: null }), 401, "MISSING_API_KEY");
    const changed = `${key.slice(0, -1)}${key.endsWith("a") ? "b" : "a"}`;
    for (const invalid of ["x", changed, key.replace("mk_live_", "mk_test_")]) {
      expectError(await call(endpoint, ids, { key: invalid }), 401, "INVALID_API_KEY");
    }
  } else {
    for (
      const sent of [{}, { key }, { key: testKey }, { headers: { Cookie: `session=${key}` } }]
    ) {
      expectError(await call(endpoint, ids, sent), 401, "UNAUTHENTICATED");
    }
  }
  expect((await call(endpoint, ids, credentials)).status).toBe(endpoint.status);
});

// core/ids.test.ts and gateway/persistence/ports/ids.test.ts test every use case of staff.
test.each(all.filter(([, { method, unknown }]) => method === "DELETE" && unknown))(
  "%s answers an id of another organization or environment exactly like an unknown id",
  async (_, endpoint) => {
    const ids = await makeRows(team);
    const credentials = await credentialsOf(team, endpoint);
    const unknown = await call(endpoint, ids, credentials, 2_000_000_000);
    expectError(unknown, 404, endpoint.unknown!);
    const foreign = [await call(endpoint, ids, await credentialsOf(other, endpoint))];
    if (endpoint.unknown === "APPOINTMENT_NOT_FOUND") {
      foreign.push(await call(endpoint, ids, { key: team.tenant.testKey }));
    }
    if (["HOLD_NOT_FOUND", "WAITLIST_ENTRY_NOT_FOUND"].includes(endpoint.unknown!)) {
      const { key } = await api.seeding.application.createApiKey(team.tenant.organizationId, {
        name: "Another site",
        environment: "LIVE",
        scopes: ["WRITE_APPOINTMENTS"],
      });
      foreign.push(await call(endpoint, ids, { key }));
    }
    for (const id of [0, -1, "x", 2 ** 31, "9".repeat(40)]) {
      foreign.push(await call(endpoint, ids, credentials, id));
    }
    for (const answer of foreign) {
      expect([answer.status, answer.text]).toEqual([404, unknown.text]);
    }
    // The row is unchanged.
    expect((await call(endpoint, ids, credentials)).status).toBe(endpoint.status);
  },
);

test("a booking in an inactive or another organization's department is refused like in an unknown one", async () => {
  const { tenant } = team;
  const book = (departmentId: number) =>
    tenant.post({ departmentId, dateTime: "2038-03-02T10:00", name: "Ada" });
  const inactive = await api.seeding.application
    .createDepartment(tenant.organizationId, { name: "Closed", isActive: false });
  const unknown = await book(2_000_000_000);
  expectError(unknown, 404, "DEPARTMENT_NOT_FOUND");
  for (const id of [inactive.id, other.tenant.departmentId, 0, 1e30]) {
    expect((await book(id)).text).toBe(unknown.text);
  }
});

test("no list of an organization or environment shows rows of another", async () => {
  const empty = await openTeam(api);
  const ids = await makeRows(team);
  const { tenant, browsers: { OWNER } } = empty;
  for (const key of [tenant.key, tenant.testKey, team.tenant.testKey]) {
    expect((await tenant.get("/appointments", { key })).body).toMatchObject({ totalElements: 0 });
  }
  const idsOf = ({ body }: Answer) => body.map(({ id }: { id: number }) => id);
  expect(idsOf(await tenant.get("/departments"))).toEqual([tenant.departmentId]);
  expect(idsOf(await OWNER.call("GET", "/webhooks"))).toEqual([]);
  const keys = idsOf(await OWNER.call("GET", "/api-keys"));
  expect(keys).toHaveLength(2);
  expect(keys).not.toContain(ids.apiKeyId);
  const [theirs] = (await team.browsers.OWNER.call("GET", "/api-keys")).body;
  const logs = await OWNER.call("GET", `/api-usage/logs?apiKeyId=${theirs.id}`);
  expect(logs.body).toMatchObject({ content: [], totalElements: 0 });
});

// gateway/limits tests the counting.
test("requests count down the hourly limit of the key, refused requests too, and the next one is 429", async () => {
  const { key } = await api.seeding.application.createApiKey(team.tenant.organizationId, {
    name: "limited",
    environment: "LIVE",
    scopes: ["READ_APPOINTMENTS"],
    rateLimitPerHour: 3,
  });
  const get = (path: string) => api.call("GET", `/api/v1${path}`, { key });
  const remaining: unknown[] = [];
  for (const path of ["/departments", "/appointments?size=0", "/appointments/999999"]) {
    const { status, headers } = await get(path);
    remaining.push([status, headers.get("X-RateLimit-Remaining")]);
  }
  expect(remaining).toEqual([[200, "2"], [400, "1"], [404, "0"]]);
  const refused = await get("/departments");
  expectError(refused, 429, "RATE_LIMIT_EXCEEDED");
  expect(refused.headers.get("Retry-After")).toBe(refused.headers.get("X-RateLimit-Reset"));
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3500);
});
