import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Connections } from "../../../gateway/persistence/database/connections.ts";
import { type PostgresPair, startPostgresPair } from "../../support/replication/postgres_pair.ts";
import type { PostgresNode } from "../../support/replication/postgres_node.ts";

const applicationName = "hosts under test";
const opened = new AsyncDisposableStack();
let pair: PostgresPair;

beforeAll(async () => void (pair = opened.use(await startPostgresPair({ fsync: "off" }))));
afterAll(() => opened.disposeAsync());

/** Through the network that a test can cut. */
function urlOf({ password, forService }: PostgresNode): string {
  return `postgres://postgres:${password}@127.0.0.1:${forService.port}/appointments`;
}

async function open(urls: string[], log = pino({ level: "silent" })) {
  const connections = opened.adopt(
    new Connections(urls, log),
    (connections) => connections.close(),
  );
  await connections.findPrimary();
  return opened.adopt(connections.openPool({ applicationName, max: 2 }), (pool) => pool.end());
}

const whereAmI = "select inet_server_port() as port, pg_is_in_recovery() as is_standby";

test("connections go to the primary wherever it is in the list", async () => {
  const pool = await open([urlOf(pair.standby), urlOf(pair.primary)]);
  expect((await pool.query(whereAmI)).rows).toEqual([
    { port: pair.primary.port, is_standby: false },
  ]);
});

test("a wrong password is reported at once although another host is away", async () => {
  const refusing = urlOf(pair.primary).replace(pair.primary.password, "wrong");
  const connections = new Connections([refusing, "postgres://u:p@127.0.0.1:1/d"]);
  await expect(connections.findPrimary()).rejects.toMatchObject({ code: "28P01" });
  connections.close();
});

test("after a promotion, statements that hang on the cut-off primary fail and new ones reach the new primary", async () => {
  const { primary, standby } = pair;
  const logged: string[] = [];
  const log = pino({ level: "warn" }, { write: (line) => void logged.push(JSON.parse(line).msg) });
  const pool = await open([urlOf(primary), urlOf(standby)], log);
  const fault = pool.query("select pg_sleep(600)").catch((error: Error) => error.message);
  primary.forService.cut();
  primary.forStandby.cut();
  await pair.promote();
  expect(await fault).toBe("Connection terminated: another host is the primary");
  expect((await pool.query(whereAmI)).rows).toEqual([{ port: standby.port, is_standby: false }]);
  // The old primary is back, accepts writes, and would be the only one that does.
  primary.forService.heal();
  await standby.kill();
  await expect.poll(() => logged.at(-1)).toBe("no host accepts writes, asking again");
  await expect(pool.query(whereAmI)).rejects.toThrow("Connection terminated");
  await standby.start();
  await expect.poll(() => pool.query(whereAmI).then(({ rows }) => rows, () => undefined)).toEqual([
    { port: standby.port, is_standby: false },
  ]);
});
