import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { Client, type PoolClient } from "pg";
import { expect, test } from "vitest";
import { Connections } from "../../../gateway/persistence/database/connections.ts";
import { isAway } from "../../../gateway/persistence/database/faults.ts";
import { listenForEvents } from "../../../gateway/persistence/webhooks/event_signal.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { timed } from "../../support/time_bounds.ts";

// Longer than a busy machine lets anybody wait for an answer.
const patienceMs = 3000;

/** A pool that reaches the database through a wire which can fall silent. */
async function openPool({ maxSilenceMs = patienceMs } = {}) {
  const url = new URL(await freshDatabase());
  const target = { port: Number(url.port), host: url.hostname };
  let isSilent = false;
  let openCount = 0;
  const wire = createServer((caller) => {
    const server = connect(target);
    openCount += 1;
    caller.on("close", () => openCount -= 1);
    caller.on("data", (data) => isSilent || server.write(data));
    server.on("data", (data) => isSilent || caller.write(data));
    for (const [one, other] of [[caller, server], [server, caller]] as const) {
      one.on("error", () => {}).on("close", () => other.destroy());
    }
  }).listen(0, "127.0.0.1");
  await once(wire, "listening");
  url.port = String((wire.address() as { port: number }).port);
  const connections = new Connections(url.href);
  const pool = connections.openPool({
    applicationName: "test",
    max: 1,
    maxSilenceMs,
  });
  let socket: Socket;
  pool.on("connect", (client) => {
    socket = (client as PoolClient & { connection: { stream: Socket } }).connection.stream;
  });
  return {
    connections,
    pool,
    fallSilent: () => void (isSilent = true),
    speak: () => void (isSilent = false),
    openCount: () => openCount,
    /** The pool's side of the latest connection. */
    socket: () => socket,
    async [Symbol.asyncDispose]() {
      await pool.end();
      wire.close();
    },
  };
}

test("a statement on a silent connection fails as if the database were away", async () => {
  await using wire = await openPool();
  await wire.pool.query("select 1");
  wire.fallSilent();
  const asked = wire.pool.query("select 2").catch((error: unknown) => error);
  expect(wire.socket().timeout).toBe(patienceMs);
  // The rest of the patience is not waited for.
  wire.socket().setTimeout(1);
  const fault = await asked;
  wire.speak();
  expect(isAway(fault)).toBe(true);
  expect((await wire.pool.query("select 3 as n")).rows).toEqual([{ n: 3 }]);
});

test("an idle connection is kept, and so is one whose statement keeps sending data", async () => {
  await using wire = await openPool();
  const processId = async () =>
    (await wire.pool.query("select pg_backend_pid() as id")).rows[0].id as number;
  const before = await processId();
  // Longer than the patience in all, in steps that are much shorter.
  const slow =
    "do $$ begin for i in 1..7 loop perform pg_sleep(0.5); raise warning 'on'; end loop; end $$";
  await wire.pool.query(slow);
  const idle = once(wire.socket(), "timeout");
  wire.socket().setTimeout(1);
  await idle;
  wire.socket().setTimeout(patienceMs);
  expect(await processId()).toBe(before);
});

test(
  "an idle time longer than the limit does not use it up: the next silence ends the connection",
  timed,
  async () => {
    await using wire = await openPool({ maxSilenceMs: 500 });
    await wire.pool.query("select 1");
    // Twice, because each idle time must leave the limit as it was.
    for (const n of [2, 3]) {
      await once(wire.socket(), "timeout");
      expect((await wire.pool.query("select $1::int as n", [n])).rows).toEqual([{ n }]);
    }
    await once(wire.socket(), "timeout");
    wire.fallSilent();
    const fault = await wire.pool.query("select 4").catch((error: unknown) => error);
    wire.speak();
    expect(isAway(fault)).toBe(true);
    expect((await wire.pool.query("select 5 as n")).rows).toEqual([{ n: 5 }]);
  },
);

test("the server ends a lock wait after its connection was given up", async () => {
  const url = await freshDatabase();
  const pool = new Connections(url).openPool({
    applicationName: "test",
    max: 1,
    maxSilenceMs: 500,
  });
  const holder = new Client({ connectionString: url });
  await holder.connect();
  await holder.query("begin; lock table departments in access exclusive mode");
  const fault = await pool.query("select from departments").catch((error: unknown) => error);
  expect(isAway(fault)).toBe(true);
  const waiting = async () => {
    const { rows } = await holder.query(`select pid from pg_locks where not granted
        and database = (select oid from pg_database where datname = current_database())`);
    return rows.length;
  };
  expect(await waiting()).toBe(1);
  await expect.poll(waiting).toBe(0);
  await holder.end();
  await pool.end();
});

test("a listener, which only waits, notices that its server is silent and listens again", async () => {
  await using wire = await openPool();
  let notified = 0;
  const listening = listenForEvents(wire.connections, () => notified += 1, {
    checkMs: 500,
    maxSilenceMs: 500,
  });
  await expect.poll(() => notified, { timeout: patienceMs }).toBe(1);
  wire.fallSilent();
  await expect.poll(wire.openCount, { timeout: 10_000 }).toBe(0);
  wire.speak();
  await expect.poll(() => notified, { timeout: 10_000 }).toBe(2);
  await listening.stop();
});

test("end() of a silent connection does not wait for the server to close it", async () => {
  await using wire = await openPool();
  const client = wire.connections.createClient({ applicationName: "test" });
  await client.connect();
  wire.fallSilent();
  await expect(client.end()).resolves.toBeUndefined();
});
