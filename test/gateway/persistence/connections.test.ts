import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { Client, type PoolClient } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Connections } from "../../../gateway/persistence/database/connections.ts";
import { isAway } from "../../../gateway/persistence/database/faults.ts";
import { withLock } from "../../../gateway/persistence/database/lock.ts";
import { migrate } from "../../../gateway/persistence/database/migrator.ts";
import { keepPartitions } from "../../../gateway/persistence/database/partitions.ts";
import { usagePartitions } from "../../../gateway/persistence/usage/usage_retention.ts";
import { emptyDatabase, freshDatabase } from "../../support/fresh_database.ts";

let url: string;
let observer: Client;
beforeEach(async () => {
  url = await freshDatabase();
  observer = await connect(url);
});
afterEach(() => observer.end());

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}

// An event without a listener fails the whole run of vitest, as it would end the service.
const states: [string, (client: PoolClient) => Promise<unknown> | void][] = [
  ["lent and idle", () => {}],
  ["in a transaction", (client) => client.query("begin")],
  ["in a failed transaction", async (client) => {
    await client.query("begin");
    await client.query("select 1 / 0").catch(() => {});
  }],
  ["with a cursor", async (client) => {
    await client.query("begin; declare c cursor for select generate_series(1, 1000000)");
    await client.query("fetch 10 from c");
  }],
  ["in a statement", (client) => void client.query("select pg_sleep(600)").catch(() => {})],
  ["in a COMMIT", async (client) => {
    await client.query(`begin; create temporary table t (n int);
      create function pg_temp.wait() returns trigger language plpgsql as
        'begin perform pg_sleep(600); return null; end';
      create constraint trigger wait after insert on t deferrable initially deferred
        for each row execute function pg_temp.wait();
      insert into t values (1)`);
    client.query("commit").catch(() => {});
  }],
];

test.each(states)(
  "a connection that is lost while %s fails only its own statements",
  async (
    _,
    bring,
  ) => {
    const pool = new Connections(url).openPool({ applicationName: "test", max: 1 });
    const client = await pool.connect();
    const { rows: [own] } = await client.query("select pg_backend_pid() as pid");
    await bring(client);
    const ended = new Promise((resolve) => client.once("end", resolve));
    await observer.query("select pg_terminate_backend($1)", [own.pid]);
    await ended;
    const fault = await client.query("select 1").catch((error: unknown) => error);
    expect(isAway(fault)).toBe(true);
    client.release();
    expect((await pool.query("select 1 as n")).rows).toEqual([{ n: 1 }]);
    await pool.end();
  },
);

/** What a server that is none does with a new connection. */
const strangers: [string, (socket: Socket) => void][] = [
  ["closes connections", (socket) => socket.destroy()],
  ["resets connections", (socket) => socket.resetAndDestroy()],
  ["answers something else", (socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")],
  ["ends in the middle of a message", (socket) => socket.end(Buffer.from("R\0\0\0"))],
  ["never answers", () => {}],
];

test.each(strangers)("a server that %s counts as away", async (_, answer) => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on("error", () => {}));
    socket.once("data", () => answer(socket));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const pool = new Connections(`postgres://a:b@127.0.0.1:${port}/c`)
    .openPool({ applicationName: "test", max: 1 });
  const faults = await Promise.all(
    [1, 2].map(() => pool.query("select 1").catch((error: unknown) => error)),
  );
  expect(faults.map(isAway)).toEqual([true, true]);
  await pool.end();
  for (const socket of sockets) socket.destroy();
  server.close();
});

test("an unreadable certificate fails the statement and not the process", async () => {
  const pool = new Connections(`${url}?sslmode=verify-full&sslrootcert=/nowhere.pem`)
    .openPool({ applicationName: "test", max: 1 });
  const faults = await Promise.all(
    [1, 2].map(() => pool.query("select 1").catch((error: unknown) => error)),
  );
  expect(faults.map(isAway)).toEqual([true, true]);
  await pool.end();
});

/** Terminates the backend of this name once it waits for a lock. */
async function terminate(client: Client, applicationName: string): Promise<void> {
  await expect.poll(async () => {
    const { rows } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = $1 and wait_event_type = 'Lock'`,
      [`appointment-booking ${applicationName}`],
    );
    return rows.length;
  }).toBe(1);
}

test("a wait for a lock between processes fails with its connection", async () => {
  const connections = new Connections(url);
  const held = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const first = withLock(connections, "test", () => {
    isHeld.resolve();
    return held.promise;
  });
  await isHeld.promise;
  const second = withLock(connections, "test", async () => "done").catch(isAway);
  await terminate(observer, "lock");
  expect(await second).toBe(true);
  held.resolve();
  await first;
  expect(await withLock(connections, "test", async () => "done")).toBe("done");
});

test("creating partitions fails with its connection, and the next run creates them", async () => {
  const connections = new Connections(url);
  const keep = () =>
    keepPartitions(connections, [usagePartitions], Temporal.Instant.from("2030-01-01T00:00:00Z"));
  const holder = await connect(url);
  await holder.query("begin; lock table usage_entries in access exclusive mode");
  const kept = keep().catch(isAway);
  await terminate(observer, "partitions");
  expect(await kept).toBe(true);
  await holder.end();
  await keep();
  const { rows } = await observer.query("select to_regclass('usage_entries_2030_01') as name");
  expect(rows).toEqual([{ name: "usage_entries_2030_01" }]);
});

test("a migration whose connection is lost fails, and the next run applies all migrations", async () => {
  const empty = await emptyDatabase();
  const connections = new Connections(empty);
  const holder = await connect(empty);
  await holder.query("begin; create table organizations (id int)");
  const migrated = migrate(connections).catch(isAway);
  const inEmpty = await connect(empty);
  await terminate(inEmpty, "migrations");
  expect(await migrated).toBe(true);
  await holder.end();
  await migrate(connections);
  const { rowCount } = await inEmpty.query("select from organizations");
  expect(rowCount).toBe(0);
  await inEmpty.end();
});
