import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditCases } from "../../support/audit_cases/audit_cases.ts";
import { setStage, type Stage } from "../../support/audit_cases/audit_case.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { openService, type TestService } from "../../support/seeded.ts";

// Two organizations that have done everything, so that each table has rows of both.
/** Roles belong to the server, which other files use, too. */
const suffix = randomUUID().replaceAll("-", "");

let client: Client;
let service: TestService;
let own: Stage;
let other: Stage;
let tables: string[];
let pass: (duration: Temporal.DurationLike) => void;

beforeAll(async () => {
  const url = await freshDatabase();
  client = new Client({ connectionString: url });
  await client.connect();
  service = await openService(url);
  let at = Temporal.Instant.from("2026-03-01T12:00:00Z");
  pass = (duration) => service.setNow((at = at.add(duration)).toString());
  pass({ hours: 0 });
  const { application, persistence: { deliveryQueue } } = service;
  own = await setStage({ application, deliveryQueue, pass });
  other = await setStage({ application, deliveryQueue, pass });
  for (const stage of [own, other]) {
    for (const one of auditCases) await one.act(stage, await one.given?.(stage));
    await fillTheRest(stage.organizationId);
  }
  const { rows } = await client.query(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition and a.attname = 'organization_id' order by 1`);
  tables = rows.map(({ name }) => name);
});

afterAll(async () => {
  await client.end();
  await service[Symbol.asyncDispose]();
});

/** Writes what no audited use case writes: calls in several partitions, their sums, holds, and remembered requests. */
async function fillTheRest(id: number): Promise<void> {
  await service.application.createReportingRole(id, { name: `reader_${id}_${suffix}` });
  for (
    const statement of [
      `insert into usage_entries (organization_id, api_key_id, environment, endpoint, route_template,
          method, status_code, credits_consumed, response_time_ms, timestamp, ip_address, user_agent)
        select $1, 1, 'LIVE', '/a', 'GET /a', 'GET', 200, 0, i, now() - make_interval(days => i), '::1', 'a'
        from generate_series(1, 5000) i`,
      `insert into key_spending select $1, gen_random_uuid(), '2026-03-01', 1`,
      `insert into audit_seals select $1, 1, 1, 1, sha256(''), now()`,
      `insert into usage_rollups (organization_id, kind, span_minutes, bucket, environment, calls, credits, response_ms)
        values ($1, 'TOTAL', 15, '2026-03-01', 'LIVE', 1, 1, 1)`,
      `insert into holds (organization_id, environment, api_key_id, department_id, date_time, slot_start,
          slot_minutes, place, created_at, expires_at)
        select organization_id, 'TEST', 1, id, '2026-03-02', '2026-03-02', 30, 1, now(), now()
        from departments where organization_id = $1`,
      `insert into retention_runs (organization_id, started_at, finished_at, audit_heads)
        values ($1, now(), now(), '{0,0,0}')`,
      `insert into waitlist_entries (organization_id, environment, api_key_id, lineage_id, department_id,
          from_date, to_date, weekdays, state, created_at)
        select organization_id, 'TEST', 1, gen_random_uuid(), id, '2026-03-02', '2026-03-02', '{}', state, now()
        from departments, unnest(array['ENDED', 'WAITING', 'OFFERED']) as state where organization_id = $1`,
      `insert into holds (organization_id, environment, api_key_id, department_id, date_time, slot_start,
          slot_minutes, place, created_at, expires_at, waitlist_entry_id)
        select organization_id, environment, 1, department_id, '2026-03-02', '2026-03-02', 30, 2, now(),
          now() + interval '1 hour', id
        from waitlist_entries where organization_id = $1 and state = 'OFFERED'`,
      `insert into waitlist_offers
        select organization_id, environment, id, waitlist_entry_id, slot_start, worker_id, now(), expires_at,
          null, null
        from holds where organization_id = $1 and waitlist_entry_id is not null
        union all
        select organization_id, environment, -id, id, from_date, worker_id, now(), now(), 'EXPIRED', now()
        from waitlist_entries where organization_id = $1 and state = 'ENDED'`,
      `insert into reminder_marks (organization_id, environment, department_id, minutes_before, due_until)
        select organization_id, 'TEST', id, 120, now() from departments where organization_id = $1`,
      `insert into published_reminders values ($1, 'TEST', 1, now())`,
      `insert into email_stops values ($1, repeat('0', 64), 'REFUSED', now())`,
      `insert into short_numbers values ($1, 'TEST', 1, '2026-03-02', 111111)`,
      `insert into staff_requests select organization_id, id, 'key', 'print', 'request', 'worker.created',
          1, 'LIVE', '{}', now() from staff_users where organization_id = $1`,
      `insert into event_origins select organization_id, id, 'parent', 'state', 'request', created_at
        from webhook_events where organization_id = $1`,
      `insert into sessions select gen_random_uuid(), organization_id, id, now(), now()
        from staff_users where organization_id = $1`,
      `insert into idempotency_keys values ($1, 'TEST', 'key', 'print', '{}', now())`,
    ]
  ) await client.query(statement, [id]);
}

/** The rows of an organization in each table, as text. */
async function rowsOf(id: number): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const table of tables) {
    const { rows } = await client.query(
      `select coalesce(string_agg(t::text, e'\\n' order by t::text), '') as text from ${table} t
        where organization_id = $1`,
      [id],
    );
    found[table] = rows[0].text;
  }
  return found;
}

const inTransaction = async (...statements: string[]) => {
  await client.query("begin");
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.query("rollback");
  }
};

test("nothing but a removal deletes entries of the audit and of the ledger, and only of its closed organization", async () => {
  const { organizationId: id, application } = own;
  const name = (organization: number) =>
    `set local appointment_booking.removes = '${organization}'`;
  for (const table of ["audit_entries", "credit_entries"]) {
    const drop = `delete from ${table} where organization_id = ${id}`;
    await expect(inTransaction(drop)).rejects.toThrow("append-only");
    await expect(inTransaction(name(id), drop)).rejects.toThrow("append-only");
    await application.closeOrganization(id);
    await expect(inTransaction(drop)).rejects.toThrow("append-only");
    await expect(inTransaction(name(other.organizationId), drop)).rejects.toThrow("append-only");
    await expect(inTransaction(name(id), `delete from ${table}`)).rejects.toThrow("append-only");
    const change = `update ${table} set created_at = now() where organization_id = ${id}`;
    await expect(inTransaction(name(id), change)).rejects.toThrow("append-only");
    await inTransaction(name(id), drop);
    await application.reopenOrganization(id);
  }
});

test("a removal that is stopped at any point continues, leaves no row, and changes no other organization", async () => {
  const { organizationId: id, application } = own;
  const before = { own: await rowsOf(id), other: await rowsOf(other.organizationId) };
  // A new table without rows here must get some above, or nothing shows that they are removed.
  expect(tables.filter((table) => before.own[table] === "")).toEqual([]);
  expect(tables.filter((table) => before.other[table] === "")).toEqual([]);
  await application.closeOrganization(id);
  pass({ minutes: 1 });
  let stops = 0;
  let largest = 0;
  for (let isDone = false; !isDone;) {
    const stopped = new AbortController();
    let transactions = 0;
    const onRemoved = ({ rows }: { rows: number }) => {
      largest = Math.max(largest, rows);
      if ((transactions += 1) === 4) stopped.abort(new Error("stopped"));
    };
    const { signal } = stopped;
    await application.removeOrganization(id, { name: "Clinic", onRemoved, signal }).then(
      () => (isDone = true),
      (error) => {
        expect(error.message).toBe("stopped");
        stops += 1;
      },
    );
    const left = (await rowsOf(id))["audit_entries"];
    if (!isDone) {
      expect((await application.listOrganizations()).some((one) => one.id === id)).toBe(true);
    } else expect(left).toBe("");
  }
  expect(stops).toBeGreaterThan(3);
  expect(largest).toBe(2000);
  expect(Object.values(await rowsOf(id)).join("")).toBe("");
  expect(await rowsOf(other.organizationId)).toEqual(before.other);
  const { rows } = await client.query("select from organizations where id = $1", [id]);
  expect(rows).toEqual([]);
  const roles = "select rolname as name from pg_roles where rolname like $1 order by 1";
  expect((await client.query(roles, [`reader_%_${suffix}`])).rows)
    .toEqual([{ name: `reader_${other.organizationId}_${suffix}` }]);
});

test("SQL of a reporting role is refused while its organization is closed, also in an open session", async () => {
  const { organizationId: id, application } = other;
  await client.query(`set role reader_${id}_${suffix}`);
  const read = () => client.query("select from reporting.departments");
  const inOwnRole = async () => (await read()).rowCount;
  const departments = await inOwnRole();
  expect(departments).toBeGreaterThan(0);
  await application.closeOrganization(id);
  await expect(read()).rejects.toThrow("permission denied for schema reporting");
  await application.reopenOrganization(id);
  expect(await inOwnRole()).toBe(departments);
  await client.query("reset role");
  await client.query(`drop owned by reader_${id}_${suffix}; drop role reader_${id}_${suffix}`);
});

test("rows that the compaction of usage writes meanwhile are removed, too", async () => {
  const { application } = service;
  const made = await setStage({
    ...service,
    deliveryQueue: service.persistence.deliveryQueue,
    pass,
  });
  const id = made.organizationId;
  await fillTheRest(id);
  await application.closeOrganization(id);
  pass({ minutes: 1 });
  const compaction = service.persistence.keepUsageCompact();
  const { signal } = new AbortController();
  await application.removeOrganization(id, { name: "Clinic", onRemoved: () => {}, signal });
  await compaction.stop();
  expect(Object.values(await rowsOf(id)).join("")).toBe("");
});
