import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, type Api, startApi } from "../support/api.ts";
import { checkBooks } from "../support/books.ts";

// Two processes that share nothing but the database, called over as many connections as there are requests.
let api: Api;

beforeAll(async () => {
  api = await startApi({ processes: 2 });
});
afterAll(() => api[Symbol.asyncDispose]());

function counts(answers: Answer[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { status } of answers) found[status] = (found[status] ?? 0) + 1;
  return found;
}

test.each([1, 3, 10])(
  "500 concurrent creates on a slot of capacity %i: that many 201",
  async (slotCapacity) => {
    const tenant = await api.organization({ slotCapacity });
    const body = { departmentId: tenant.departmentId, dateTime: "2027-03-01T10:00:00", name: "A" };
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, i) => tenant.post(body, { process: i % 2 })),
    );
    expect(counts(answers)).toEqual({ 201: slotCapacity, 400: 500 - slotCapacity });
    for (const { status, body } of answers) {
      if (status === 400) expect(body.error.details[0].field).toBe("dateTime");
    }
    expect((await tenant.get("/appointments?size=100")).body.totalElements).toBe(slotCapacity);
    expect(await tenant.balance()).toBe(1000 - slotCapacity);
    await checkBooks(api.databaseUrl);
  },
);

test("500 concurrent creates on 100 credits: exactly 100 × 201, the rest 402, balance 0", async () => {
  const tenant = await api.organization({ slotCapacity: 1000, credits: 100 });
  const body = { departmentId: tenant.departmentId, dateTime: "2027-03-01T10:00:00", name: "A" };
  const answers = await Promise.all(
    Array.from({ length: 500 }, (_, i) => tenant.post(body, { process: i % 2 })),
  );
  expect(counts(answers)).toEqual({ 201: 100, 402: 400 });
  expect(await tenant.balance()).toBe(0);
  expect(await tenant.balance("TEST")).toBe(100);
  expect((await tenant.get("/appointments")).body.totalElements).toBe(100);
  await checkBooks(api.databaseUrl);
});
