import { Client, Pool } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { analyzeGrownTables } from "../../../gateway/persistence/database/statistics.ts";
import { freshDatabase } from "../../support/fresh_database.ts";

async function openDatabase() {
  const connectionString = await freshDatabase();
  const pool = new Pool({ connectionString });
  const client = new Client({ connectionString });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await pool.end();
  });
  let rows = 0;
  return {
    pool,
    client,
    /** Adds organizations until there are so many. */
    async fillTo(count: number): Promise<void> {
      await client.query(
        `insert into organizations (name, time_zone, created_at)
        select '', 'UTC', now() from generate_series($1::int + 1, $2)`,
        [rows, count],
      );
      // The server publishes the counts of a session at most once a second.
      await client.query("select pg_stat_force_next_flush()");
      await client.query("select 1");
      rows = count;
    },
  };
}

test("a table is analyzed at 1,000 rows, and then each time it has ten times as many", async () => {
  const { pool, fillTo } = await openDatabase();
  const analyzedAt: number[] = [];
  for (const count of [60, 999, 1000, 1001, 9000, 10_001, 50_000]) {
    await fillTo(count);
    if ((await analyzeGrownTables(pool)).includes("organizations")) analyzedAt.push(count);
  }
  expect(analyzedAt).toEqual([1000, 10_001]);
});

test("a named statement that was planned for few rows is planned again for many", async () => {
  const { pool, client, fillTo } = await openDatabase();
  await fillTo(60);
  await client.query("analyze organizations");
  await client.query(
    "set plan_cache_mode = force_generic_plan; " +
      "prepare find as select from organizations where id = $1",
  );
  async function planOf(): Promise<string> {
    const { rows } = await client.query("explain execute find(7)");
    return rows[0]["QUERY PLAN"];
  }
  expect(await planOf()).toContain("Seq Scan");
  await fillTo(20_000);
  expect(await planOf()).toContain("Seq Scan");
  await analyzeGrownTables(pool);
  expect(await planOf()).toContain("Index");
});
