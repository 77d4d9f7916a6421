import fc from "fast-check";
import { expect, test } from "vitest";
import { Connections } from "../../../gateway/persistence/database/connections.ts";
import { compactUsage } from "../../../gateway/persistence/usage/usage_compaction.ts";
import { keepPartitions } from "../../../gateway/persistence/database/partitions.ts";
import { usagePartitions } from "../../../gateway/persistence/usage/usage_retention.ts";
import { drawIds, insertEntries } from "../../../gateway/persistence/usage/usage_statements.ts";
import { callsAt, entriesOf, openUsageDatabase, timesAround } from "./recorded_usage.ts";
import { compactAll, countOf, differences } from "./usage_books.ts";
import { operator } from "../../../core/audit/audit_record.ts";

const change = "2026-10-25T01:00:00Z";
const callsFrom = (seed: number, count: number) =>
  fc.sample(callsAt(timesAround(change)), { numRuns: count, seed });

test("simultaneous writers and compactors lose no entry and count none twice", async () => {
  await using database = await openUsageDatabase();
  const { pool, service } = database;
  const tenant = await database.tenant();
  const { organizationId, departmentId, keys } = tenant;
  let isOver = false;
  let compacted = 0;
  const compactor = async () => {
    while (!isOver) compacted += await compactUsage(pool, 25);
  };
  const writer = async (seed: number) => {
    const entries = entriesOf(tenant, callsFrom(seed, 400));
    for (let i = 0; i < 400; i += 10) {
      // Or all might be written before anything is compacted.
      if (i === 300) await expect.poll(() => compacted, { interval: 1 }).toBeGreaterThan(100);
      await database.record(entries.slice(i, i + 10));
    }
  };
  const booker = async () => {
    for (let i = 0; i < 100; i += 1) {
      const [usage] = entriesOf(tenant, callsFrom(i, 1));
      await service.application.bookAppointment(
        {
          organizationId,
          environment: "LIVE",
          actor: operator,
          usage: {
            ...usage!,
            apiKeyId: keys[0]!.id,
            environment: "LIVE",
            timestamp: Temporal.Instant.fromEpochMilliseconds(Date.now()),
            startedAtMs: performance.now(),
          },
        },
        { departmentId, dateTime: "2028-03-01T10:00", name: "A" },
      );
    }
  };
  const compactors = [compactor(), compactor(), compactor()];
  try {
    await Promise.all([writer(1), writer(2), writer(3), booker()]);
  } finally {
    isOver = true;
    await Promise.all(compactors);
  }
  expect(compacted).toBeGreaterThan(100);
  expect(await countOf(pool, "usage_entries")).toBe(1300);
  expect(await differences(pool)).toEqual([]);
  await compactAll(pool);
  expect(await countOf(pool, "usage_deltas")).toBe(0);
  expect(await differences(pool)).toEqual([]);
});

test("an entry that is written twice counts once, and one that is rolled back does not count", async () => {
  await using database = await openUsageDatabase();
  const { pool } = database;
  const ids = await drawIds(pool, 30);
  const entries = entriesOf(await database.tenant(), callsFrom(1, 30))
    .map((entry, i) => Object.assign(entry, { id: ids[i]! }));
  await insertEntries(pool, entries.slice(0, 20));
  await insertEntries(pool, entries);
  await insertEntries(pool, entries);
  const client = await pool.connect();
  await client.query("begin");
  await client.query(
    `insert into usage_entries select nextval('usage_entries_id_seq'), organization_id, api_key_id,
      environment, endpoint, route_template, method, 500, 0, 1, timestamp, '', '' from usage_entries`,
  );
  await client.query("rollback");
  client.release();
  expect(await countOf(pool, "usage_entries")).toBe(30);
  expect(await differences(pool)).toEqual([]);
});

test("entries that move into their own partition are not counted again", async () => {
  await using database = await openUsageDatabase();
  const { pool, url } = database;
  await database.record(entriesOf(await database.tenant(), callsFrom(1, 200)));
  expect(await countOf(pool, "usage_entries_default")).toBe(200);
  await keepPartitions(
    new Connections(url),
    [usagePartitions],
    Temporal.Instant.from("2026-09-15T00:00:00Z"),
  );
  expect(await countOf(pool, "usage_entries_default")).toBe(0);
  expect(await countOf(pool, "usage_entries_2026_10")).toBeGreaterThan(100);
  expect(await differences(pool)).toEqual([]);
  await database.record(entriesOf(await database.tenant(), callsFrom(2, 200)));
  await compactAll(pool);
  expect(await countOf(pool, "usage_entries")).toBe(400);
  expect(await differences(pool)).toEqual([]);
});

test("rollups are kept as long as their entries and are deleted with them", async () => {
  await using database = await openUsageDatabase();
  const { pool, url } = database;
  const keep = (now: string) =>
    keepPartitions(new Connections(url), [usagePartitions], Temporal.Instant.from(now));
  await keep("2026-09-15T00:00:00Z");
  await database.record(entriesOf(await database.tenant(), callsFrom(1, 200)));
  await database.record(entriesOf(await database.tenant(), callsFrom(2, 200)));
  await compactAll(pool);
  // Each makes the partitions of three months, so that none is missing.
  for (const month of ["2026-12", "2027-03", "2027-06", "2027-09"]) {
    await keep(`${month}-15T00:00:00Z`);
  }
  // September's last entry is 400 days old on 5 November 2027.
  await keep("2027-11-04T23:59:59Z");
  expect(await countOf(pool, "usage_entries")).toBe(400);
  expect(await differences(pool)).toEqual([]);
  await keep("2027-11-05T00:00:00Z");
  const left = await countOf(pool, "usage_entries");
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(400);
  expect(await differences(pool)).toEqual([]);
});

test("the bucket of a response time is its upper end, at most 1/32 above the time", async () => {
  await using database = await openUsageDatabase();
  const edges = Array.from({ length: 30 }, (_, i) => [2 ** i - 1, 2 ** i, 2 ** i + 1]).flat();
  const random = fc.sample(fc.integer({ min: 0, max: 2 ** 31 - 1 }), { numRuns: 500, seed: 1 });
  const times = [...Array(5000).keys(), ...edges, ...random, 2 ** 31 - 1].sort((a, b) => a - b);
  const { rows } = await database.pool.query(
    "select ms, usage_latency_ms(ms) as bucket from unnest($1::int[]) with ordinality as t (ms, i) order by i",
    [times],
  );
  let before = 0;
  for (const { ms, bucket } of rows) {
    expect(bucket).toBeGreaterThanOrEqual(Math.max(ms, before));
    expect(bucket).toBeLessThanOrEqual(ms < 64 ? ms : ms * (1 + 1 / 32));
    before = bucket;
  }
  expect(new Set(rows.map(({ bucket }) => bucket)).size).toBeLessThan(64 + 32 * 25 + 1);
});
