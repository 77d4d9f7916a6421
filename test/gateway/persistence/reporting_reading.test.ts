import type { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openReading, openReportingPool } from "../../../gateway/persistence/reporting/reading.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { patience } from "../../support/patience.ts";

// Of one connection, so that one that is not given back is missed by the next test.
let pool: Pool;
beforeAll(async () => void (pool = openReportingPool(await freshDatabase(), 1)));
afterAll(() => pool.end());

const one = { text: "select 1 as n" };
const asleep = { text: "select pg_sleep(60)" };
const sleepers = async () => {
  const { rows } = await pool.query(
    "select count(*)::int as n from pg_stat_activity where query like '%pg_sleep(60)' and state = 'active'",
  );
  return rows[0].n as number;
};

test("statements asked for at once see one moment, and the connection is given back", async () => {
  for (let i = 0; i < 3; i += 1) {
    const reading = openReading(pool);
    const now = { text: "select pg_current_snapshot()::text as snapshot" };
    const [[first], [second]] = await Promise.all([reading.rows(now, []), reading.rows(now, [])]);
    expect(first).toEqual(second);
    await reading.close();
  }
});

test("after one that failed the others fail in its words, not in those of its transaction", async () => {
  const reading = openReading(pool);
  const asked = [{ text: "select 1 / 0" }, one, one].map((statement) =>
    reading.rows(statement, [])
  );
  const messages = (await Promise.allSettled(asked)).map((outcome) =>
    outcome.status === "rejected" && String(outcome.reason)
  );
  expect(messages).toEqual(Array(3).fill("error: division by zero"));
  await expect(reading.rows(one, [])).rejects.toThrow("division by zero");
  await reading.close();
  expect(await sleepers()).toBe(0);
});

test("close() under a statement waits for nothing, and the server soon stops working on it", async () => {
  const reading = openReading(pool);
  const asked = [asleep, one].map((statement) => reading.rows(statement, []));
  const outcomes = Promise.allSettled(asked);
  await expect.poll(async () => pool.totalCount - pool.idleCount).toBe(1);
  const from = performance.now();
  await reading.close();
  const closedMs = performance.now() - from;
  expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(closedMs).toBeLessThan(patience(100));
  await expect.poll(sleepers, { timeout: patience(3000) }).toBe(0);
});

test("close() while the connection is waited for gives it back once it comes", async () => {
  const first = openReading(pool);
  await first.rows(one, []);
  const second = openReading(pool);
  const asked = Promise.allSettled([second.rows(one, [])]);
  await expect.poll(() => pool.waitingCount).toBe(1);
  const from = performance.now();
  await second.close();
  expect(performance.now() - from).toBeLessThan(patience(100));
  await first.close();
  expect((await asked)[0]!.status).toBe("rejected");
  expect(await sleepers()).toBe(0);
});

test("nothing is read after close()", async () => {
  const used = openReading(pool);
  await used.rows(one, []);
  for (const reading of [openReading(pool), used]) {
    await reading.close();
    await expect(reading.rows(one, [])).rejects.toThrow("closed");
  }
  expect(pool.totalCount).toBe(pool.idleCount);
});

test("a statement of more than 10 s is QUERY_TIMEOUT, and so is what was asked for beside it", async () => {
  const reading = openReading(pool);
  const outcomes = await Promise.allSettled([asleep, one].map((it) => reading.rows(it, [])));
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: "rejected", reason: { code: "QUERY_TIMEOUT" } });
  }
  await reading.close();
  expect(await sleepers()).toBe(0);
});
