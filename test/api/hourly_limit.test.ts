import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Environment, Scope } from "../../core/mod.ts";
import { type Answer, type Api, startApi, type Tenant } from "../support/api.ts";

let api: Api;
let tenant: Tenant;

beforeAll(async () => {
  api = await startApi();
  tenant = await api.organization({ slotCapacity: 100 });
});
afterAll(() => api[Symbol.asyncDispose]());

async function newKey(
  { limit, environment = "LIVE", scopes = ["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"] }: {
    limit?: number;
    environment?: Environment;
    scopes?: Scope[];
  },
): Promise<{ id: number; key: string }> {
  const { apiKey, key } = await api.seeding.application.createApiKey(tenant.organizationId, {
    name: "limited",
    environment,
    scopes,
    ...(limit !== undefined && { rateLimitPerHour: limit }),
  });
  return { id: apiKey.id, key };
}

const get = (key: string) => api.call("GET", "/api/v1/departments", { key });

const names = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After"];

/** Limit, remaining, reset and retry; undefined for a header that is not there. */
function standingOf({ headers }: Answer): (number | undefined)[] {
  return names.map((name) => headers.has(name) ? Number(headers.get(name)) : undefined);
}

/** Every endpoint, and each way in which a valid key is refused. */
const calls: [method: string, path: string, status: number, call?: { body?: unknown }][] = [
  ["POST", "/appointments", 201, { body: { dateTime: "2027-03-01T10:00", name: "Ada" } }],
  ["POST", "/appointments", 400, { body: "not JSON" }],
  ["POST", "/appointments", 404, {
    body: { departmentId: 987_654, dateTime: "2027-03-01T10:00", name: "Ada" },
  }],
  ["POST", "/appointments", 413, { body: { name: "x".repeat(70_000) } }],
  ["GET", "/appointments", 200],
  ["GET", "/appointments?size=0", 400],
  ["GET", "/appointments/1", 200],
  ["GET", "/appointments/987654", 404],
  ["DELETE", "/appointments/1", 200],
  ["GET", "/departments", 200],
  ["GET", "/departments/1", 200],
  ["GET", "/departments/1/availability?dateTime=2027-03-01T10:00", 200],
  ["GET", "/departments/1/availability", 400],
];

test("every response to a valid key says how the key stands, one less each time", async () => {
  const { key } = await newKey({ limit: 20 });
  for (const [index, [method, path, status, { body } = {}]] of calls.entries()) {
    const answer = await api.call(method, `/api/v1${path}`, {
      key,
      ...(body !== undefined && { body: bodyOf(body) }),
    });
    expect([method, path, answer.status]).toEqual([method, path, status]);
    const [limit, remaining, resetSeconds, retryAfter] = standingOf(answer);
    expect([limit, remaining, retryAfter]).toEqual([20, 19 - index, undefined]);
    expect(resetSeconds).toBeGreaterThan(3500);
    expect(resetSeconds).toBeLessThanOrEqual(3600);
  }
});

function bodyOf(body: unknown): unknown {
  return typeof body === "string" ? body : { departmentId: tenant.departmentId, ...Object(body) };
}

test("so does one without the scope, and one without a credit", async () => {
  const { key } = await newKey({ limit: 5, scopes: ["WRITE_APPOINTMENTS"] });
  const forbidden = await api.call("GET", "/api/v1/appointments", { key });
  expect(forbidden.status).toBe(403);
  expect(standingOf(forbidden).slice(0, 2)).toEqual([5, 4]);
  const poor = await api.organization({ credits: 0 });
  const unpaid = await poor.post({
    departmentId: poor.departmentId,
    dateTime: "2027-03-01T10:00",
    name: "Ada",
  });
  expect(unpaid.status).toBe(402);
  expect(standingOf(unpaid).slice(0, 2)).toEqual([1_000_000, 999_999]);
});

test("no response without a valid key says anything of a limit", async () => {
  const none = [undefined, undefined, undefined, undefined];
  for (const key of [null, "", "junk", `${tenant.key}x`]) {
    const answer = await api.call("GET", "/api/v1/departments", { key });
    expect(answer.status).toBe(401);
    expect(standingOf(answer)).toEqual(none);
  }
  // A path that is none is refused before anybody looks at the key, and costs nothing.
  const { key } = await newKey({ limit: 5 });
  expect(standingOf(await api.call("GET", "/api/v1/nowhere", { key }))).toEqual(none);
  expect(standingOf(await api.call("PUT", "/api/v1/departments", { key }))).toEqual(none);
  expect(standingOf(await get(key)).slice(0, 2)).toEqual([5, 4]);
});

test("a key has 1,000 requests an hour unless told otherwise", async () => {
  expect(standingOf(await get((await newKey({})).key)).slice(0, 2)).toEqual([1000, 999]);
});

describe("over the limit", () => {
  test("the next request is 429, and says in Retry-After when the hour ends", async () => {
    const { key } = await newKey({ limit: 3 });
    for (let i = 0; i < 3; i += 1) expect((await get(key)).status).toBe(200);
    for (let i = 0; i < 2; i += 1) {
      const refused = await get(key);
      expect(refused.status).toBe(429);
      expect(refused.body).toEqual({
        error: { code: "RATE_LIMIT_EXCEEDED", message: expect.stringMatching(/\b3 requests/) },
      });
      const [limit, remaining, resetSeconds, retryAfter] = standingOf(refused);
      expect([limit, remaining]).toEqual([3, 0]);
      expect(retryAfter).toBe(resetSeconds);
      expect(retryAfter).toBeGreaterThan(3500);
    }
  });

  test("it is 429 before the scope and the body are looked at, and nothing is done", async () => {
    const { key } = await newKey({ limit: 1, scopes: ["READ_APPOINTMENTS"] });
    expect((await get(key)).status).toBe(200);
    const calls = [
      ["POST", "/appointments", "not JSON"],
      ["DELETE", "/appointments/1", undefined],
      ["GET", "/appointments?size=0", undefined],
    ] as const;
    for (const [method, path, body] of calls) {
      const answer = await api.call(method, `/api/v1${path}`, { key, body });
      expect([method, answer.status]).toEqual([method, 429]);
    }
    const writer = await newKey({ limit: 1 });
    await get(writer.key);
    const before = await tenant.balance();
    const body = { departmentId: tenant.departmentId, dateTime: "2027-03-01T10:00", name: "Ada" };
    expect((await tenant.post(body, { key: writer.key })).status).toBe(429);
    expect(await tenant.balance()).toBe(before);
  });

  test("requests that are refused for something else have counted", async () => {
    const { key } = await newKey({ limit: 3, scopes: ["WRITE_APPOINTMENTS"] });
    const post = (body: string) => api.call("POST", "/api/v1/appointments", { key, body });
    expect((await api.call("GET", "/api/v1/appointments", { key })).status).toBe(403);
    expect((await post("not JSON")).status).toBe(400);
    expect((await get(key)).status).toBe(200);
    expect((await get(key)).status).toBe(429);
  });

  test("of many at once, exactly as many as the limit says are let in", async () => {
    const { key } = await newKey({ limit: 30 });
    const answers = await Promise.all(Array.from({ length: 300 }, () => get(key)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(270);
  });
});

describe("a window", () => {
  test("is a key's own, LIVE and TEST, however alike the keys are", async () => {
    const live = await newKey({ limit: 1 });
    const others = [await newKey({ limit: 1 }), await newKey({ limit: 1, environment: "TEST" })];
    expect((await get(live.key)).status).toBe(200);
    expect((await get(live.key)).status).toBe(429);
    for (const { key } of others) expect((await get(key)).status).toBe(200);
  });

  test("is shared by a key and the one that replaces it", async () => {
    const [old, next] = [await newKey({ limit: 3 }), await newKey({ limit: 3 })];
    const client = new Client({ connectionString: api.databaseUrl });
    await client.connect();
    await client.query(
      "update api_keys set lineage_id = (select lineage_id from api_keys where id = $1) where id = $2",
      [old.id, next.id],
    );
    await client.end();
    expect(standingOf(await get(old.key))[1]).toBe(2);
    expect(standingOf(await get(next.key))[1]).toBe(1);
    expect((await get(old.key)).status).toBe(200);
    expect((await get(next.key)).status).toBe(429);
    expect((await get(old.key)).status).toBe(429);
  });
});
