import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../support/api.ts";
import { openTeam, type Team } from "../support/staff_browser.ts";

// Two processes that share nothing but the database.
let api: Api;
let team: Team;

beforeAll(async () => {
  api = await startApi({ processes: 2 });
  team = await openTeam(api);
});
afterAll(() => api[Symbol.asyncDispose]());

const wanted = { name: "Kiosk", environment: "LIVE", scopes: ["READ_APPOINTMENTS"] };

async function newKey(more: object = {}): Promise<{ id: number; key: string }> {
  const body = { ...wanted, ...more };
  const answer = await team.browsers.ADMIN.call("POST", "/api-keys", { body });
  expect(answer.status).toBe(201);
  return answer.body;
}

const get = (key: string, process = 0) => api.call("GET", "/api/v1/departments", { key, process });
const rotate = (id: number, process = 0) =>
  team.browsers.OWNER.call("POST", `/api-keys/${id}/rotate`, { process });

/** Returns how the public API answers a key in each process. */
const statusesOf = (key: string) =>
  Promise.all([0, 1].map(async (process) => (await get(key, process)).status));

test("a revocation and a rotation act on the very next request, in every process", async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id, key } = await newKey();
    expect(await statusesOf(key)).toEqual([200, 200]);
    const { body } = await rotate(id, round % 2);
    expect([await statusesOf(key), await statusesOf(body.key)]).toEqual([[401, 401], [200, 200]]);
    const process = 1 - round % 2;
    await team.browsers.OWNER.call("DELETE", `/api-keys/${body.id}`, { process });
    expect(await statusesOf(body.key)).toEqual([401, 401]);
  }
});

test("a rotated key continues the hourly window of the key that it replaces", async () => {
  const { id, key } = await newKey({ rateLimitPerHour: 3 });
  expect([(await get(key)).status, (await get(key)).status]).toEqual([200, 200]);
  const { body } = await rotate(id);
  const third = await get(body.key);
  expect([third.status, third.headers.get("X-RateLimit-Remaining")]).toEqual([200, "0"]);
  expect((await get(body.key)).status).toBe(429);
});

test("of four rotations of one key at once, in both processes, one is 201 and the others are 409", async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id } = await newKey();
    const answers = await Promise.all([0, 1, 0, 1].map((process) => rotate(id, process)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    const { key } = answers.find(({ status }) => status === 201)!.body;
    expect(await statusesOf(key)).toEqual([200, 200]);
  }
});

test("lastUsedAt is null until a key is used, and then the time of its use", async () => {
  const { id, key } = await newKey();
  const lastUsedAt = async () => {
    const { body } = await team.browsers.OWNER.call("GET", "/api-keys", { process: 1 });
    return body.find((one: { id: number }) => one.id === id).lastUsedAt as string | null;
  };
  expect(await lastUsedAt()).toBeNull();
  const before = Date.now();
  await get(key);
  await expect.poll(lastUsedAt, { timeout: 60_000, interval: 100 }).not.toBeNull();
  expect(Date.parse(`${await lastUsedAt()}Z`)).toBeGreaterThanOrEqual(before - 1000);
});
