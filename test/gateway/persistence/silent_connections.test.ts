import { once } from "node:events";
import { connect, createServer } from "node:net";
import { Pool } from "pg";
import { expect, test } from "vitest";
import { endSilentConnections } from "../../../gateway/persistence/silent_connections.ts";
import { isAway } from "../../../gateway/persistence/faults.ts";
import { freshDatabase } from "../../support/fresh_database.ts";

const patienceMs = 300;

/** A pool that reaches the database through a wire which can fall silent. */
async function openPool() {
  const url = new URL(await freshDatabase());
  const target = { port: Number(url.port), host: url.hostname };
  let isSilent = false;
  const wire = createServer((caller) => {
    const server = connect(target);
    caller.on("data", (data) => isSilent || server.write(data));
    server.on("data", (data) => isSilent || caller.write(data));
    for (const [one, other] of [[caller, server], [server, caller]] as const) {
      one.on("error", () => {}).on("close", () => other.destroy());
    }
  }).listen(0, "127.0.0.1");
  await once(wire, "listening");
  url.port = String((wire.address() as { port: number }).port);
  const pool = new Pool({ connectionString: url.toString(), max: 1 });
  pool.on("error", () => {});
  endSilentConnections(pool, patienceMs);
  return {
    pool,
    fallSilent: () => void (isSilent = true),
    speak: () => void (isSilent = false),
    async [Symbol.asyncDispose]() {
      await pool.end();
      wire.close();
    },
  };
}

test("a statement on a connection that has gone silent fails as one whose database is away", async () => {
  await using wire = await openPool();
  await wire.pool.query("select 1");
  wire.fallSilent();
  const fault = await wire.pool.query("select 2").catch((error: unknown) => error);
  expect(isAway(fault)).toBe(true);
  wire.speak();
  expect((await wire.pool.query("select 3 as n")).rows).toEqual([{ n: 3 }]);
});

test("a connection that waits for work is kept, and a statement that goes on saying something", async () => {
  await using wire = await openPool();
  const processId = async () =>
    (await wire.pool.query("select pg_backend_pid() as id")).rows[0].id as number;
  const before = await processId();
  // Longer than the patience in all, in steps that are shorter, and idle for longer between.
  const slow =
    "do $$ begin for i in 1..4 loop perform pg_sleep(0.15); raise notice 'on'; end loop; end $$";
  await wire.pool.query(slow);
  await new Promise((resolve) => setTimeout(resolve, 2 * patienceMs));
  expect(await processId()).toBe(before);
});
