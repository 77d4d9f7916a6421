import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi, type Tenant } from "../support/api.ts";
import { checkBooks } from "../support/books.ts";

let api: Api;
let tenant: Tenant;

beforeAll(async () => {
  api = await startApi({ processes: 2 });
  tenant = await api.organization({ slotCapacity: 100 });
});
afterAll(async () => {
  await using stopped = api;
  await checkBooks(stopped.databaseUrl);
});

const post = (idempotencyKey: string, fields: object = {}, process = 0) =>
  tenant.post(
    { departmentId: tenant.departmentId, dateTime: "2027-03-01T10:00:00", name: "A", ...fields },
    { headers: { "Idempotency-Key": idempotencyKey }, process },
  );

test("the same key and body return the first answer from every process, marked and free of charge", async () => {
  const key = `~ ${"x".repeat(252)}!`;
  const first = await post(key, { externalUserId: "u" });
  expect([first.status, first.headers.has("Idempotent-Replayed")]).toEqual([201, false]);
  await tenant.delete(`/appointments/${first.body.id}`);
  const before = await tenant.balance();
  for (const process of [0, 1]) {
    const again = await post(key, { externalUserId: "u" }, process);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
  }
  const conflict = await post(key, { externalUserId: "v" }, 1);
  expect([conflict.status, conflict.body.error.details[0].field]).toEqual([400, "Idempotency-Key"]);
  expect(await tenant.balance()).toBe(before);
});

test("50 concurrent copies in two processes make one appointment", async () => {
  const before = await tenant.balance();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => post("copies", {}, i % 2)),
  );
  expect(answers.every(({ status }) => status === 201)).toBe(true);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  const fresh = answers.filter(({ headers }) => !headers.has("Idempotent-Replayed"));
  expect(fresh).toHaveLength(1);
  expect(await tenant.balance()).toBe(before - 1);
});
