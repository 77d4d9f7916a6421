import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Pool } from "pg";
import { Connections } from "../../../gateway/persistence/database/connections.ts";
import { migrate } from "../../../gateway/persistence/database/migrator.ts";
import { openReading } from "../../../gateway/persistence/reporting/reading.ts";
import {
  openStandbys,
  type Standbys,
  type StandbysOptions,
} from "../../../gateway/persistence/reporting/standbys.ts";
import { deleteOldHeartbeats } from "../../../gateway/persistence/database/heartbeat.ts";
import { hasPgbouncer, startPgbouncer } from "../../support/pgbouncer.ts";
import type { PostgresNode } from "../../support/replication/postgres_node.ts";
import { type PostgresPair, startPostgresPair } from "../../support/replication/postgres_pair.ts";

const opened = new AsyncDisposableStack();
let pair: PostgresPair;
let primary: Pool;
let logged: object[] = [];

beforeAll(async () => {
  // So that a change of the primary cancels the statements that are in its way.
  pair = opened.use(await startPostgresPair({ fsync: "off", max_standby_streaming_delay: "0" }));
  primary = opened.adopt(openPool(new Connections(pair.primaryUrl())), (pool) => pool.end());
  await primary.query("create table changes (at timestamptz(3) not null)");
});
afterAll(() => opened.disposeAsync());
beforeEach(() => void (logged = []));

function urlOf({ port, password }: PostgresNode, database = "appointments"): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
}

function openPool(connections: Connections): Pool {
  return connections.openPool({ applicationName: "test", max: 3 });
}

async function follow(
  urls: string[],
  options: Partial<StandbysOptions> = {},
): Promise<Standbys & AsyncDisposable> {
  const standbys = openStandbys({
    urls,
    maxLagSeconds: 60,
    poolSize: 2,
    pooler: undefined,
    trace: undefined,
    primary,
    now: () => Temporal.Instant.fromEpochMilliseconds(Date.now()),
    log: { warn: (fields: object) => void logged.push(fields) },
    ...options,
  });
  await standbys.follow();
  return { ...standbys, [Symbol.asyncDispose]: () => standbys.close() };
}

const server = {
  text: "select inet_server_port() as port",
};

/** Returns the age and the port of a report, or its error. */
async function report(standbys: Standbys) {
  const reading = openReading(standbys);
  try {
    const age = await reading.age();
    const [row] = await reading.rows<{ port: number }>(server, []);
    return { age, port: row!.port };
  } catch (error) {
    return { error };
  } finally {
    await reading.close();
  }
}

function refusalOf(standbys: Standbys): unknown {
  try {
    standbys.requireAvailable();
    return undefined;
  } catch (error) {
    return error;
  }
}

const refusedBecause = (reason: string) => ({
  code: "SERVICE_UNAVAILABLE",
  message: expect.stringContaining(reason),
  retryAfterSeconds: 5,
});

test("a report is read from the standby, and the first one does not wait for the second heartbeat", async () => {
  await using standbys = await follow([urlOf(pair.standby)]);
  expect(await report(standbys)).toMatchObject({
    port: pair.standby.port,
    age: { lagSeconds: expect.any(Number) },
  });
  expect(standbys.status()).toEqual({ isAvailable: true, lagSeconds: expect.any(Number) });
});

test("every change before the instant of a report is in it, however far the standby is behind", async () => {
  await using standbys = await follow([urlOf(pair.standby)]);
  await pair.standby.rows("select pg_wal_replay_pause()");
  const { rows } = await primary.query<{ at: Date }>(
    "insert into changes values (clock_timestamp()) returning at",
  );
  const changedMs = rows[0]!.at.getTime();
  const answers: { isSeen: boolean; isBefore: boolean }[] = [];
  async function ask(): Promise<boolean> {
    const reading = openReading(standbys);
    const { asOf } = (await reading.age())!;
    const seen = await reading.rows({ text: "select from changes where at = $1" }, [rows[0]!.at]);
    await reading.close();
    answers.push({ isSeen: seen.length > 0, isBefore: asOf.epochMilliseconds < changedMs });
    return asOf.epochMilliseconds > changedMs + 1000;
  }
  for (let i = 0; i < 3; i += 1) expect(await ask()).toBe(false);
  expect(answers).toEqual(Array.from({ length: 3 }, () => ({ isSeen: false, isBefore: true })));
  await pair.standby.rows("select pg_wal_replay_resume()");
  await expect.poll(ask).toBe(true);
  expect(answers.filter(({ isSeen, isBefore }) => !isSeen && !isBefore)).toEqual([]);
});

test("a standby beyond the limit is refused until it has caught up, on an idle primary too", async () => {
  await using standbys = await follow([urlOf(pair.standby)], { maxLagSeconds: 2 });
  const open = openReading(standbys);
  await open.rows(server, []);
  await pair.standby.rows("select pg_wal_replay_pause()");
  await expect.poll(() => refusalOf(standbys)).toMatchObject(
    refusedBecause("s behind the primary, and the limit is 2 s"),
  );
  expect(standbys.status()).toEqual({ isAvailable: false, lagSeconds: expect.any(Number) });
  expect(standbys.status().lagSeconds).toBeGreaterThan(2);
  expect(await report(standbys)).toMatchObject({
    error: refusedBecause("behind the primary"),
  });
  // A report that has begun stays in its snapshot.
  expect(await open.rows(server, [])).toEqual([{ port: pair.standby.port }]);
  await open.close();
  await pair.standby.rows("select pg_wal_replay_resume()");
  await expect.poll(() => refusalOf(standbys)).toBeUndefined();
  expect(await report(standbys)).toMatchObject({ port: pair.standby.port });
  await expect.poll(() => logged).toMatchObject([
    { host: `127.0.0.1:${pair.standby.port}`, reason: expect.stringContaining("behind") },
    { host: `127.0.0.1:${pair.standby.port}` },
  ]);
});

test("the primary itself and copies of other databases are refused", async () => {
  await primary.query("create database other");
  await migrate(new Connections(urlOf(pair.primary, "other")));
  await primary.query("create database empty");
  const cases = [
    [urlOf(pair.primary), "it is not a standby"],
    [urlOf(pair.standby, "other"), "it does not show the heartbeat of this process"],
    [urlOf(pair.standby, "empty"), "its database has no reporting_heartbeats table"],
    [urlOf(pair.standby).replace(pair.standby.password, "wrong"), "it cannot be reached"],
  ] as const;
  await Promise.all(cases.map(async ([url, reason]) => {
    await using standbys = await follow([url]);
    expect(refusalOf(standbys)).toMatchObject(refusedBecause(reason));
    expect(await report(standbys)).toMatchObject({ error: refusedBecause(reason) });
    expect(standbys.status()).toEqual({ isAvailable: false, lagSeconds: null });
  }));
});

test("of several hosts the first that can be used is used", async () => {
  const urls = ["postgres://postgres:secret@127.0.0.1:1/appointments", urlOf(pair.primary)];
  await using standbys = await follow([...urls, urlOf(pair.standby)]);
  expect(await report(standbys)).toMatchObject({ port: pair.standby.port });
});

test("a report that recovery cancels on the standby fails with 503", async () => {
  await using standbys = await follow([urlOf(pair.standby)]);
  const reading = openReading(standbys);
  await reading.rows({ text: "select from changes" }, []);
  const failed = reading.rows({ text: "select pg_sleep(600)" }, []);
  failed.catch(() => {});
  await primary.query("delete from changes");
  const ended = Promise.allSettled([failed]).then(() => "ended");
  // While another session has an older snapshot, a vacuum removes nothing.
  do await primary.query("vacuum changes"); while (
    await Promise.race([ended, delay(200, "running")]) === "running"
  );
  await expect(failed).rejects.toMatchObject(refusedBecause("cancelled this query"));
  await reading.close();
  expect(await report(standbys)).toMatchObject({ port: pair.standby.port });
});

test("a killed standby is refused, and used again after its restart", async () => {
  await using standbys = await follow([urlOf(pair.standby)]);
  const reading = openReading(standbys);
  await reading.rows(server, []);
  const failed = reading.rows({ text: "select pg_sleep(600)" }, []);
  failed.catch(() => {});
  await pair.standby.kill();
  await expect(failed).rejects.toMatchObject(refusedBecause("connection to the standby was lost"));
  await reading.close();
  await expect.poll(() => refusalOf(standbys)).toMatchObject(
    refusedBecause("it cannot be reached"),
  );
  await expect.poll(() => logged).toMatchObject([
    { reason: "it cannot be reached", err: expect.any(Error) },
  ]);
  await pair.standby.start();
  await expect.poll(() => refusalOf(standbys)).toBeUndefined();
  expect(await report(standbys)).toMatchObject({ port: pair.standby.port });
});

test("a standby that hangs is refused, and used again when it answers", async () => {
  const { forService } = pair.standby;
  await using standbys = await follow([urlOf({ ...pair.standby, port: forService.port })]);
  expect(await report(standbys)).toMatchObject({ port: pair.standby.port });
  forService.cut();
  await expect.poll(() => refusalOf(standbys)).toMatchObject(
    refusedBecause("it cannot be reached"),
  );
  forService.heal();
  await expect.poll(() => refusalOf(standbys)).toBeUndefined();
});

test.skipIf(!hasPgbouncer)("standbys are read through a pooler in transaction mode", async () => {
  const pooler = "transaction";
  await using toPrimary = await startPgbouncer(pair.primaryUrl(), pooler);
  await using toStandby = await startPgbouncer(urlOf(pair.standby), pooler);
  const connections = new Connections(toPrimary.url, undefined, { pooler });
  await using closed = new AsyncDisposableStack();
  const pool = closed.adopt(openPool(connections), (pool) => pool.end());
  await using standbys = await follow([toStandby.url], { pooler, primary: pool });
  expect(await report(standbys)).toMatchObject({
    port: pair.standby.port,
    age: { lagSeconds: expect.any(Number) },
  });
});

test("heartbeats of processes that have ended are deleted after a day", async () => {
  await using _ = await follow([urlOf(pair.standby)]);
  await primary.query(`insert into reporting_heartbeats
    select gen_random_uuid(), now() - interval '25 hours', 0, '00000001'`);
  const count = async () =>
    (await primary.query(
      "select from reporting_heartbeats where written_at < now() - interval '1 day'",
    ))
      .rowCount;
  const all = async () => (await primary.query("select from reporting_heartbeats")).rowCount!;
  const before = await all();
  expect(await count()).toBe(1);
  await deleteOldHeartbeats(primary, Temporal.Instant.fromEpochMilliseconds(Date.now()));
  expect(await count()).toBe(0);
  expect(await all()).toBe(before - 1);
});

test("after a switchover reports come from the former primary, as soon as it follows the new one", async () => {
  const urls = [urlOf(pair.primary), urlOf(pair.standby)];
  const connections = new Connections(urls);
  await connections.findPrimary();
  await using closed = new AsyncDisposableStack();
  closed.defer(() => connections.close());
  const pool = closed.adopt(openPool(connections), (pool) => pool.end());
  const { port } = pair.primary;
  await using standbys = await follow(urls, { primary: pool });
  expect(await report(standbys)).toMatchObject({ port: pair.standby.port });
  await pair.primary.stop();
  await pair.promote();
  expect(await report(standbys)).toMatchObject({ error: { code: "SERVICE_UNAVAILABLE" } });
  await pair.rejoinStandby();
  await expect.poll(() => report(standbys)).toMatchObject({ port });
});

test("a standby that was promoted is refused at once, also before the next check", async () => {
  const pool = opened.adopt(
    openPool(new Connections(pair.primaryUrl())),
    (pool) => pool.end(),
  );
  await using standbys = await follow([urlOf(pair.standby)], { primary: pool });
  expect(await report(standbys)).toMatchObject({ port: pair.standby.port });
  await pair.standby.rows("select pg_promote(true, 60)");
  expect(await report(standbys)).toMatchObject({ error: refusedBecause("it is not a standby") });
  expect(refusalOf(standbys)).toMatchObject(refusedBecause("it is not a standby"));
});
