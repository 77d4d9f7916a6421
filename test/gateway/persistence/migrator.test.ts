import { cp, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client, Pool } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Connections } from "../../../gateway/persistence/database/connections.ts";
import {
  isMigrated,
  migrate,
  readMigrations,
  toMigration,
} from "../../../gateway/persistence/database/migrator.ts";
import { emptyDatabase, freshDatabase } from "../../support/fresh_database.ts";

const ownFolder = new URL("../../../migrations/", import.meta.url);
const first = toMigration("0001_one.sql", "-- Why.\ncreate table one (id int);\n");
const second = toMigration("0002_two.sql", "create table two (id int);\n");

let url: string;
let connections: Connections;
let pool: Pool;
beforeEach(async () => {
  url = await emptyDatabase();
  connections = new Connections(url);
  pool = new Pool({ connectionString: url, max: 1 });
});
afterEach(() => pool.end());

test("eight processes that migrate at once apply each migration once", async () => {
  await Promise.all(Array.from({ length: 8 }, () => migrate(new Connections(url))));
  const { rows } = await pool.query("select name from schema_migrations order by number");
  const names = (await readMigrations(ownFolder)).map(({ name }) => name);
  expect(rows.map(({ name }) => name)).toEqual(names);
});

test("a migration is applied once, even if its process loses the lock and another one begins", async () => {
  await migrate(connections, [first]);
  const insert = toMigration("0002_insert.sql", "insert into one values (1);");
  const holder = new Client({ connectionString: url });
  await holder.connect();
  await holder.query("begin; lock table one");
  const waits = { maxLockWaitMs: 60_000, pauseMs: 0, tries: 1 };
  const one = migrate(connections, [first, insert], waits);
  await expect.poll(waitingMigrations).toBe(1);
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'appointment-booking lock'`,
  );
  const other = migrate(connections, [first, insert], waits).catch((error: Error) => error.message);
  await expect.poll(waitingMigrations).toBe(2);
  await holder.end();
  await one;
  expect(await other).toBe("migrations/0002_insert.sql failed");
  expect((await pool.query("select id from one")).rows).toEqual([{ id: 1 }]);
});

test("a migration that waits for a table lets others use it, and is applied when the table is free", async () => {
  await migrate(connections, [first]);
  const change = toMigration("0002_change.sql", "alter table one add column two int;");
  const holder = new Client({ connectionString: url });
  await holder.connect();
  await holder.query("begin; select from one");
  const migrating = migrate(connections, [first, change], {
    maxLockWaitMs: 200,
    pauseMs: 200,
    tries: 1000,
  });
  await expect.poll(waitingMigrations).toBe(1);
  // Without the limit, this would wait for the end of the other transaction, which waits for nothing.
  await pool.query("insert into one values (1)");
  await holder.query("commit");
  await migrating;
  expect((await pool.query("select id, two from one")).rows).toEqual([{ id: 1, two: null }]);
  await holder.end();
});

test("a migration that never gets its table fails and changes nothing", async () => {
  await migrate(connections, [first]);
  const change = toMigration("0002_change.sql", "alter table one add column two int;");
  const holder = new Client({ connectionString: url });
  await holder.connect();
  await holder.query("begin; select from one");
  const waits = { maxLockWaitMs: 10, pauseMs: 0, tries: 3 };
  await expect(migrate(connections, [first, change], waits)).rejects.toThrow(
    "migrations/0002_change.sql waited for a table that another transaction uses. " +
      "End long transactions and reports, and try again",
  );
  await holder.end();
});

test("a database is migrated once every migration is applied to it", async () => {
  expect(await isMigrated(pool)).toBe(false);
  await migrate(connections);
  expect(await isMigrated(pool)).toBe(true);
  await pool.query("delete from schema_migrations where number = 2");
  expect(await isMigrated(pool)).toBe(false);
});

test("a database that cannot be reached is not migrated", async () => {
  const unreachable = new Pool({ connectionString: await freshDatabase() });
  expect(await isMigrated(unreachable)).toBe(true);
  await unreachable.end();
  expect(await isMigrated(unreachable)).toBe(false);
});

test("migrations that are new are applied after those that the database has", async () => {
  await migrate(connections, [first]);
  await migrate(connections, [first, second]);
  expect(await tables()).toEqual(["one", "schema_migrations", "two"]);
});

test("a migration that fails undoes all migrations of the same run and is named", async () => {
  const faulty = toMigration("0002_faulty.sql", "create table two (id int); select 1 / 0;");
  await expect(migrate(connections, [first, faulty])).rejects.toThrow(
    "migrations/0002_faulty.sql failed",
  );
  expect(await tables()).toEqual([]);
});

test("an applied migration with another content is refused and changes nothing", async () => {
  await migrate(connections, [first]);
  const edited = toMigration(first.name, "create table one (id bigint);");
  await expect(migrate(connections, [edited, second])).rejects.toThrow(
    "Cannot use the database: migrations/0001_one.sql differs from 0001_one.sql, which was applied",
  );
  expect(await tables()).toEqual(["one", "schema_migrations"]);
});

test("comments and blank lines of an applied migration may change", async () => {
  await migrate(connections, [first]);
  const commented = toMigration(first.name, "-- A better reason.\n\ncreate table one (id int);");
  await migrate(connections, [commented, second]);
  expect(await tables()).toEqual(["one", "schema_migrations", "two"]);
});

test("migrations of a newer version do not stop an older one", async () => {
  await migrate(connections, [first, second]);
  await migrate(connections, [first]);
  expect(await tables()).toEqual(["one", "schema_migrations", "two"]);
});

test("a migrated database needs no right to create tables", async () => {
  await migrate(connections, [first]);
  const role = `reader_${new URL(url).pathname.slice(1)}`;
  await pool.query(`create role ${role} login password 'secret'`);
  await pool.query(`grant select on schema_migrations to ${role}`);
  const restricted = Object.assign(new URL(url), { username: role, password: "secret" });
  const restrictedConnections = new Connections(restricted.href);
  await expect(migrate(restrictedConnections, [first])).resolves.toBeUndefined();
  await expect(migrate(restrictedConnections, [first, second])).rejects.toThrow("0002_two.sql");
  await pool.query(`drop owned by ${role}; drop role ${role}`);
});

test("migrations with a gap or a duplicate among their numbers are refused", async () => {
  const folder = await mkdtemp(join(tmpdir(), "migrations-"));
  try {
    await cp(ownFolder, folder, { recursive: true });
    const read = () => readMigrations(pathToFileURL(`${folder}/`));
    expect((await read()).map(({ number }) => number).slice(0, 2)).toEqual([1, 2]);
    await writeFile(join(folder, "0002_again.sql"), "");
    await expect(read()).rejects.toThrow("0002_audit.sql should have the number 0003");
    await rm(join(folder, "0002_again.sql"));
    await rename(join(folder, "0002_audit.sql"), join(folder, "audit.txt"));
    await expect(read()).rejects.toThrow("0003_departments.sql should have the number 0002");
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("no migration begins or ends a transaction", async () => {
  const control = /^\s*(?:begin|commit|rollback|start transaction)\s*;/im;
  const strays = (await readMigrations(ownFolder)).filter(({ sql }) => control.test(sql));
  expect(strays.map(({ name }) => name)).toEqual([]);
});

async function waitingMigrations(): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database()
      and application_name = 'appointment-booking migrations' and wait_event_type = 'Lock'`,
  );
  return rows[0]!.count;
}

async function tables(): Promise<string[]> {
  const { rows } = await pool.query(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  return rows.map(({ name }) => name);
}
