import { afterAll, expect, test } from "vitest";
import { Connections } from "../../../gateway/persistence/database/connections.ts";
import { openReading } from "../../../gateway/persistence/reporting/reading.ts";
import {
  openReportingPool,
  primarySnapshots,
} from "../../../gateway/persistence/reporting/snapshots.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { clientPerFile } from "../../support/per_file.ts";

// Of one connection, so that one that is not given back is missed by the next test.
const connectionString = await freshDatabase();
const pool = openReportingPool(new Connections(connectionString), 1);
const observer = await clientPerFile(connectionString);
afterAll(() => pool.end());

const one = { text: "select 1 as n" };
const asleep = { text: "select pg_sleep(600)" };
const sleepers = async () => {
  const { rows } = await observer.query(
    `select count(*)::int as n from pg_stat_activity
     where query like '%pg_sleep(600)' and state = 'active' and datname = current_database()`,
  );
  return rows[0].n as number;
};

test("simultaneous statements see one snapshot, and the connection is released", async () => {
  for (let i = 0; i < 3; i += 1) {
    const reading = openReading(primarySnapshots(pool));
    const now = { text: "select pg_current_snapshot()::text as snapshot" };
    const [[first], [second]] = await Promise.all([reading.rows(now, []), reading.rows(now, [])]);
    expect(first).toEqual(second);
    await reading.close();
  }
});

test("after a failed statement the others fail with its error", async () => {
  const reading = openReading(primarySnapshots(pool));
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

test("close() during a statement does not wait, and the server soon stops the statement", async () => {
  const reading = openReading(primarySnapshots(pool));
  // So that nothing but that ends it.
  await reading.rows({ text: "set local statement_timeout = 0" }, []);
  const ended: string[] = [];
  const outcomes = Promise.allSettled(
    [asleep, one].map((statement) => reading.rows(statement, [])),
  );
  const asked = outcomes.then(() => ended.push("statements"));
  await expect.poll(sleepers).toBe(1);
  await reading.close();
  ended.push("close");
  await asked;
  expect(ended).toEqual(["close", "statements"]);
  expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect.poll(sleepers).toBe(0);
});

test("close() during the wait for a connection releases it when it arrives", async () => {
  const first = openReading(primarySnapshots(pool));
  await first.rows(one, []);
  const second = openReading(primarySnapshots(pool));
  const asked = Promise.allSettled([second.rows(one, [])]);
  await expect.poll(() => pool.waitingCount).toBe(1);
  await second.close();
  const waiting = pool.waitingCount;
  await first.close();
  expect(waiting).toBe(1);
  expect((await asked)[0]!.status).toBe("rejected");
  expect(await sleepers()).toBe(0);
});

test("nothing is read after close()", async () => {
  const used = openReading(primarySnapshots(pool));
  await used.rows(one, []);
  for (const reading of [openReading(primarySnapshots(pool)), used]) {
    await reading.close();
    await expect(reading.rows(one, [])).rejects.toThrow("closed");
  }
  expect(pool.totalCount).toBe(pool.idleCount);
});

test("a statement that takes too long fails with QUERY_TIMEOUT, and so do the statements after it", async () => {
  for (let i = 0; i < 3; i += 1) {
    const reading = openReading(primarySnapshots(pool));
    await reading.rows({ text: "set local statement_timeout = 50" }, []);
    const outcomes = await Promise.allSettled([asleep, one].map((it) => reading.rows(it, [])));
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { code: "QUERY_TIMEOUT" } });
    }
    await reading.close();
    expect(await sleepers()).toBe(0);
  }
  const reading = openReading(primarySnapshots(pool));
  expect(await reading.rows({ text: "select current_setting('statement_timeout') as limit" }, []))
    .toEqual([{ limit: "10s" }]);
  await reading.close();
});

test("a reading cannot write", async () => {
  const reading = openReading(primarySnapshots(pool));
  const writing = reading.rows({ text: "create table written (n int)" }, []);
  await expect(writing).rejects.toThrow("database");
  await reading.close();
  const { rows } = await observer.query("select to_regclass('written') as name");
  expect(rows).toEqual([{ name: null }]);
});
