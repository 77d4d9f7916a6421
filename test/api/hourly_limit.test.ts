import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../support/api.ts";

let api: Api;
let organizationId: number;

beforeAll(async () => {
  api = await startApi();
  ({ organizationId } = await api.organization());
});
afterAll(() => api[Symbol.asyncDispose]());

async function newKey(limit?: number, environment: "LIVE" | "TEST" = "LIVE"): Promise<string> {
  const { key } = await api.seeding.application.createApiKey(organizationId, {
    name: "limited",
    environment,
    scopes: ["READ_APPOINTMENTS"],
    ...(limit !== undefined && { rateLimitPerHour: limit }),
  });
  return key;
}

const get = (key: string, path = "/departments") => api.call("GET", `/api/v1${path}`, { key });

test("requests count down the key's limit, refused ones too; the next one is 429 until the hour ends", async () => {
  const key = await newKey(3);
  const remaining: unknown[] = [];
  for (const path of ["/departments", "/appointments?size=0", "/appointments/1"]) {
    const { status, headers } = await get(key, path);
    remaining.push([status, headers.get("X-RateLimit-Remaining")]);
  }
  expect(remaining).toEqual([[200, "2"], [400, "1"], [404, "0"]]);
  const { status, body, headers } = await get(key);
  expect(status).toBe(429);
  expect(body).toEqual({
    error: { code: "RATE_LIMIT_EXCEEDED", message: expect.stringMatching(/\b3 requests/) },
  });
  expect(headers.get("Retry-After")).toBe(headers.get("X-RateLimit-Reset"));
  expect(Number(headers.get("Retry-After"))).toBeGreaterThan(3500);
  for (const other of [await newKey(3), await newKey(3, "TEST")]) {
    expect((await get(other)).status).toBe(200);
  }
});

test("a key without a limit of its own has 1,000 requests an hour", async () => {
  const { headers } = await get(await newKey());
  expect([headers.get("X-RateLimit-Limit"), headers.get("X-RateLimit-Remaining")])
    .toEqual(["1000", "999"]);
});

test("of 300 requests at once, exactly as many as the limit are accepted", async () => {
  const key = await newKey(30);
  const answers = await Promise.all(Array.from({ length: 300 }, () => get(key)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(270);
});
