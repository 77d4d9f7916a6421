import { existsSync, mkdtempSync } from "node:fs";
import {
  copyFile,
  cp,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sumsFile } from "../../../gateway/backup/backup_folder.ts";
import { createBackup } from "../../../gateway/backup/mod.ts";
import { idGap, loadSnapshot } from "../../../gateway/persistence/backup/load_snapshot.ts";
import { readOwnMigrations, toMigration } from "../../../gateway/persistence/database/migrator.ts";
import { readConfiguration } from "../../../gateway/process/configuration.ts";
import { setStage } from "../../support/audit_cases/audit_case.ts";
import { auditCases } from "../../support/audit_cases/audit_cases.ts";
import { again, bookingRate } from "../../support/booking_rate.ts";
import { emptyDatabase, freshDatabase } from "../../support/fresh_database.ts";
import { checkLedger } from "../../support/ledger_audit.ts";
import { addWebhook, inDatabase } from "../../support/published_events.ts";
import { preparingStatements } from "../../support/recovery_guide.ts";
import { openService, seedOrganization, type TestService } from "../../support/seeded.ts";
import { admin, adminHere, run, sayHere, startService } from "../process/spawned.ts";

const root = mkdtempSync(join(tmpdir(), "backup-"));
afterAll(() => rm(root, { recursive: true, force: true }));

let original: string;
let backup: string;
beforeAll(async () => {
  original = await freshDatabase();
  await fillEveryTable(original);
  backup = join(root, "original");
  await done(["backup", "--to", backup], original);
});

/** Runs every use case that changes something, so that all tables have rows. */
async function fillEveryTable(url: string): Promise<void> {
  await using service = await openService(url);
  const { application, persistence: { deliveryQueue } } = service;
  let at = Temporal.Instant.from("2026-03-01T12:00:00Z");
  const pass = (duration: Temporal.DurationLike) => {
    at = at.add(duration);
    service.setNow(at.toString());
  };
  pass({ hours: 0 });
  const stage = await setStage({ application, deliveryQueue, pass });
  for (const one of auditCases) await one.act(stage, await one.given?.(stage));
  await inDatabase(url, "insert into audit_seals select 1, 1, 1, 1, sha256(''), now()");
  await inDatabase(
    url,
    `insert into usage_entries (organization_id, api_key_id, environment, endpoint, route_template,
        method, status_code, credits_consumed, response_time_ms, timestamp, ip_address, user_agent)
      select 1, 1, 'LIVE', '/a', 'GET /a', 'GET', 200, 0, i, now() - make_interval(days => i), '::1', E'a\\t\\\\\\n'
      from generate_series(1, 200) i`,
  );
  await inDatabase(
    url,
    `insert into holds (organization_id, environment, api_key_id, department_id, date_time, slot_start, slot_minutes,
        place, created_at, expires_at)
      select organization_id, 'TEST', 1, id, '2026-03-02', '2026-03-02', 30, 1, now(), now() from departments;
    insert into staff_requests select organization_id, id, 'key', 'print', 'request', 'worker.created', 1, 'LIVE',
      '{}', now() from staff_users;
    insert into retention_runs (organization_id, started_at, finished_at, audit_heads)
      values (1, now(), now(), '{0,1,2}');
    insert into email_stops values (1, repeat('0', 64), 'REFUSED', now());
    insert into short_numbers values (1, 'LIVE', 1, '2026-12-01', 482113);
    insert into reminder_marks values (1, 'LIVE', 1, 120, now(), 0);
    insert into waitlist_entries (organization_id, environment, api_key_id, lineage_id, department_id, from_date, to_date,
        weekdays, state, created_at)
      select organization_id, 'TEST', 1, gen_random_uuid(), id, '2026-03-02', '2026-03-02', '{}', 'ENDED', now()
      from departments;
    insert into waitlist_offers
      select organization_id, environment, id, id, '2026-03-02', null, now(), now(), 'EXPIRED', now() from waitlist_entries;
    insert into reminder_passes values (true, now(), now());
    insert into published_reminders values (1, 'LIVE', 1, now());
    insert into key_spending values (1, gen_random_uuid(), '2026-03-01', 1);
    insert into event_origins select organization_id, id, 'parent', 'state', 'request', created_at from webhook_events`,
  );
}

function environmentOf(url: string): Record<string, string> {
  return { DATABASE_URL: url, DATA_DIR: join(root, "no secrets") };
}

// oxlint-disable-next-line typescript/no-explicit-any -- each test checks the type
async function done(words: string[], url: string): Promise<any> {
  const { code, json } = await adminHere(words, environmentOf(url));
  if (code !== 0) throw new Error(json.error.message);
  return json;
}

async function restored(folder = backup): Promise<string> {
  const url = await emptyDatabase();
  await done(["restore", "--from", folder], url);
  return url;
}

/** The rows of each table. `applied_at` and the positions that a restore moves are left out. */
async function contentsOf(url: string): Promise<Record<string, string>> {
  const tables = await inDatabase<{ name: string; columns: string }>(
    url,
    `select c.relname as name, string_agg(format('%I', a.attname), ', ' order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and c.relname not in ('sessions', 'reporting_heartbeats', 'backup_marks')
        and a.attname not in ('applied_at', 'last_position') group by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name, columns } of tables) {
    const rows = await inDatabase<{ text: string }>(
      url,
      `select coalesce(string_agg(row (${columns})::text, e'\\n' order by row (${columns})::text), '')
        as text from ${name}`,
    );
    found[name] = rows[0]!.text;
  }
  return found;
}

/** Columns, indexes, constraints, triggers and partitions. */
async function schemaOf(url: string): Promise<object[]> {
  return await inDatabase(
    url,
    `select 'column' as kind, attrelid::regclass::text || '.' || attname as name, format_type(atttypid, atttypmod) as definition
      from pg_attribute a join pg_class c on c.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0
    union all select 'index', '', regexp_replace(pg_get_indexdef(indexrelid), 'INDEX \\S+', 'INDEX')
      from pg_index join pg_class c on c.oid = indexrelid where relnamespace = 'public'::regnamespace
    union all select 'constraint', conrelid::regclass::text || '.' || conname, convalidated::text || pg_get_constraintdef(oid)
      from pg_constraint where connamespace = 'public'::regnamespace and conparentid = 0 and contype <> 'n'
    union all select 'trigger', tgname, tgenabled::text || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select 'partition', relname, pg_get_expr(relpartbound, oid)
      from pg_class where relispartition and relkind = 'r'
    order by 1, 2, 3`,
  );
}

test("a restored database has the rows and the schema of the original", async () => {
  const url = await restored();
  const contents = await contentsOf(original);
  expect(await contentsOf(url)).toEqual(contents);
  const empty = Object.keys(contents).filter((name) =>
    contents[name] === "" && !/_(default|\d{4}_\d\d)$/.test(name)
  );
  // Everything else has rows, so that the comparison says something.
  expect(empty.filter((name) => name !== "demo_state" && name !== "usage_rollups")).toEqual([]);
  expect(await schemaOf(url)).toEqual(await schemaOf(original));
  const statistics = await inDatabase(
    url,
    "select from pg_class where relname = 'appointments' and reltuples > 0",
  );
  expect(statistics).toHaveLength(1);
});

test("the moment of the last backup is in the database, and a restored one has none yet", async () => {
  const url = await restored();
  const marks = "select taken_at as at from backup_marks";
  const { takenAt } = JSON.parse(await readFile(join(backup, "manifest.json"), "utf8"));
  expect(await inDatabase(original, marks)).toEqual([{ at: new Date(takenAt) }]);
  expect(await inDatabase(url, marks)).toEqual([]);
  await inDatabase(url, "drop table backup_marks");
  const folder = join(root, "without a mark");
  const { code, err } = await sayHere(["backup", "--to", folder], environmentOf(url));
  expect([code, err]).toEqual([0, expect.stringContaining("could not be saved in the database")]);
  await done(["restore", "--from", folder], await emptyDatabase());
});

test("sessions are not in a backup, so that nobody is signed in again", async () => {
  expect(await inDatabase(original, "select from sessions limit 1")).toHaveLength(1);
  expect(await readdir(backup)).not.toContain("sessions.copy.zst");
  expect(await inDatabase(await restored(), "select from sessions")).toEqual([]);
});

const nextIds =
  "select nextval('appointments_id_seq')::int as appointment, nextval('api_keys_id_seq')::int as key";
const lastPositions =
  "select last_position::int as at from balances order by organization_id, environment";

/** Expects that a database continues after the ids and positions of another one and a gap. */
async function expectGap(url: string, before: {
  ids: { appointment: number; key: number };
  positions: readonly { at: number }[];
}): Promise<void> {
  const { appointment, key } = before.ids;
  expect(await inDatabase(url, nextIds)).toEqual([
    { appointment: appointment + idGap.bigint, key: key + idGap.integer },
  ]);
  expect(await inDatabase(url, lastPositions)).toEqual(
    before.positions.map(({ at }) => ({ at: at + idGap.bigint })),
  );
}

test("ids and feed positions that callers got after the backup are not used again", async () => {
  const url = await restored();
  const [ids] = await inDatabase<{ appointment: number; key: number }>(original, nextIds);
  const positions = await inDatabase<{ at: number }>(original, lastPositions);
  await expectGap(url, { ids: ids!, positions });
});

test("the statements of the guide after a point-in-time recovery do the same, and end sessions", async () => {
  const url = await restored();
  await inDatabase(
    url,
    `insert into sessions (id, organization_id, staff_user_id, created_at, last_active_at)
      select gen_random_uuid(), organization_id, id, now(), now() from staff_users`,
  );
  const [ids] = await inDatabase<{ appointment: number; key: number }>(url, nextIds);
  const positions = await inDatabase<{ at: number }>(url, lastPositions);
  await inDatabase(url, preparingStatements);
  const next = { appointment: ids!.appointment + 1, key: ids!.key + 1 };
  await expectGap(url, { ids: next, positions });
  expect(await inDatabase(url, "select from sessions")).toEqual([]);
});

test("a backup while bookings are made is of one moment", async () => {
  const url = await freshDatabase();
  await using service = await openService(url);
  const { organizationId, departmentId } = await seedOrganization(service, {
    credits: 100_000,
    slotCapacity: 1000,
    slotInterval: 30,
  });
  const tenant = { organizationId, departmentIds: [departmentId] };
  const booking = again(() => bookingRate(service, tenant, { ms: 100, callers: 8 }));
  const count = () =>
    inDatabase<{ count: number }>(url, "select count(*)::int from appointments")
      .then((rows) => rows[0]!.count);
  await expect.poll(count).toBeGreaterThan(100);
  const before = await count();
  await done(["backup", "--to", join(root, "load")], url);
  const after = await count();
  await booking.stop();
  const books = await checkLedger(await restored(join(root, "load")));
  expect(books.appointments).toBeGreaterThanOrEqual(before);
  expect(books.appointments).toBeLessThanOrEqual(after);
  expect(after).toBeGreaterThan(before);
});

async function changeManifest(folder: string, change: (text: string) => string): Promise<void> {
  const path = join(folder, "manifest.json");
  const before = await readFile(path);
  const after = change(before.toString());
  await writeFile(path, after);
  const sums = await readFile(join(folder, sumsFile), "utf8");
  const sum = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");
  await writeFile(join(folder, sumsFile), sums.replace(sum(before), sum(after)));
}

const damages: Record<string, [(folder: string) => Promise<void>, RegExp]> = {
  "a changed byte": [async (folder) => {
    const path = join(folder, "appointments.copy.zst");
    const bytes = await readFile(path);
    bytes[bytes.length >> 1]! ^= 1;
    await writeFile(path, bytes);
  }, /appointments\.copy\.zst in \S+ is damaged/],
  "a truncated file": [
    (folder) => truncate(join(folder, "audit_entries.copy.zst"), 100),
    /audit_entries\.copy\.zst in \S+ is damaged/,
  ],
  "another table's file": [
    (folder) => copyFile(join(folder, "workers.copy.zst"), join(folder, "webhooks.copy.zst")),
    /webhooks\.copy\.zst in \S+ is damaged/,
  ],
  "a missing file": [
    (folder) => rm(join(folder, "balances.copy.zst")),
    /balances\.copy\.zst is missing/,
  ],
  "a changed manifest": [
    (folder) => writeFile(join(folder, "manifest.json"), "{}"),
    /manifest\.json in \S+ is damaged/,
  ],
  "no checksums": [(folder) => rm(join(folder, sumsFile)), /not a complete backup/],
  "a newer format": [
    (folder) => changeManifest(folder, (text) => text.replace('"format": 1', '"format": 2')),
    /cannot read the manifest.*Restore it with the version that made it/,
  ],
  "a newer migration": [
    (folder) => changeManifest(folder, (text) => text.replace('"number": 7,', '"number": 99,')),
    /newer version of the service/,
  ],
  "another migration": [
    (folder) => changeManifest(folder, (text) => text.replace(/"checksum": "./, '"checksum": "x')),
    /0001_access\.sql differs/,
  ],
};

test.each(Object.entries(damages))(
  "a backup with %s is refused before the database is touched",
  async (name, [damage, message]) => {
    const folder = join(root, name.replaceAll(" ", "_"));
    await cp(backup, folder, { recursive: true });
    await damage(folder);
    const url = await emptyDatabase();
    await expect(done(["restore", "--from", folder], url)).rejects.toThrow(message);
    expect(await relations(url)).toEqual([]);
  },
);

async function relations(url: string): Promise<object[]> {
  return await inDatabase(
    url,
    "select relname from pg_class where relnamespace = 'public'::regnamespace",
  );
}

test("rows that break a rule of the schema restore nothing", async () => {
  const folder = join(root, "rows");
  await cp(backup, folder, { recursive: true });
  await changeManifest(folder, (text) => text.replace(/"rows": \d+/, '"rows": 1000'));
  const url = await emptyDatabase();
  await expect(done(["restore", "--from", folder], url)).rejects.toThrow(/instead of 1000/);
  expect(await relations(url)).toEqual([]);
});

test("a database with tables is not restored into, and a folder with files not backed up to", async () => {
  const url = await freshDatabase();
  const before = await contentsOf(url);
  await expect(done(["restore", "--from", backup], url)).rejects.toThrow(/database is not empty/);
  expect(await contentsOf(url)).toEqual(before);
  await expect(done(["backup", "--to", backup], original)).rejects.toThrow(/is not empty/);
  await expect(done(["backup", "--to", join(root, "none")], await emptyDatabase()))
    .rejects.toThrow(/has no tables/);
});

test("a backup that fails removes the folders that it created, and no other", async () => {
  async function stopBackup(folder: string): Promise<void> {
    const stopping = new AbortController();
    await createBackup({
      configuration: readConfiguration(environmentOf(original), { needsSecrets: false }),
      folder,
      progress(line) {
        if (line.startsWith("Writing")) stopping.abort();
      },
      signal: stopping.signal,
      withSecrets: false,
    });
  }
  const existing = join(root, "existing");
  await mkdir(existing);
  for (const folder of [existing, join(existing, "year", "day")]) {
    await expect(stopBackup(folder)).rejects.toThrow("It left nothing behind");
    expect(await readdir(existing)).toEqual([]);
  }
});

test("a folder in the clone is not backed up to", async () => {
  for (const folder of [".", "backups/today", join(process.cwd(), "backups")]) {
    await expect(done(["backup", "--to", folder], original)).rejects.toThrow(/inside the clone/);
  }
  expect(existsSync("backups")).toBe(false);
});

test("a table that is not the service's is reported and not restored", async () => {
  const url = await freshDatabase();
  await inDatabase(url, "create table notes (text text)");
  const folder = join(root, "notes");
  await done(["backup", "--to", folder], url);
  const { warnings } = await done(["restore", "--from", folder], await emptyDatabase());
  expect(warnings).toContainEqual(expect.stringMatching(/not restored: notes$/));
});

test("newer migrations are applied to the restored rows", async () => {
  const url = await emptyDatabase();
  const manifest = JSON.parse(await readFile(join(backup, "manifest.json"), "utf8"));
  const newer = toMigration(
    "0099_newer.sql",
    "alter table workers add column title text default 'Dr'",
  );
  const { newMigrations } = await loadSnapshot(url, {
    ...manifest,
    tables: [],
    open: () => {
      throw new Error("no table");
    },
  }, {
    progress: () => {},
    signal: new AbortController().signal,
    ownMigrations: [...await readOwnMigrations(), newer],
  });
  expect(newMigrations).toBe(1);
  expect(await inDatabase(url, "select title from workers")).toEqual([]);
});

test("a killed backup is not restored, a killed restore leaves nothing and can be repeated", async () => {
  const url = await freshDatabase();
  // Takes long enough to be killed.
  await inDatabase(
    url,
    `insert into usage_deltas select 1, 'LIVE', now(), i, md5(i::text), 200, 1, 1, 1, 1
      from generate_series(1, 150000) i`,
  );
  const killed = join(root, "killed");
  const writing = run("command_line/admin.ts", {
    words: ["backup", "--to", killed],
    environment: environmentOf(url),
  });
  await expect.poll(() => readdir(killed).catch(() => []), { interval: 5 })
    .toContain("usage_deltas.copy.zst");
  writing.child.kill("SIGKILL");
  expect(await writing.ended).toBe("SIGKILL");
  const target = await emptyDatabase();
  await expect(done(["restore", "--from", killed], target)).rejects.toThrow(
    /not a complete backup/,
  );

  const stopped = join(root, "stopped");
  const stopping = run("command_line/admin.ts", {
    words: ["backup", "--to", stopped],
    environment: environmentOf(url),
  });
  await expect.poll(() => readdir(stopped).catch(() => []), { interval: 5 })
    .toContain("usage_deltas.copy.zst");
  stopping.child.kill("SIGTERM");
  expect(await stopping.ended).toBe(1);
  expect(stopping.err()).toContain("Cannot back up: the command was stopped");
  expect(existsSync(stopped)).toBe(false);

  const complete = join(root, "complete");
  await done(["backup", "--to", complete], url);
  const loading = run("command_line/admin.ts", {
    words: ["restore", "--from", complete],
    environment: environmentOf(target),
  });
  await expect.poll(loading.err, { interval: 5 }).toContain("Loading 150000 rows of usage_deltas");
  loading.child.kill("SIGKILL");
  expect(await loading.ended).toBe("SIGKILL");
  const sessions =
    "select from pg_stat_activity where datname = current_database() and application_name like '%restore'";
  await expect.poll(() => inDatabase(target, sessions)).toEqual([]);
  expect(await relations(target)).toEqual([]);
  await done(["restore", "--from", complete], target);
  const sum = "select count(*), sum(status_code + latency_ms) from usage_deltas";
  expect(await inDatabase(target, sum)).toEqual(await inDatabase(url, sum));
});

test("the embedded database moves to another DATA_DIR, and the same API key books there", async () => {
  const [from, to, copy] = ["from", "to", "copy"].map((name) => join(root, name));
  const environment = { DATA_DIR: from!, DEMO_DATA: "false" };
  const service = await startService(environment);
  const { json: demo } = await admin(["demo", "seed"], environment);
  const written = await admin(["backup", "--to", copy!, "--with-secrets"], environment);
  expect(written).toMatchObject({ code: 0, json: { hasSecrets: true } });
  await service.stop();
  await mkdir(to!, { mode: 0o755 });
  const { code, json } = await admin(["restore", "--from", copy!], { DATA_DIR: to! });
  expect({ code, warnings: json.warnings }).toEqual({
    code: 0,
    warnings: [expect.stringMatching(/^The data is of /)],
  });
  for (const path of [copy!, to!]) expect(await modeOf(path)).toBe(0o700);
  for (const name of await readdir(copy!)) expect(await modeOf(join(copy!, name))).toBe(0o600);
  expect(await modeOf(join(to!, "secrets.json"))).toBe(0o600);
  expect(await readFile(join(to!, "secrets.json"))).toEqual(
    await readFile(join(from!, "secrets.json")),
  );
  await using moved = await startService({ DATA_DIR: to!, DEMO_DATA: "false" });
  await expect.poll(async () => (await fetch(`${moved.url}/readyz`)).status).toBe(200);
  const day = Temporal.Now.plainDateISO().add({ days: 7 });
  const answer = await fetch(`${moved.url}/api/v1/appointments`, {
    method: "POST",
    headers: { "X-API-Key": demo.testApiKey, "Content-Type": "application/json" },
    body: JSON.stringify({
      departmentId: demo.departments[0].id,
      dateTime: `${day.add({ days: (8 - day.dayOfWeek) % 7 }).toString()}T10:00:00`,
      name: "Ada",
    }),
  });
  expect({ status: answer.status, body: await answer.json() }).toMatchObject({ status: 201 });
});

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

test("a restore without the secrets says which webhooks cannot be delivered", async () => {
  const { warnings } = await done(["restore", "--from", backup], await emptyDatabase());
  expect(warnings).toEqual([
    expect.stringMatching(
      /^The data is of .* All staff must sign in again, because a backup has no sessions$/,
    ),
    expect.stringMatching(/^Webhook secrets that the present SECRETS_KEY cannot decrypt: \d+\. /),
    expect.stringMatching(/^The backup has no secrets/),
  ]);
});

test("a restore with a SESSION_SECRET says when reporting tokens are invalid", async () => {
  const environment = { ...environmentOf(await emptyDatabase()), SESSION_SECRET: "a".repeat(40) };
  const { json } = await adminHere(["restore", "--from", backup], environment);
  expect(json.warnings).toContainEqual(
    "Unless SESSION_SECRET is that of the service that was backed up, all reporting tokens are invalid. Set it to " +
      "that value, or create new tokens",
  );
});

test("cursors of the feed stay valid after a restore, and a delivery that a worker had claimed is claimed again", async () => {
  const url = await freshDatabase();
  await using before = await openService(url);
  const seeded = await seedOrganization(before, { slotCapacity: 9 });
  const { departmentId } = seeded;
  await addWebhook(before, seeded.organizationId);
  const book = async ({ application }: TestService, name: string) =>
    void await application.bookAppointment(seeded, {
      departmentId,
      dateTime: "2031-04-01T10:00:00",
      name,
    });
  const read = async ({ application }: TestService, after?: string) => {
    const { events, nextCursor } = await application.readEvents({ ...seeded, lineageId: "a" }, {
      types: "appointment.created",
      ...(after !== undefined && { after }),
    });
    return { names: events.map((body) => JSON.parse(body).data.object.name), nextCursor };
  };
  await book(before, "first");
  const behind = await read(before);
  await book(before, "second");
  const claimed = await before.persistence.deliveryQueue.claim(20);
  expect(claimed.length).toBeGreaterThan(1);
  // As long after the claim as a lease is.
  await inDatabase(url, "update webhook_attempts set leased_until = now()");
  const folder = join(root, "feed");
  await done(["backup", "--to", folder], url);
  await book(before, "lost");
  const ahead = await read(before, behind.nextCursor);
  expect(ahead.names).toEqual(["second", "lost"]);

  const restored = await emptyDatabase();
  await done(["restore", "--from", folder], restored);
  await using after = await openService(restored);
  const again = await after.persistence.deliveryQueue.claim(20);
  expect(again.map(({ body }) => body).toSorted()).toEqual(
    claimed.map(({ body }) => body).toSorted(),
  );
  await book(after, "new");
  expect((await read(after, ahead.nextCursor)).names).toEqual(["new"]);
  expect((await read(after, behind.nextCursor)).names).toEqual(["second", "new"]);
});

test("a service is not ready while its database is restored, and is ready after it", async () => {
  const url = await freshDatabase();
  await using running = await startService({ DATABASE_URL: url, DEMO_DATA: "false" });
  const status = async () => (await fetch(`${running.url}/readyz`)).status;
  await expect.poll(status).toBe(200);
  // The service goes on meanwhile, and Postgres ends one of two statements that wait for each other.
  const dropAll = () => inDatabase(url, "drop schema public cascade; create schema public");
  await expect.poll(() => dropAll().then(() => "dropped", ({ code }) => code)).toBe("dropped");
  const manifest = JSON.parse(await readFile(join(backup, "manifest.json"), "utf8"));
  const [table] = manifest.tables;
  const rows = new PassThrough();
  const isLoading = Promise.withResolvers<void>();
  const restoring = loadSnapshot(url, {
    ...manifest,
    tables: [{ ...table, rows: 0 }],
    open() {
      isLoading.resolve();
      return rows;
    },
  }, { progress: () => {}, signal: new AbortController().signal });
  await isLoading.promise;
  expect(await status()).toBe(503);
  rows.end();
  await restoring;
  await expect.poll(status).toBe(200);
});

test("what was erased after a backup is erased again in the restored database", async () => {
  const url = await freshDatabase();
  await using service = await openService(url);
  const { application } = service;
  const { organizationId, departmentId, actor } = await seedOrganization(service, {
    slotCapacity: 5,
  });
  const caller = { organizationId, environment: "LIVE", actor } as const;
  const book = async (name: string) =>
    (await application.bookAppointment(caller, {
      departmentId,
      dateTime: "2031-04-01T10:00:00",
      name,
    })).appointment.id;
  const [upcoming, erased] = [await book("Grace"), await book("Ada")];
  await application.archiveAppointment(caller, erased);
  const folder = join(root, "erasures");
  const { takenAt } = await done(["backup", "--to", folder], url);
  expect(takenAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const late = await book("Late");
  for (const id of [late, upcoming]) await application.archiveAppointment(caller, id);
  for (const id of [erased, late, upcoming]) {
    await application.eraseAppointment(organizationId, { id });
  }
  const list = join(root, "erasures.json");
  expect(await done(["erasure", "list", "--since", takenAt, "--to", list], url))
    .toEqual({ file: list, count: 3 });

  const target = await restored(folder);
  const names = "select name from appointments order by id";
  expect(await inDatabase(target, names)).toEqual([{ name: "Grace" }, { name: "Ada" }]);
  expect(await done(["erasure", "repeat", "--from", list], target)).toEqual({
    erased: 2,
    missing: 1,
  });
  expect(await inDatabase(target, names)).toEqual([{ name: "Erased" }, { name: "Erased" }]);
});

test("the list of erasures replaces its file, for this user alone, and the database has the time; a failed write changes neither", async () => {
  const url = await freshDatabase();
  const list = join(root, "replaced.json");
  const since = ["erasure", "list", "--since", "2026-11-01T00:00:00Z"];
  const listedAt = async () =>
    (await inDatabase(url, "select taken_at, erasures_listed_at from backup_marks"))[0];
  await writeFile(list, "the last one");
  await mkdir(join(root, "folder"));
  for (
    const [path, why] of [
      [join(root, "nowhere/list.json"), "the folder does not exist. Create it"],
      [join(root, "folder"), "it is a folder. Name a file"],
      [join(list, "list.json"), "the path is not a folder. Correct it"],
    ]
  ) {
    const { code, json } = await adminHere([...since, "--to", path!], environmentOf(url));
    expect(code).toBe(1);
    expect(json.error.message).toBe(`Cannot write the list of erasures to ${path}: ${why}`);
  }
  expect(await readdir(join(root, "folder"))).toEqual([]);
  expect((await readdir(root)).filter((name) => name.endsWith(".new"))).toEqual([]);
  await mkdir(`${list}.new`);
  expect((await adminHere([...since, "--to", list], environmentOf(url))).code).toBe(1);
  expect(await readFile(list, "utf8")).toBe("the last one");
  expect(await done(since, url)).toEqual({ erasures: [] });
  expect(await listedAt()).toBeUndefined();

  await rm(`${list}.new`, { recursive: true });
  await writeFile(`${list}.new`, "of a command that was killed", { mode: 0o644 });
  expect(await done([...since, "--to", list], url)).toEqual({ file: list, count: 0 });
  expect(JSON.parse(await readFile(list, "utf8"))).toEqual({ erasures: [] });
  expect((await stat(list)).mode & 0o777).toBe(0o600);
  expect(await listedAt()).toEqual({ taken_at: null, erasures_listed_at: expect.any(Date) });
});

test("a list of erasures whose time cannot be saved says so and succeeds", async () => {
  const url = await freshDatabase();
  await inDatabase(url, "alter table backup_marks add constraint closed check (false) not valid");
  const list = join(root, "unmarked.json");
  const words = ["erasure", "list", "--since", "2026-11-01T00:00:00Z", "--to", list];
  const { code, err } = await sayHere(words, environmentOf(url));
  expect(err).toMatch(/^The time of this list could not be saved in the database/);
  expect(code).toBe(0);
  expect(existsSync(list)).toBe(true);
});
