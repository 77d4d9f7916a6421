import { setImmediate } from "node:timers/promises";
import { Pool, types } from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openPersistence } from "../../../gateway/persistence/mod.ts";
import {
  compactUsage,
  keepUsageCompact,
} from "../../../gateway/persistence/usage/usage_compaction.ts";
import { createUsageReports } from "../../../gateway/persistence/usage/usage_page.ts";
import { writeTraffic } from "../../support/usage_traffic.ts";
import { openUsageDatabase } from "./recorded_usage.ts";
import { compactAll, countOf } from "./usage_books.ts";

const until = Temporal.Instant.from("2026-10-25T01:00:00Z");

test("while one process compacts, another does nothing and does not wait", async () => {
  await using database = await openUsageDatabase();
  const { pool } = database;
  await writeTraffic(pool, { organizationId: 1, apiKeyIds: [1], rows: 50, days: 1, until });
  const client = await pool.connect();
  await client.query(
    "begin; select pg_advisory_xact_lock(" +
      "hashtextextended('appointment-booking usage rollups', 0))",
  );
  const meanwhile = await compactUsage(pool);
  await client.query("rollback");
  client.release();
  expect(meanwhile).toBe(0);
  expect(await compactUsage(pool)).toBeGreaterThan(0);
});

describe("in the background", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  test("all deltas are compacted every two seconds until the service is closed", async () => {
    await using database = await openUsageDatabase();
    const { pool, url } = database;
    let warnings = 0;
    const persistence = await openPersistence({
      connectionString: url,
      poolSize: 1,
      now: () => until,
      log: { warn: () => void (warnings += 1), error: () => {} },
    });
    // More than one turn takes.
    const traffic = { organizationId: 1, apiKeyIds: [1, 2], rows: 12_000, days: 40, until };
    await writeTraffic(pool, traffic);
    persistence.keepUsageCompact();
    await vi.advanceTimersByTimeAsync(1999);
    expect(await countOf(pool, "usage_deltas")).toBeGreaterThan(10_000);
    await vi.advanceTimersByTimeAsync(1);
    while (await countOf(pool, "usage_deltas") > 0);
    await persistence.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect({ warnings, timers: vi.getTimerCount() }).toEqual({ warnings: 0, timers: 0 });
  });

  test("compaction continues until it is stopped, and finishes the turn that has begun", async () => {
    await using database = await openUsageDatabase();
    const { pool } = database;
    const write = () =>
      writeTraffic(pool, { organizationId: 1, apiKeyIds: [1], rows: 10, days: 1, until });
    const left = () => countOf(pool, "usage_deltas");
    const nextTurn = () => vi.advanceTimersByTimeAsync(2000);
    const turnsOver = async () => {
      do await setImmediate(); while (pool.idleCount < pool.totalCount);
    };
    const compaction = keepUsageCompact(pool);
    for (let round = 0; round < 3; round += 1) {
      await write();
      await nextTurn();
      await turnsOver();
      expect(await left()).toBe(0);
    }
    await write();
    const client = await pool.connect();
    await client.query("begin; lock table usage_rollups");
    await nextTurn();
    let isStopped = false;
    const stopped = compaction.stop().then(() => isStopped = true);
    const meanwhile = { left: await left(), isStopped };
    await client.query("commit");
    client.release();
    await stopped;
    expect(meanwhile).toEqual({ left: 10, isStopped: false });
    expect(await left()).toBe(0);
    await write();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(vi.getTimerCount()).toBe(0);
    expect(await left()).toBe(10);
  });

  test("a failure is logged and retried until the stop", async () => {
    const pool = new Pool();
    await pool.end();
    let warnings = 0;
    const compaction = keepUsageCompact(pool, { warn: () => void (warnings += 1) });
    for (const times of [1, 2, 3]) {
      await vi.advanceTimersByTimeAsync(2000);
      expect(warnings).toBe(times);
    }
    await compaction.stop();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(warnings).toBe(3);
  });
});

/** Instants stay texts, as they do on the service's connections. */
const getTypeParser =
  ((id: number) =>
    id === types.builtins.TIMESTAMPTZ
      ? String
      : types.getTypeParser(id)) as typeof types.getTypeParser;

test("statistics do not read the log, and a page reads little more of it than it shows", async () => {
  await using database = await openUsageDatabase();
  const { url, pool } = database;
  const tenant = await database.tenant();
  const { organizationId } = tenant;
  const apiKeyIds = tenant.keys.map(({ id }) => id);
  await writeTraffic(pool, { organizationId, apiKeyIds, rows: 20_000, days: 30, until });
  await compactAll(pool);
  await pool.query("analyze");

  const client = await pool.connect();
  await client.query("begin; lock table usage_entries in access exclusive mode");
  const bounds = [until.subtract({ hours: 24 * 30 }), until];
  const { points } = await createUsageReports(pool).sums(organizationId, bounds);
  expect(points).toEqual([{ calls: 20_000, credits: 3000 }]);
  await client.query("rollback");
  client.release();

  // One connection, so that what it has read can be asked of it.
  const single = new Pool({ connectionString: url, max: 1, types: { getTypeParser } });
  const rowsRead = async () => {
    await single.query("select pg_stat_force_next_flush()");
    const { rows } = await single.query(
      `select sum(coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as rows
        from pg_stat_user_tables where relname like 'usage_entries%'`,
    );
    return rows[0].rows as number;
  };
  const reports = createUsageReports(single);
  const everything = { from: null, to: null, apiKeyId: null, endpoint: null, statusCode: null };
  const asked: [object, number][] = [
    [{}, 0],
    [{}, 10_000],
    [{}, 19_950],
    [{ statusCode: 503 }, 0],
    [{ apiKeyId: apiKeyIds[1]!, endpoint: "GET /api/v1/appointments" }, 600],
    [{ endpoint: "/api/v1/departments/7/availability" }, 100],
  ];
  for (const [filter, offset] of asked) {
    const before = await rowsRead();
    const window = { offset, limit: 50, direction: "desc" as const };
    const page = await reports.page(organizationId, { ...everything, ...filter }, window);
    expect(page.items).toHaveLength(Math.min(50, page.totalElements - offset));
    const read = await rowsRead() - before;
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(1000);
  }
  await single.end();
});
