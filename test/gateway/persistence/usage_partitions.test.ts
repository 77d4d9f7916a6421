import { Client } from "pg";
import { expect, test } from "vitest";
import { Connections } from "../../../gateway/persistence/database/connections.ts";
import { keepPartitions } from "../../../gateway/persistence/database/partitions.ts";
import { usagePartitions } from "../../../gateway/persistence/usage/usage_retention.ts";
import { freshDatabase } from "../../support/fresh_database.ts";

async function openEmpty() {
  const url = await freshDatabase();
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(partitions);
  for (const { name } of rows) await client.query(`drop table ${name}`);
  return {
    client,
    keep: (now: string) =>
      keepPartitions(new Connections(url), [usagePartitions], Temporal.Instant.from(now)),
    names: async () =>
      (await client.query<{ name: string }>(partitions)).rows.map(({ name }) => name),
    [Symbol.asyncDispose]: () => client.end(),
  };
}

const partitions = `select inhrelid::regclass::text as name from pg_inherits
  where inhparent = 'usage_entries'::regclass and inhrelid::regclass::text <> 'usage_entries_default'
  order by 1`;
const entryAt = (timestamp: string) =>
  `insert into usage_entries (organization_id, api_key_id, environment, endpoint, route_template,
     method, status_code, credits_consumed, response_time_ms, timestamp, ip_address, user_agent)
   values (1, 1, 'LIVE', '', '', '', 200, 0, 0, '${timestamp}', '', '')`;

test("many simultaneous runs create the partitions of this month and the next two once", async () => {
  await using database = await openEmpty();
  await Promise.all(Array.from({ length: 6 }, () => database.keep("2026-11-30T23:59:59Z")));
  expect(await database.names()).toEqual([
    "usage_entries_2026_11",
    "usage_entries_2026_12",
    "usage_entries_2027_01",
  ]);
  await database.keep("2026-12-01T00:00:00Z");
  expect((await database.names()).at(-1)).toBe("usage_entries_2027_02");
});

test("entries that were written before their partition existed are moved into it", async () => {
  await using database = await openEmpty();
  const { client } = database;
  const edges = ["2026-11-01T00:00:00Z", "2026-11-30T23:59:59.999Z", "2026-10-31T23:59:59.999Z"];
  for (const edge of edges) await client.query(entryAt(edge));
  await database.keep("2026-11-15T00:00:00Z");
  const { rows } = await client.query(
    "select tableoid::regclass::text as place from usage_entries order by timestamp",
  );
  expect(rows.map(({ place }) => place)).toEqual([
    "usage_entries_2026_10",
    "usage_entries_2026_11",
    "usage_entries_2026_11",
  ]);
});

test("a partition is dropped after its last entry is over 400 days old, and not before", async () => {
  await using database = await openEmpty();
  for (const month of ["01", "04", "07", "10"]) await database.keep(`2025-${month}-15T00:00:00Z`);
  await database.keep("2026-01-15T00:00:00Z");
  await database.client.query(entryAt("2025-01-31T23:00:00Z"));
  // 400 days after 1 February 2025, when January's partition ends.
  await database.keep("2026-03-07T23:59:59Z");
  expect(await database.names()).toContain("usage_entries_2025_01");
  await Promise.all([1, 2, 3].map(() => database.keep("2026-03-08T00:00:00Z")));
  expect(await database.names()).not.toContain("usage_entries_2025_01");
  expect(await database.names()).toContain("usage_entries_2025_02");
});

test("a past month whose entries are in the default partition gets its partition", async () => {
  await using database = await openEmpty();
  await database.keep("2026-01-15T00:00:00Z");
  await database.client.query(entryAt("2026-05-05T00:00:00Z"));
  expect(await database.keep("2026-08-15T00:00:00Z")).toEqual({ missing: [], busy: [] });
  expect(await database.names()).toContain("usage_entries_2026_05");
});

test("old entries without a partition are deleted, and not one of a month that is kept", async () => {
  await using database = await openEmpty();
  for (const at of ["2024-12-31T23:00:00Z", "2025-02-01T00:00:00Z"]) {
    await database.client.query(entryAt(at));
  }
  for (const month of ["02", "05", "08", "11"]) await database.keep(`2025-${month}-15T00:00:00Z`);
  for (const month of ["01", "03"]) await database.keep(`2026-${month}-08T00:00:00Z`);
  const { rows } = await database.client.query("select timestamp from usage_entries");
  expect(rows).toEqual([{ timestamp: new Date("2025-02-01T00:00:00Z") }]);
});

test("a missing month in which no service ran keeps old entries, and is named", async () => {
  await using database = await openEmpty();
  for (const month of ["01", "04", "07", "10"]) await database.keep(`2025-${month}-15T00:00:00Z`);
  await database.keep("2026-01-15T00:00:00Z");
  await database.client.query("drop table usage_entries_2025_06");
  const { missing } = await database.keep("2026-03-08T00:00:00Z");
  expect(missing.map(({ table, month }) => `${table} ${month}`)).toEqual(["usage_entries 2025-06"]);
  expect(await database.names()).toContain("usage_entries_2025_01");
  await database.client.query(
    "create table usage_entries_2025_06 partition of usage_entries for values " +
      "from ('2025-06-01T00:00:00Z') to ('2025-07-01T00:00:00Z')",
  );
  expect(await database.keep("2026-03-08T00:00:00Z")).toEqual({ missing: [], busy: [] });
  expect(await database.names()).not.toContain("usage_entries_2025_01");
});

test("nothing is dropped after the clock has jumped forward", async () => {
  await using database = await openEmpty();
  await database.keep("2026-11-15T00:00:00Z");
  for (let run = 1; run <= 2; run += 1) await database.keep("2126-11-15T00:00:00Z");
  expect(await database.names()).toEqual([
    "usage_entries_2026_11",
    "usage_entries_2026_12",
    "usage_entries_2027_01",
    "usage_entries_2126_11",
    "usage_entries_2126_12",
    "usage_entries_2127_01",
  ]);
});
