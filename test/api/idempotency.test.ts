import { afterAll, beforeAll, expect, test } from "vitest";
import { Client } from "pg";
import { type Api, startApi, type Tenant } from "../support/api.ts";
import { checkBooks } from "../support/books.ts";

let api: Api;
let tenant: Tenant;
let keys = 0;

beforeAll(async () => {
  api = await startApi({ processes: 2 });
  tenant = await api.organization({ slotCapacity: 100 });
});
afterAll(async () => {
  await using stopped = api;
  await checkBooks(stopped.databaseUrl);
});

const newKey = () => `key ${keys += 1}`;
const post = (idempotencyKey: string, fields: object = {}, options: object = {}) =>
  tenant.post(
    { departmentId: tenant.departmentId, dateTime: "2027-03-01T10:00:00", name: "A", ...fields },
    { headers: { "Idempotency-Key": idempotencyKey }, ...options },
  );

test("the same key and body give the first answer again, marked, and consume nothing", async () => {
  const key = newKey();
  const first = await post(key, { externalUserId: "u" });
  expect(first.status).toBe(201);
  expect(first.headers.has("Idempotent-Replayed")).toBe(false);
  const before = await tenant.balance();
  for (const process of [0, 1]) {
    const again = await post(key, { externalUserId: "u" }, { process });
    expect(again.status).toBe(201);
    expect(again.text).toBe(first.text);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
  }
  expect(await tenant.balance()).toBe(before);
});

test("the validated fields are what is compared", async () => {
  const key = newKey();
  const first = await post(key);
  const again = await post(key, {
    name: "  A ",
    dateTime: "2027-03-01T10:00",
    workerId: null,
    ignored: true,
  });
  expect(again.text).toBe(first.text);
});

test.each([
  { name: "B" },
  { dateTime: "2027-03-01T10:30:00" },
  { externalUserId: "u" },
  { departmentId: 987_654 },
])("the same key with %j is 400 on Idempotency-Key", async (fields) => {
  const key = newKey();
  await post(key);
  const before = await tenant.balance();
  const { status, body } = await post(key, fields);
  expect(status).toBe(400);
  expect(body.error.code).toBe("VALIDATION_ERROR");
  expect(body.error.details).toEqual([{ field: "Idempotency-Key", message: expect.any(String) }]);
  expect(await tenant.balance()).toBe(before);
});

test("the first answer is given as it was, whatever happened to the appointment since", async () => {
  const key = newKey();
  const first = await post(key);
  await tenant.delete(`/appointments/${first.body.id}`);
  await api.seeding.application.updateDepartment(tenant.departmentId, { name: "Renamed" });
  const again = await post(key);
  expect(again.status).toBe(201);
  expect(again.text).toBe(first.text);
  await api.seeding.application.updateDepartment(tenant.departmentId, { name: "Desk" });
});

test("a refused creation is not remembered", async () => {
  const poor = await api.organization({ credits: 0 });
  const body = { departmentId: poor.departmentId, dateTime: "2027-03-01T10:00", name: "A" };
  const headers = { "Idempotency-Key": newKey() };
  expect((await poor.post(body, { headers })).status).toBe(402);
  await api.seeding.application.grantCredits(poor.organizationId, { amount: 1 });
  const made = await poor.post(body, { headers });
  expect(made.status).toBe(201);
  expect(made.headers.has("Idempotent-Replayed")).toBe(false);
});

test("it is looked up before everything but the shape: credits may be gone, the slot full", async () => {
  const one = await api.organization({ credits: 1, slotCapacity: 1 });
  const body = { departmentId: one.departmentId, dateTime: "2027-03-01T10:00", name: "A" };
  const headers = { "Idempotency-Key": newKey() };
  const first = await one.post(body, { headers });
  expect((await one.post(body)).status).toBe(402);
  expect((await one.post(body, { headers })).text).toBe(first.text);
  const misshapen = await one.post({ ...body, name: "" }, { headers });
  expect(misshapen.body.error.details[0].field).toBe("name");
});

test("each organization and environment has its own keys", async () => {
  const key = newKey();
  const first = await post(key);
  const inTest = await post(key, {}, { key: tenant.testKey });
  const other = await api.organization();
  const elsewhere = await other.post(
    { departmentId: other.departmentId, dateTime: "2027-03-01T10:00:00", name: "A" },
    { headers: { "Idempotency-Key": key } },
  );
  expect(new Set([first, inTest, elsewhere].map(({ body }) => body.id)).size).toBe(3);
  for (const answer of [inTest, elsewhere]) {
    expect(answer.status).toBe(201);
    expect(answer.headers.has("Idempotent-Replayed")).toBe(false);
  }
});

test.each(["", "x".repeat(256), "tab\there"])(
  "%j is no key: 400 on Idempotency-Key",
  async (key) => {
    const { status, body } = await post(key);
    expect(status).toBe(400);
    expect(body.error.details).toEqual([{ field: "Idempotency-Key", message: expect.any(String) }]);
  },
);

test("255 characters are a key", async () => {
  const key = `~ ${"x".repeat(252)}!`;
  expect((await post(key)).status).toBe(201);
  expect((await post(key)).headers.get("Idempotent-Replayed")).toBe("true");
});

test("after 24 hours a key is new again", async () => {
  const [young, old] = [newKey(), newKey()];
  const first = [await post(young), await post(old)];
  const client = new Client({ connectionString: api.databaseUrl });
  await client.connect();
  const age = (key: string, hours: string) =>
    client.query("update idempotency_keys set created_at = now() - $2::interval where key = $1", [
      key,
      hours,
    ]);
  await age(young, "23:59:00");
  await age(old, "24:00:01");
  await client.end();
  expect((await post(young)).body.id).toBe(first[0]!.body.id);
  const again = await post(old);
  expect(again.headers.has("Idempotent-Replayed")).toBe(false);
  expect(again.body.id).not.toBe(first[1]!.body.id);
  expect((await post(old)).body.id).toBe(again.body.id);
});

test("50 concurrent copies in two processes make one appointment", async () => {
  const key = newKey();
  const before = await tenant.balance();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => post(key, {}, { process: i % 2 })),
  );
  expect(answers.every(({ status }) => status === 201)).toBe(true);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  const fresh = answers.filter(({ headers }) => !headers.has("Idempotent-Replayed"));
  expect(fresh).toHaveLength(1);
  expect(await tenant.balance()).toBe(before - 1);
});
