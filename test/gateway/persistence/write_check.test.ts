import { afterAll, beforeAll, expect, test } from "vitest";
import { Connections } from "../../../gateway/persistence/database/connections.ts";
import { createWriteCheck } from "../../../gateway/persistence/database/write_check.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { type PostgresOnSmallDisk, startOnSmallDisk } from "../../support/full_disk.ts";
import { inDatabase } from "../../support/published_events.ts";
import { startPostgresPair } from "../../support/replication/postgres_pair.ts";

const opened = new AsyncDisposableStack();
let disk: PostgresOnSmallDisk;

beforeAll(async () => void (disk = opened.use(await startOnSmallDisk())));
afterAll(() => opened.disposeAsync());

/** Starts a check that does not pause for long. `logged` has the level and the reason of each line. */
async function startCheck(url: string, { maxWriteMs = 5000 } = {}) {
  await using making = new AsyncDisposableStack();
  const connections = new Connections(url);
  making.defer(() => connections.close());
  const pool = connections.openPool({ applicationName: "test", max: 1 });
  making.defer(() => pool.end());
  const logged: string[] = [];
  const log = {
    error: ({ reason }: { reason: string }) => void logged.push(`error: ${reason}`),
    warn: (text: string) => void logged.push(`warn: ${text}`),
  };
  const check = createWriteCheck(pool, log as never, { everyMs: 50, maxWriteMs });
  await check.start();
  making.defer(() => check.stop());
  const everything = making.move();
  return { check, logged, [Symbol.asyncDispose]: () => everything.disposeAsync() };
}

const again = "warn: the database accepts writes again";

test("a full disk and its end are found and logged once, while nobody writes", async () => {
  await using started = await startCheck(disk.url);
  const { check, logged } = started;
  expect(check.acceptsWrites()).toBe(true);
  await disk.fill();
  await expect.poll(() => check.acceptsWrites()).toBe(false);
  await disk.free();
  await expect.poll(() => check.acceptsWrites()).toBe(true);
  expect(logged).toEqual([
    "error: the disk of its server is full. Free space there, or enlarge it",
    again,
  ]);
});

test("a check that starts on a full disk knows it at once", async () => {
  await disk.fill();
  try {
    await using started = await startCheck(disk.url);
    expect(started.check.acceptsWrites()).toBe(false);
  } finally {
    await disk.free();
  }
});

test("a role that may not export snapshots is no reason to refuse", async () => {
  await disk.rows("create role plain login password 'secret'");
  await disk.rows("grant select, insert, update on reporting_heartbeats to plain");
  await disk.rows("revoke execute on function pg_export_snapshot() from public");
  await using started = await startCheck(disk.url.replace("postgres:secret@", "plain:secret@"));
  expect(started.check.acceptsWrites()).toBe(true);
  expect(started.logged).toEqual([]);
});

test("a role that may not write is refused, and the log says what to grant", async () => {
  await disk.rows("create role reader login password 'secret'");
  await using started = await startCheck(disk.url.replace("postgres:secret@", "reader:secret@"));
  expect(started.check.acceptsWrites()).toBe(false);
  expect(started.logged).toEqual([expect.stringContaining("Grant insert and update on it")]);
});

test("any other refusal of a small write counts, too", async () => {
  await disk.rows(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'no'; end $$`);
  await disk.rows(`create trigger refuse before insert on reporting_heartbeats
    for each row execute function refuse()`);
  try {
    await using started = await startCheck(disk.url);
    expect(started.check.acceptsWrites()).toBe(false);
    expect(started.logged).toEqual(["error: the server refuses a small write"]);
  } finally {
    await disk.rows("drop function refuse cascade");
  }
});

test("a connection that is lost says nothing about writes", async () => {
  const url = await freshDatabase();
  await using started = await startCheck(url);
  const sessions = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'test'`;
  const writtenAt = async () =>
    await inDatabase<{ at: string }>(
      url,
      "select written_at::text as at from reporting_heartbeats",
    );
  for (let i = 0; i < 20; i += 1) await inDatabase(url, sessions);
  const before = await writtenAt();
  await expect.poll(writtenAt).not.toEqual(before);
  expect(started.check.acceptsWrites()).toBe(true);
  expect(started.logged).toEqual([]);
});

test("a commit that waits for a synchronous standby, and a primary that became a standby, are found", async () => {
  await using pair = await startPostgresPair({ fsync: "off" });
  const old = pair.primary;
  await using started = await startCheck(pair.primaryUrl(), { maxWriteMs: 2000 });
  const { check, logged } = started;
  expect(check.acceptsWrites()).toBe(true);

  old.forStandby.cut();
  await expect.poll(() => check.acceptsWrites()).toBe(false);
  expect(logged.splice(0)).toEqual([expect.stringContaining("a synchronous standby is away")]);
  old.forStandby.heal();
  await expect.poll(() => check.acceptsWrites()).toBe(true);
  expect(logged.splice(0)).toEqual([again]);

  await old.stop();
  await pair.promote();
  await pair.rejoinStandby();
  await expect.poll(() => check.acceptsWrites()).toBe(false);
  expect(logged).toEqual([expect.stringContaining("its server is a read-only standby")]);
});
