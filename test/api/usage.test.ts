import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi, type Tenant } from "../support/api.ts";

let api: Api;
let client: Client;
let tenant: Tenant;

beforeAll(async () => {
  api = await startApi();
  client = new Client({ connectionString: api.databaseUrl });
  await client.connect();
  tenant = await api.organization({ slotCapacity: 1, credits: 2 });
});
afterAll(async () => {
  await client.end();
  await api[Symbol.asyncDispose]();
});

const wish = () => ({ departmentId: tenant.departmentId, dateTime: "2027-03-01T10:00", name: "A" });

/** The rows of one caller, which names itself by its user agent. */
async function rowsOf(userAgent: string) {
  const { rows } = await client.query(
    "select * from usage_entries where user_agent = $1 order by timestamp, id",
    [userAgent],
  );
  return rows;
}

let callers = 0;
/** Calls and gives the row of the call. */
async function rowOf(
  method: string,
  path: string,
  { key = tenant.key, ...call }: { key?: string; body?: unknown; idempotencyKey?: string } = {},
) {
  const userAgent = `caller ${callers += 1}`;
  const headers = {
    "User-Agent": userAgent,
    ...(call.idempotencyKey && { "Idempotency-Key": call.idempotencyKey }),
  };
  const sentAt = performance.now();
  const answer = await api.call(method, `/api/v1${path}`, { key, headers, body: call.body });
  const tookMs = performance.now() - sentAt;
  await expect.poll(() => rowsOf(userAgent)).toHaveLength(1);
  return { answer, tookMs, row: (await rowsOf(userAgent))[0] };
}

test("a creation's row is there when it is answered, with every field", async () => {
  const before = Date.now();
  const answer = await tenant.post(wish(), { headers: { "User-Agent": "booker/1.0" } });
  const rows = await rowsOf("booker/1.0");
  expect(answer.status).toBe(201);
  expect(rows).toEqual([{
    id: expect.any(String),
    organization_id: tenant.organizationId,
    api_key_id: expect.any(Number),
    environment: "LIVE",
    endpoint: "/api/v1/appointments",
    route_template: "POST /api/v1/appointments",
    method: "POST",
    status_code: 201,
    credits_consumed: 1,
    response_time_ms: expect.any(Number),
    timestamp: expect.any(Date),
    ip_address: "127.0.0.1",
    user_agent: "booker/1.0",
  }]);
  const { timestamp, response_time_ms: responseTimeMs, api_key_id: apiKeyId } = rows[0];
  // The service knows the database's time to half of a round trip.
  expect(timestamp.getTime()).toBeGreaterThanOrEqual(before - 100);
  expect(timestamp.getTime() + responseTimeMs).toBeLessThanOrEqual(Date.now() + 100);
  const { rows: keys } = await client.query("select id from api_keys order by id");
  expect(apiKeyId).toBe(keys[0].id);
});

test("each endpoint and each refusal has its row: route, path, status and credits", async () => {
  const { departmentId, testKey } = tenant;
  const reader = await tenant.newKey("LIVE", ["READ_APPOINTMENTS"]);
  const made = (await tenant.get("/appointments")).body.appointments[0];
  const later = { ...wish(), dateTime: "2027-03-02T10:00" };
  const calls: [string, string, object, string, number, number][] = [
    ["GET", "/appointments?size=5", {}, "/appointments", 200, 0],
    ["GET", `/appointments/${made.id}`, {}, "/appointments/{id}", 200, 0],
    ["GET", "/appointments/987654", {}, "/appointments/{id}", 404, 0],
    ["GET", "/departments", {}, "/departments", 200, 0],
    ["GET", `/departments/${departmentId}`, {}, "/departments/{id}", 200, 0],
    [
      "GET",
      `/departments/${departmentId}/availability?dateTime=2027-03-01T10:00`,
      {},
      "/departments/{id}/availability",
      200,
      0,
    ],
    ["GET", "/departments/x/availability", {}, "/departments/{id}/availability", 400, 0],
    ["POST", "/appointments", { body: { ...wish(), name: "" } }, "/appointments", 400, 0],
    ["POST", "/appointments", { body: wish() }, "/appointments", 400, 0],
    ["POST", "/appointments", { body: later, key: reader }, "/appointments", 403, 0],
    ["POST", "/appointments", { body: { ...later, departmentId: 0 } }, "/appointments", 404, 0],
    ["POST", "/appointments", { body: "x".repeat(70_000) }, "/appointments", 413, 0],
    ["POST", "/appointments", { body: later, idempotencyKey: "k" }, "/appointments", 201, 1],
    ["POST", "/appointments", { body: later, idempotencyKey: "k" }, "/appointments", 201, 0],
    ["POST", "/appointments", { body: wish() }, "/appointments", 402, 0],
    ["POST", "/appointments", { body: later, key: testKey }, "/appointments", 201, 1],
    ["DELETE", `/appointments/${made.id}`, {}, "/appointments/{id}", 200, 0],
  ];
  for (const [method, path, call, route, statusCode, credits] of calls) {
    const { answer, tookMs, row } = await rowOf(method, path, call);
    expect(answer.status).toBe(statusCode);
    expect(row).toMatchObject({
      organization_id: tenant.organizationId,
      environment: "key" in call && call.key === testKey ? "TEST" : "LIVE",
      endpoint: `/api/v1${path.split("?")[0]}`,
      route_template: `${method} /api/v1${route}`,
      method,
      status_code: statusCode,
      credits_consumed: credits,
    });
    expect(row.response_time_ms).toBeLessThanOrEqual(Math.ceil(tookMs));
  }
});

test("calls without a valid key, and paths and methods that do not exist, leave no row", async () => {
  const headers = { "User-Agent": "nobody" };
  await api.call("GET", "/api/v1/departments", { headers });
  await api.call("GET", "/api/v1/departments", { headers, key: "mk_live_x" });
  await api.call("GET", "/api/v1/nothing", { headers, key: tenant.key });
  await api.call("PUT", "/api/v1/departments", { headers, key: tenant.key });
  await rowOf("GET", "/departments");
  expect(await rowsOf("nobody")).toEqual([]);
});

test("lastUsedAt is empty until a key is used, at most 5 s late after it, and never goes back", async () => {
  const key = await tenant.newKey();
  const lastUsedAt = async () => {
    const { rows } = await client.query(
      "select last_used_at from api_keys order by id desc limit 1",
    );
    return rows[0].last_used_at as Date | null;
  };
  expect(await lastUsedAt()).toBeNull();
  const before = Date.now();
  await tenant.get("/departments", { key });
  await expect.poll(lastUsedAt, { timeout: 60_000, interval: 50 }).not.toBeNull();
  expect((await lastUsedAt())!.getTime()).toBeGreaterThanOrEqual(before - 1);
  const future = new Date(Date.now() + 3_600_000);
  await client.query("update api_keys set last_used_at = $1 where last_used_at is not null", [
    future,
  ]);
  // Its use is written together with or after its row.
  await rowOf("GET", "/departments", { key });
  await api.services[0]!.stop();
  expect(await lastUsedAt()).toEqual(future);
});
