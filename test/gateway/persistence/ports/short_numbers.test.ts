import { describe, expect, test } from "vitest";
import { createShortNumbers } from "../../../../gateway/persistence/booking/short_numbers.ts";
import { createInMemoryPorts } from "../../../support/in_memory/ports.ts";
import { openPostgresStage } from "../../../support/webhook_stages.ts";

const scope = { organizationId: 1, environment: "LIVE" } as const;
const today = Temporal.PlainDate.from("2026-03-02");
const tomorrow = today.add({ days: 1 });

describe.each([
  { place: "Postgres", open: openPostgresPorts },
  {
    place: "the memory of tests",
    open: async () => ({
      shortNumbers: createInMemoryPorts().shortNumbers,
      async [Symbol.asyncDispose]() {},
    }),
  },
])("in $place", ({ open }) => {
  test("a number is given once a day in an organization and environment, and kept", async () => {
    await using ports = await open();
    const { give } = ports.shortNumbers;
    const first = { id: 1, date: today, number: 111_111, today };
    expect(await give(scope, first)).toBe(111_111);
    expect(await give(scope, { ...first, number: 222_222 })).toBe(111_111);
    expect(await give(scope, { ...first, id: 2 })).toBeUndefined();
    expect(await give(scope, { ...first, id: 2, date: tomorrow })).toBe(111_111);
    expect(await give({ ...scope, environment: "TEST" }, { ...first, id: 2 })).toBe(111_111);
    expect(await give({ ...scope, organizationId: 2 }, { ...first, id: 2 })).toBe(111_111);
    // Moved to tomorrow: the number of today is free.
    expect(await give(scope, { ...first, number: 333_333, date: tomorrow })).toBe(333_333);
    expect(await give(scope, { ...first, id: 3 })).toBe(111_111);
    expect(await ports.shortNumbers.find(scope, 111_111, [today])).toEqual([]);
  });
});

async function openPostgresPorts() {
  const stage = await openPostgresStage();
  return {
    shortNumbers: createShortNumbers(stage.pool),
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
  };
}

test("of requests at once each appointment gets one number, and no two the same", async () => {
  await using stage = await openPostgresStage();
  const { give } = createShortNumbers(stage.pool);
  const drawn = await Promise.all(
    Array.from(
      { length: 60 },
      (_, i) =>
        give(scope, { id: i % 20, date: today, number: 100_000 + i % 30, today })
          .then((number) => ({ id: i % 20, number })),
    ),
  );
  const given = drawn.filter(({ number }) => number !== undefined);
  const pairs = new Set(given.map(({ id, number }) => `${id} ${number}`));
  expect(pairs.size).toBe(new Set(given.map(({ id }) => id)).size);
  expect(pairs.size).toBe(new Set(given.map(({ number }) => number)).size);
});

test("numbers of past dates are deleted when the next one is given", async () => {
  await using stage = await openPostgresStage();
  const { give } = createShortNumbers(stage.pool);
  await give(scope, { id: 1, date: today, number: 111_111, today });
  await give(scope, { id: 2, date: tomorrow, number: 222_222, today: today.add({ days: 2 }) });
  const { rows } = await stage.pool.query("select appointment_id::int as id from short_numbers");
  expect(rows).toEqual([{ id: 2 }]);
});
