import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, type Api, startApi } from "../support/api.ts";
import { openTeam, type Team } from "../support/staff_browser.ts";

// Two processes that share nothing but the database.
let api: Api;
let team: Team;
let other: Team;

beforeAll(async () => {
  api = await startApi({ processes: 2 });
  team = await openTeam(api, { timeZone: "Europe/Oslo" });
  other = await openTeam(api);
});
afterAll(() => api[Symbol.asyncDispose]());

const wanted = { name: "Kiosk", environment: "LIVE", scopes: ["READ_APPOINTMENTS"] };
const localDateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;

function expectError(answer: Answer, status: number, code: string): void {
  expect(answer.status).toBe(status);
  expect(answer.body).toEqual({ error: { code, message: expect.stringMatching(/\S/) } });
}

async function made(more: object = {}): Promise<{ id: number; key: string }> {
  const answer = await team.browsers.ADMIN.call("POST", "/api-keys", {
    body: { ...wanted, ...more },
  });
  expect(answer.status).toBe(201);
  return answer.body;
}

/** How the public API answers a key, in each process. */
const statusesOf = (key: string) =>
  Promise.all(
    [0, 1].map(async (process) =>
      (await api.call("GET", "/api/v1/departments", { key, process })).status
    ),
  );

test("a key is made, listed, used, rotated and revoked; the plaintext is shown once", async () => {
  const { ADMIN, OWNER } = team.browsers;
  const answer = await ADMIN.call("POST", "/api-keys", {
    body: { ...wanted, environment: "TEST", rateLimitPerHour: 77 },
  });
  const { id, key } = answer.body;
  const apiKey = {
    ...wanted,
    id: expect.any(Number),
    environment: "TEST",
    maskedKey: `mk_test_****${key.slice(-4)}`,
    rateLimitPerHour: 77,
    isActive: true,
    createdAt: expect.stringMatching(localDateTime),
    lastUsedAt: null,
  };
  expect([answer.status, answer.body]).toEqual([201, { ...apiKey, key }]);
  expect(key).toMatch(/^mk_test_[0-9A-Za-z]{42}$/);
  // Oslo is ahead of UTC by an hour or two.
  const createdAt = Temporal.PlainDateTime.from(answer.body.createdAt).toZonedDateTime(
    "Europe/Oslo",
  );
  expect(Math.abs(createdAt.epochMilliseconds - Date.now())).toBeLessThan(60_000);
  const inList = async () => {
    const list = await OWNER.call("GET", "/api-keys", { process: 1 });
    expect(list.status).toBe(200);
    expect(list.text).not.toContain(key);
    return list.body.find((one: { id: number }) => one.id === id);
  };
  expect(await inList()).toEqual({ ...apiKey, id });
  expect(await statusesOf(key)).toEqual([200, 200]);
  await expect.poll(inList, { timeout: 60_000, interval: 100 }).toEqual({
    ...apiKey,
    id,
    lastUsedAt: expect.stringMatching(localDateTime),
  });
  const rotated = await OWNER.call("POST", `/api-keys/${id}/rotate`);
  const next = rotated.body;
  expect([rotated.status, next]).toEqual([201, {
    ...apiKey,
    maskedKey: `mk_test_****${next.key.slice(-4)}`,
    key: expect.stringMatching(/^mk_test_[0-9A-Za-z]{42}$/),
  }]);
  expect(next.id).toBeGreaterThan(id);
  expect([await statusesOf(key), await statusesOf(next.key)]).toEqual([[401, 401], [200, 200]]);
  for (const _ of ["first", "again"]) {
    const { status, body } = await ADMIN.call("DELETE", `/api-keys/${next.id}`);
    expect([status, body.id, body.isActive, "key" in body]).toEqual([200, next.id, false, false]);
  }
  expect(await statusesOf(next.key)).toEqual([401, 401]);
});

test("a revocation and a rotation act on the very next request, in every process", async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id, key } = await made();
    expect(await statusesOf(key)).toEqual([200, 200]);
    const process = round % 2;
    const { body } = await team.browsers.OWNER.call("POST", `/api-keys/${id}/rotate`, { process });
    expect([await statusesOf(key), await statusesOf(body.key)]).toEqual([[401, 401], [200, 200]]);
    await team.browsers.OWNER.call("DELETE", `/api-keys/${body.id}`, { process: 1 - process });
    expect(await statusesOf(body.key)).toEqual([401, 401]);
  }
});

test("a rotated key goes on in the window of the one that it replaces", async () => {
  const { id, key } = await made({ rateLimitPerHour: 3 });
  const call = (key: string) => api.call("GET", "/api/v1/departments", { key });
  expect([(await call(key)).status, (await call(key)).status]).toEqual([200, 200]);
  const { body } = await team.browsers.ADMIN.call("POST", `/api-keys/${id}/rotate`);
  const third = await call(body.key);
  expect([third.status, third.headers.get("X-RateLimit-Remaining")]).toEqual([200, "0"]);
  expectError(await call(body.key), 429, "RATE_LIMIT_EXCEEDED");
});

test.each([
  [{}, ["name", "environment", "scopes"]],
  [{ name: " ", environment: "PROD", scopes: [], rateLimitPerHour: 0 }, [
    "name",
    "environment",
    "scopes",
    "rateLimitPerHour",
  ]],
  [{ ...wanted, scopes: ["ADMIN"] }, ["scopes"]],
  [{ ...wanted, name: "a\0b" }, ["name"]],
  [{ ...wanted, rateLimitPerHour: 1_000_001 }, ["rateLimitPerHour"]],
  [[], ["body"]],
  ["{", ["body"]],
  ["", ["body"]],
])("a key of %j is 400 on %j", async (body, fields) => {
  const answer = await team.browsers.ADMIN.call("POST", "/api-keys", { body });
  expect([answer.status, answer.body.error.code]).toEqual([400, "VALIDATION_ERROR"]);
  expect(answer.body.error.details.map(({ field }: { field: string }) => field)).toEqual(fields);
});

test("a body of another type is 400, one over 64 KiB is 413", async () => {
  const { ADMIN } = team.browsers;
  const headers = { "Content-Type": "text/plain" };
  const { id } = await made();
  for (
    const [method, path] of [
      ["POST", "/api-keys"],
      ["DELETE", `/api-keys/${id}`],
      ["POST", `/api-keys/${id}/rotate`],
    ] as const
  ) {
    const wrong = await ADMIN.call(method, path, { body: wanted, headers });
    expect([wrong.status, wrong.body.error.details[0].field]).toEqual([400, "body"]);
    if (path === "/api-keys") continue;
    const large = await ADMIN.call(method, path, { body: "x".repeat(65_537), headers });
    expectError(large, 413, "PAYLOAD_TOO_LARGE");
  }
  const large = { ...wanted, note: "x".repeat(70_000) };
  expectError(await ADMIN.call("POST", "/api-keys", { body: large }), 413, "PAYLOAD_TOO_LARGE");
  expect((await ADMIN.call("DELETE", `/api-keys/${id}`, { body: {} })).status).toBe(200);
});

describe.each([["DELETE", ""], ["POST", "/rotate"]] as const)("%s /api-keys/{id}%s", (...call) => {
  const [method, end] = call;

  test("answers another organization's id as one that is unknown or none", async () => {
    const [theirs] = (await other.browsers.OWNER.call("GET", "/api-keys")).body;
    const ids = [
      theirs.id,
      0,
      -1,
      "abc",
      "1.5",
      "01",
      2 ** 31,
      2 ** 40,
      "9".repeat(15),
      "9".repeat(40),
    ];
    const answers = await Promise.all(
      ids.map((id) => team.browsers.OWNER.call(method, `/api-keys/${id}${end}`)),
    );
    for (const answer of answers) {
      expectError(answer, 404, "API_KEY_NOT_FOUND");
      expect(answer.text).toBe(answers[0]!.text);
    }
    expect(await statusesOf(other.tenant.key)).toEqual([200, 200]);
  });

  test("from another site's page is 403 and changes nothing", async () => {
    const { id, key } = await made();
    const headers = { "Sec-Fetch-Site": "cross-site" };
    const answer = await team.browsers.OWNER.call(method, `/api-keys/${id}${end}`, { headers });
    expectError(answer, 403, "FORBIDDEN");
    expect(await statusesOf(key)).toEqual([200, 200]);
  });
});

test("rotating a revoked key, and a rotated one, is 409", async () => {
  const { OWNER } = team.browsers;
  const [revoked, rotated] = [await made(), await made()];
  await OWNER.call("DELETE", `/api-keys/${revoked.id}`);
  await OWNER.call("POST", `/api-keys/${rotated.id}/rotate`);
  for (const { id } of [revoked, rotated]) {
    expectError(await OWNER.call("POST", `/api-keys/${id}/rotate`), 409, "CONFLICT");
  }
});

test("of rotations of one key at once, in both processes, one is 201 and the others are 409", async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id } = await made();
    const answers = await Promise.all(
      [0, 1, 0, 1].map((process) =>
        team.browsers.OWNER.call("POST", `/api-keys/${id}/rotate`, { process })
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    const { key } = answers.find(({ status }) => status === 201)!.body;
    expect(await statusesOf(key)).toEqual([200, 200]);
  }
});

test("neither organization sees the other's keys", async () => {
  const idsOf = async ({ browsers }: Team): Promise<number[]> =>
    (await browsers.OWNER.call("GET", "/api-keys")).body.map(({ id }: { id: number }) => id);
  const [ours, theirs] = [await idsOf(team), await idsOf(other)];
  expect(theirs).toHaveLength(2);
  expect(ours.filter((id) => theirs.includes(id))).toEqual([]);
  expect(ours).toEqual(ours.toSorted((a, b) => a - b));
});
