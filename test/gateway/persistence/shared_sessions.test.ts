import { Client, type Pool } from "pg";
import { expect, test } from "vitest";
import { cancellableRowsOf } from "../../../gateway/persistence/database/cancellable.ts";
import { Connections } from "../../../gateway/persistence/database/connections.ts";
import { isAway } from "../../../gateway/persistence/database/faults.ts";
import type { RequestTrace } from "../../../gateway/persistence/database/request_trace.ts";
import { serviceClientOf } from "../../../gateway/persistence/database/service_client.ts";
import {
  openSharedReadsPool,
  shareReads,
} from "../../../gateway/persistence/database/shared_reads.ts";
import { SharedSessions } from "../../../gateway/persistence/database/shared_sessions.ts";
import { checkEveryPart } from "../../support/every_part.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import {
  activeStatements,
  databaseOf,
  hostile,
  hostileDatabase,
  run,
} from "../../support/hostile_database.ts";
import { hasPgbouncer, knowsStatements, startPgbouncer } from "../../support/pgbouncer.ts";
import { openService } from "../../support/seeded.ts";

const transaction = { pooler: "transaction" } as const;

/** What each transaction of the service must find, whatever the session has. */
const needed: Record<string, string> = {
  // Quoted, because the session has `quote_all_identifiers` when it is set.
  search_path: '"public"',
  transaction_isolation: "read committed",
  transaction_read_only: "off",
  statement_timeout: "0",
  lock_timeout: "0",
  idle_in_transaction_session_timeout: "30s",
  exit_on_error: "off",
  client_encoding: "UTF8",
  "DateStyle": "ISO, MDY",
  "IntervalStyle": "postgres",
  "TimeZone": "UTC",
  bytea_output: "hex",
  extra_float_digits: "1",
  standard_conforming_strings: "on",
  array_nulls: "on",
  quote_all_identifiers: "off",
  synchronous_commit: "on",
  session_replication_role: "origin",
};
const names = Object.keys(needed);
const readSettings = `select ${
  names.map((name) => `current_setting('${name}') as "${name}"`).join(", ")
}`;

function openPool(url: string, max = 2): Pool {
  return new Connections(url, undefined, transaction).openPool({ applicationName: "test", max });
}

test.runIf(hasPgbouncer)(
  "every part of the service works in transaction mode, with hostile settings",
  async () => {
    // Sessions of the pooler are idle between transactions. That this does not end them is up to the administrator.
    const { idle_session_timeout: _, ...settings } = hostile;
    const url = await hostileDatabase(settings);
    await using pooler = await startPgbouncer(url, "transaction", { poolSize: 5 });
    await checkEveryPart({
      connectionString: pooler.url,
      directConnectionString: url,
      pooler: "transaction",
    });
  },
);

test.runIf(hasPgbouncer)(
  "no transaction has settings of another client, and none leaves its own",
  async () => {
    const url = await freshDatabase();
    // Both clients share one session.
    await using pooler = await startPgbouncer(url, "transaction", { poolSize: 1 });
    const other = new Client({ connectionString: pooler.url });
    await other.connect();
    // Not those that PgBouncer itself keeps apart, or that would end the session.
    const { transaction_timeout: _, idle_session_timeout: __, ...settings } = hostile;
    const leaked = { ...settings, session_replication_role: "replica" };
    const values = Object.entries(leaked)
      .map(([name, value]) => `set ${name} = ${name === "DateStyle" ? value : `'${value}'`}`);
    await other.query(values.join("; "));
    const read = async () => (await other.query(readSettings)).rows[0];
    const before = await read();
    expect(before).toMatchObject({
      synchronous_commit: "off",
      session_replication_role: "replica",
    });

    const pool = openPool(pooler.url, 1);
    // A connection is refused while the triggers are switched off, so it is made before.
    await other.query("set session_replication_role = 'origin'");
    const client = await pool.connect();
    await other.query("set session_replication_role = 'replica'");
    expect((await client.query(readSettings)).rows[0]).toEqual(needed);
    await client.query("begin; set local lock_timeout = '7s'");
    expect((await client.query({ name: "settings", text: readSettings })).rows[0])
      .toEqual({ ...needed, lock_timeout: "7s" });
    await client.query("commit");
    await client.query("begin isolation level repeatable read, read only");
    expect((await client.query(readSettings)).rows[0]).toEqual({
      ...needed,
      transaction_isolation: "repeatable read",
      transaction_read_only: "on",
    });
    await client.query("rollback");
    client.release();
    expect(await read()).toEqual(before);
    await pool.end();
    await other.end();
  },
);

test.runIf(hasPgbouncer)("the comments of traced statements change no transaction", async () => {
  await using pooler = await startPgbouncer(await freshDatabase(), "transaction", { poolSize: 2 });
  const trace: RequestTrace = {
    onStatement: () => ({ comment: "/*request_id='a'*/", end() {} }),
    bind: (work) => work,
    join() {},
    runFor: (_, work) => work(),
    originOf: () => undefined,
  };
  const pool = new Connections(pooler.url, undefined, { ...transaction, trace })
    .openPool({ applicationName: "test", max: 1 });
  const client = await pool.connect();
  const plain = { ...needed, search_path: "public" };
  expect((await client.query(readSettings)).rows[0]).toEqual(plain);
  await client.query("begin; set local lock_timeout = '7s'");
  expect((await client.query(readSettings)).rows[0]).toMatchObject({ lock_timeout: "7s" });
  await client.query("commit");
  expect((await client.query(readSettings)).rows[0]).toEqual(plain);
  client.release();
  await pool.end();
});

test.runIf(hasPgbouncer)("shared reads have their plans and settings in each packet", async () => {
  const url = await freshDatabase();
  await using pooler = await startPgbouncer(url, "transaction", { poolSize: 2 });
  const connections = new Connections(pooler.url, undefined, transaction);
  const pool = openSharedReadsPool(connections);
  const read = shareReads(pool)<string, string | null>({
    name: "setting",
    keyColumns: { name: "text" },
    text: (requested) =>
      `select requested.position, current_setting(requested.name) from ${requested}`,
    columnsOf: (name) => [name],
    toValue: ([value]) => value!,
  });
  for (let i = 0; i < 3; i += 1) {
    const found = await Promise.all(
      ["plan_cache_mode", "enable_seqscan", "search_path", "transaction_read_only"].map(read),
    );
    expect(found).toEqual(["force_generic_plan", "off", "public", "on"]);
    expect(await read("enable_sort")).toBe("off");
  }
  await pool.end();
});

test.runIf(hasPgbouncer)(
  "while a role has its triggers switched off, its writes fail and count as away",
  async () => {
    const url = await freshDatabase();
    const role = `limited_${databaseOf(url)}`;
    await run(
      url,
      `create role ${role} login password 'p'`,
      `grant all on all tables in schema public to ${role}`,
    );
    const limited = new URL(url);
    [limited.username, limited.password] = [role, "p"];
    await using pooler = await startPgbouncer(limited.href, "transaction", { poolSize: 1 });
    const pool = openPool(pooler.url);
    const write = () => pool.query("update demo_state set is_shown = true");
    const connection = await pool.connect();
    await run(url, `alter role ${role} set session_replication_role = 'replica'`);
    await run(
      url,
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`,
    );
    // The pooler makes its next session with the new setting, after it has noticed the end of the last one.
    await expect.poll(() => roleOfTriggers(pooler.url)).toBe("replica");
    await expect(connection.query("begin")).rejects.toThrow("session_replication_role");
    connection.release(true);
    const fault = await write().catch((error: unknown) => error);
    expect(isAway(fault)).toBe(true);
    await run(url, `alter role ${role} reset session_replication_role`);
    await run(
      url,
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`,
    );
    await expect.poll(() => write().then(() => "written", () => "failed")).toBe("written");
    await pool.end();
    await run(url, `drop owned by ${role}`, `drop role ${role}`);
  },
);

test.runIf(hasPgbouncer)(
  "a named statement runs in every session, whether the pooler knows names or not",
  async () => {
    const url = await freshDatabase();
    await using pooler = await startPgbouncer(url, "transaction", { poolSize: 3 });
    const pool = openPool(pooler.url, 3);
    const clients = await Promise.all([pool.connect(), pool.connect(), pool.connect()]);
    expect(clients.map((client) => serviceClientOf(client).losesStatements))
      .toEqual(clients.map(() => !knowsStatements));
    const statement = { name: "session of", text: "select pg_backend_pid() as id, $1::int as n" };
    const sessions = new Set<number>();
    for (let round = 0; round < 4; round += 1) {
      // One after the other takes a session, so that each client gets different ones.
      for (const client of clients.toSorted(() => Math.random() - 0.5)) {
        await client.query("begin");
        const { rows: [row] } = await client.query(statement, [round]);
        expect(row.n).toBe(round);
        sessions.add(row.id);
      }
      for (const client of clients) await client.query("commit");
    }
    expect(sessions.size).toBe(3);
    for (const client of clients) client.release();
    await pool.end();
  },
);

test("a connection whose pooler gives statements names of its own keeps named statements", async () => {
  const client = new Client({ connectionString: await freshDatabase(), pipeline: true } as object);
  await client.connect();
  const sent: (string | undefined)[] = [];
  // What PgBouncer does from 1.21 on.
  const rename = (query: { name?: string } | string, values?: unknown[]) => {
    if (typeof query === "string") return client.query(query, values);
    sent.push(query.name);
    return client.query({ ...query, name: `PGBOUNCER_${query.name}` } as never, values);
  };
  const sessions = new SharedSessions(client, rename as never);
  await sessions.open({ readsTimeline: false });
  expect(sessions.losesStatements).toBe(false);
  await sessions.query({ name: "kept", text: "select $1::int" }, [1]);
  expect(sent.slice(1)).toEqual(["kept"]);
  await client.end();
});

test("a transaction that ends unnoticed ends the connection", async () => {
  const url = await freshDatabase();
  const pool = openPool(url, 1);
  const client = await pool.connect();
  await client.query("begin");
  // Written so that it is not taken for the end of the transaction.
  await client.query("commit; select 1");
  await expect(client.query("select 1")).rejects.toThrow(/terminat|not queryable/);
  client.release(true);
  await pool.end();
});

test.runIf(hasPgbouncer)(
  "a statement that fails leaves its connection usable for a rollback alone",
  async () => {
    const url = await freshDatabase();
    await using pooler = await startPgbouncer(url, "transaction", { poolSize: 1 });
    const pool = openPool(pooler.url, 1);
    await expect(pool.query("select 1 / 0")).rejects.toMatchObject({ code: "22012" });
    const client = await pool.connect();
    await client.query("begin");
    await expect(client.query("select 1 / 0")).rejects.toMatchObject({ code: "22012" });
    await client.query("rollback");
    expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    client.release();
    await pool.end();
  },
);

test.runIf(hasPgbouncer)(
  "a cancellation ends its own statement and no other client's in the same session",
  async () => {
    const url = await freshDatabase();
    await using pooler = await startPgbouncer(url, "transaction", { poolSize: 2 });
    const pool = openPool(pooler.url, 3);
    for (let i = 0; i < 5; i += 1) {
      const abort = new AbortController();
      const cancelled = cancellableRowsOf(
        pool,
        [{ text: "select pg_sleep(600)" }, []],
        abort.signal,
      );
      const others = Array.from({ length: 4 }, () => pool.query("select pg_sleep(0.01)"));
      await expect.poll(() => activeStatements(url, "select pg_sleep(600)"), { interval: 5 }).toBe(
        1,
      );
      abort.abort();
      await expect(cancelled).rejects.toBe(abort.signal.reason);
      await Promise.all(others);
    }
    await pool.end();
  },
);

test.runIf(hasPgbouncer)(
  "a start is refused if DATABASE_DIRECT_URL shares sessions or is another database",
  async () => {
    const [url, another] = await Promise.all([freshDatabase(), freshDatabase()]);
    await using pooler = await startPgbouncer(url, "transaction");
    const way = { connectionString: pooler.url, ...transaction };
    {
      await using service = await openService({ ...way, directConnectionString: pooler.url });
      await expect(service.persistence.migrate()).rejects
        .toThrow("DATABASE_DIRECT_URL leads to a pooler");
    }
    await using service = await openService({ ...way, directConnectionString: another });
    await expect(service.persistence.migrate()).rejects.toThrow("lead to different databases");
  },
);

/** Returns the setting of the pooler's session; undefined if that session is lost. */
async function roleOfTriggers(url: string): Promise<string | undefined> {
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query("show session_replication_role");
    return rows[0].session_replication_role;
  } catch {
    return undefined;
  } finally {
    await client.end();
  }
}
