import { describe, expect, test } from "vitest";
import type { Answer, Tenant } from "../support/api.ts";
import { auditedApiPerFile } from "../support/per_file.ts";

// Two processes that share only the database, called over as many connections as there are requests.

const api = await auditedApiPerFile({ processes: 2 });

/** Books in both processes at once, with the same body. */
function bookAtOnce({ post, departmentId }: Tenant, count: number, idempotencyKey?: string) {
  const body = { departmentId, dateTime: "2038-03-01T10:00:00", name: "A" };
  const headers = { ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }) };
  return Promise.all(
    Array.from({ length: count }, (_, i) => post(body, { process: i % 2, headers })),
  );
}

function counts(answers: Answer[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { status } of answers) found[status] = (found[status] ?? 0) + 1;
  return found;
}

// gateway/persistence/races.test.ts tests other capacities without HTTP.
test("of 500 concurrent creations on a slot of capacity 3, exactly 3 are answered 201", async () => {
  const tenant = await api.organization({ slotCapacity: 3 });
  const answers = await bookAtOnce(tenant, 500);
  expect(counts(answers)).toEqual({ 201: 3, 400: 497 });
  for (const { status, body } of answers) {
    if (status === 400) expect(body.error.details[0].field).toBe("dateTime");
  }
  expect((await tenant.get("/appointments?size=100")).body.totalElements).toBe(3);
  expect(await tenant.balance()).toBe(997);
});

test("of 500 concurrent creations on 100 credits, exactly 100 are answered 201, the rest 402", async () => {
  const tenant = await api.organization({ slotCapacity: 1000, credits: 100 });
  expect(counts(await bookAtOnce(tenant, 500))).toEqual({ 201: 100, 402: 400 });
  expect(await tenant.balance()).toBe(0);
  expect(await tenant.balance("TEST")).toBe(100);
  expect((await tenant.get("/appointments")).body.totalElements).toBe(100);
});

describe("the same Idempotency-Key and body", () => {
  test("return the first answer from every process, marked and free of charge", async () => {
    const tenant = await api.organization({ slotCapacity: 100 });
    const key = `~ ${"x".repeat(252)}!`;
    const [first] = await bookAtOnce(tenant, 1, key);
    expect([first!.status, first!.headers.has("Idempotent-Replayed")]).toEqual([201, false]);
    await tenant.delete(`/appointments/${first!.body.id}`);
    const before = await tenant.balance();
    for (const again of await bookAtOnce(tenant, 2, key)) {
      expect([again.status, again.text]).toEqual([201, first!.text]);
      expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    }
    expect(await tenant.balance()).toBe(before);
  });

  test("make one appointment of 50 concurrent copies in two processes", async () => {
    const tenant = await api.organization({ slotCapacity: 100 });
    const answers = await bookAtOnce(tenant, 50, "copies");
    expect(counts(answers)).toEqual({ 201: 50 });
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const fresh = answers.filter(({ headers }) => !headers.has("Idempotent-Replayed"));
    expect(fresh).toHaveLength(1);
    expect(await tenant.balance()).toBe(999);
  });
});
