import { expect, test } from "vitest";
import { cancellableRowsOf } from "../../../gateway/persistence/database/cancellable.ts";
import { Connections } from "../../../gateway/persistence/database/connections.ts";
import { isAway, isServiceUnavailable } from "../../../gateway/persistence/database/faults.ts";
import { checkEveryPart } from "../../support/every_part.ts";
import { emptyDatabase, freshDatabase } from "../../support/fresh_database.ts";
import {
  activeStatements,
  databaseOf,
  hostile,
  hostileDatabase,
  run,
  setForDatabase,
} from "../../support/hostile_database.ts";
import { openService } from "../../support/seeded.ts";
import { hasPgbouncer, startPgbouncer } from "../../support/pgbouncer.ts";

test("migrations, bookings, changes and reports work in a database with every setting changed", async () => {
  await checkEveryPart(await hostileDatabase());
});

test("each setting that the service needs is set in its sessions", async () => {
  const client = new Connections(await hostileDatabase()).createClient({ applicationName: "test" });
  await client.connect();
  const { rows } = await client.query(
    "select name from pg_settings where name = any($1) and source <> 'session'",
    [Object.keys(hostile)],
  );
  await client.end();
  expect(rows).toEqual([]);
});

test("every connection of the process, also of the ORM, uses the sslmode of the URL", async () => {
  await using service = await openService(`${await freshDatabase()}?sslmode=verify-full`);
  const { persistence } = service;
  const { reporting } = persistence;
  const reading = reporting.open(1);
  const asked = [
    () => persistence.isEmpty(),
    () => reading.organization(),
    () => persistence.withLock("test", async () => {}),
  ];
  for (const ask of asked) {
    const fault = await ask().then(() => undefined, (error: unknown) => error);
    expect(isAway(fault) || isServiceUnavailable(fault)).toBe(true);
  }
  await reading.close();
});

test("the service's settings override those of a role too", async () => {
  const url = await freshDatabase();
  const database = databaseOf(url);
  await run(url, `alter role postgres in database ${database} set search_path = 'nowhere'`);
  const client = new Connections(url).createClient({ applicationName: "test" });
  await client.connect();
  const { rows } = await client.query("select count(*)::int as n from appointments");
  await client.end();
  expect(rows).toEqual([{ n: 0 }]);
});

test.runIf(hasPgbouncer)(
  "the service works through PgBouncer in session mode, with hostile settings in the database",
  async () => {
    const url = await hostileDatabase();
    await using pooler = await startPgbouncer(url, "session");
    await checkEveryPart(pooler.url);
  },
);

test.runIf(hasPgbouncer).each(
  [
    { mode: "session" },
    { mode: "transaction", pooler: "transaction" },
  ] as const,
)("a statement is cancelled through PgBouncer in $mode mode too", async (one) => {
  const url = await freshDatabase();
  await using pooler = await startPgbouncer(url, one.mode);
  const pool = new Connections(pooler.url, undefined, one)
    .openPool({ max: 2, applicationName: "test" });
  const abort = new AbortController();
  const answer = cancellableRowsOf(pool, [{ text: "select pg_sleep(600)" }, []], abort.signal);
  await expect.poll(() => activeStatements(url, "select pg_sleep(600)")).toBe(1);
  abort.abort();
  await expect(answer).rejects.toBe(abort.signal.reason);
  // The server reports the fault an instant before it shows the session as idle.
  await expect.poll(() => activeStatements(url, "select pg_sleep(600)")).toBe(
    0,
  );
  await pool.end();
});

test.runIf(hasPgbouncer)(
  "PgBouncer in transaction mode is refused without the setting",
  async () => {
    const url = await freshDatabase();
    await using pooler = await startPgbouncer(url, "transaction");
    await using service = await openService(pooler.url);
    await expect(service.persistence.migrate()).rejects.toThrow("Set DATABASE_POOLER=transaction");
  },
);

test.each([
  { given: "off", used: "on", warnings: 1 },
  { given: "local", used: "on", warnings: 1 },
  { given: "remote_write", used: "on", warnings: 1 },
  { given: "on", used: "on", warnings: 0 },
  { given: "remote_apply", used: "remote_apply", warnings: 0 },
])("synchronous_commit $given becomes $used, with $warnings warnings", async (
  { given, used, warnings },
) => {
  const url = await emptyDatabase();
  await setForDatabase(url, { synchronous_commit: given });
  const lines: unknown[] = [];
  const connections = new Connections(url, { warn: (line: unknown) => void lines.push(line) });
  for (let i = 0; i < 2; i += 1) {
    const client = connections.createClient({ applicationName: "test" });
    await client.connect();
    const { rows: [row] } = await client.query(
      "select setting, source from pg_settings where name = 'synchronous_commit'",
    );
    await client.end();
    // What the session itself has set stays when the server's configuration is changed and reloaded.
    expect(row).toEqual({ setting: used, source: "session" });
  }
  expect(lines).toHaveLength(warnings);
});

test("a database with its triggers switched off is refused and counts as away", async () => {
  const url = await emptyDatabase();
  await setForDatabase(url, { session_replication_role: "replica" });
  const client = new Connections(url).createClient({ applicationName: "test" });
  const fault = await client.connect().catch((error: unknown) => error);
  expect(fault).toMatchObject({ message: expect.stringContaining("Cannot use the database: ") });
  expect(isAway(fault)).toBe(true);
});

test("a database with another encoding than UTF8 is refused", async () => {
  const url = await emptyDatabase();
  const name = `${databaseOf(url)}_latin1`;
  await run(
    url,
    `create database ${name} template template0 encoding 'LATIN1' locale_provider libc locale 'C'`,
  );
  const latin = url.replace(databaseOf(url), name);
  const client = new Connections(latin).createClient({ applicationName: "test" });
  await expect(client.connect()).rejects.toThrow("its encoding is LATIN1");
});
