import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openService } from "../../support/seeded.ts";
import { writeVisits } from "../../support/written_visits.ts";
import { writeAppointments } from "./made_appointments.ts";
import { visitsOf } from "./made_visits.ts";
import {
  openReportingDatabase,
  type ReportingDatabase,
  type ReportingTenant,
} from "./reporting_database.ts";

const day = "2026-03-29";

let database: ReportingDatabase;
let own: ReportingTenant;
let other: ReportingTenant;
beforeAll(async () => {
  database = await openReportingDatabase();
  own = await newTenant(200);
  other = await newTenant(70);
});
afterAll(() => database[Symbol.asyncDispose]());

/** An organization with rows in every table that a view reads. */
async function newTenant(count: number): Promise<ReportingTenant> {
  const tenant = await database.tenant("Europe/Berlin");
  const { organizationId } = tenant;
  const { application } = database.service;
  await writeAppointments(database.pool, tenant, { day, count, seed: organizationId });
  const visits = visitsOf(tenant, { day, count, seed: organizationId });
  await writeVisits(database.pool, organizationId, visits);
  const key = await application.createApiKey(organizationId, {
    name: "web",
    environment: "LIVE",
    scopes: ["READ_APPOINTMENTS"],
  });
  // Two quarters of one local day, and a delta that is not compacted yet.
  await database.pool.query(
    `insert into usage_rollups (organization_id, kind, span_minutes, bucket, environment, api_key_id,
      route_template, status_code, latency_ms, calls, credits, response_ms)
    select $1, 'CALLS', span, bucket::timestamptz, 'LIVE', $2, 'GET /x', status, 0, 5, 1, 10
    from (values (15, '2026-03-28 23:00Z', 200), (15, '2026-03-29 21:45Z', 404), (1440, '2026-03-29Z', 200))
      as made (span, bucket, status)`,
    [organizationId, key.id],
  );
  await database.pool.query(
    `insert into usage_deltas (organization_id, environment, bucket, api_key_id, route_template,
      status_code, latency_ms, calls, credits, response_ms)
    values ($1, 'LIVE', '2026-03-29 22:00Z', $2, 'GET /x', 200, 0, 3, 0, 4)`,
    [organizationId, key.id],
  );
  return tenant;
}

const newName = () => `tool_${randomUUID().replaceAll("-", "")}`;

/** Creates a role of an organization and connects as it. It is removed after the test. */
async function newRole({ organizationId }: ReportingTenant, name = newName()) {
  const { application } = database.service;
  const made = await application.createReportingRole(organizationId, { name });
  const connect = async () => {
    const { host, port, password } = made;
    const client = new Client({ host, port, database: made.database, user: name, password });
    // A session of a role that is dropped may end.
    client.on("error", () => {});
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  };
  const remove = () => application.removeReportingRole(organizationId, { name });
  onTestFinished(() => remove().then(() => {}, () => {}));
  return { ...made, connect, remove };
}

const views = [
  "appointments",
  "credit_entries",
  "departments",
  "places_by_slot",
  "usage_by_day",
  "visits",
  "workers",
];

test("a role reads the rows of its organization, and they equal a recount", async () => {
  const tool = await (await newRole(own)).connect();
  const { rows } = await tool.query(`select
    (select count(*)::int from appointments) as appointments,
    (select count(*)::int from visits) as visits,
    (select count(*)::int from departments) as departments,
    (select count(*)::int from workers) as workers,
    (select sum(amount)::int from credit_entries) as credits,
    (select sum(taken)::int from places_by_slot) as taken`);
  const recount = await database.pool.query(
    `select
      (select count(*)::int from appointments where organization_id = $1 and not is_archived) as appointments,
      (select count(*)::int from visits where organization_id = $1) as visits,
      2 as departments, 4 as workers,
      (select sum(amount)::int from credit_entries where organization_id = $1) as credits,
      (select count(*)::int from appointments where organization_id = $1 and not is_archived
        and status <> 'CANCELLED') as taken`,
    [own.organizationId],
  );
  expect(rows).toEqual(recount.rows);
  expect(rows[0].appointments).toBeGreaterThan(0);
});

test("times are given by the clock of the organization, and usage by its days", async () => {
  const tool = await (await newRole(own)).connect();
  const { rows: [winter] } = await tool.query(
    "select bool_and(starts_at at time zone 'Europe/Berlin' = local_time or local_time::date = $1) as ok from appointments",
    [day],
  );
  expect(winter.ok).toBe(true);
  const { rows } = await tool.query(
    "select local_date::text, api_key_name, endpoint, calls::int, errors::int, credits::int, response_ms::int from usage_by_day order by 1",
  );
  const common = { api_key_name: "web", endpoint: "GET /x" };
  expect(rows).toEqual([
    { local_date: "2026-03-29", ...common, calls: 10, errors: 5, credits: 2, response_ms: 20 },
    { local_date: "2026-03-30", ...common, calls: 3, errors: 0, credits: 0, response_ms: 4 },
  ]);
});

test("no row of another organization is in any view", async () => {
  const [mine, theirs] = await Promise.all([newRole(own), newRole(other)]);
  const [one, two] = [await mine.connect(), await theirs.connect()];
  for (const view of views) {
    const text = `select to_jsonb(v) - array['balance_after', 'amount'] as row from ${view} v`;
    const [{ rows: a }, { rows: b }] = [await one.query(text), await two.query(text)];
    expect({ view, isEmpty: a.length === 0 || b.length === 0 }).toEqual({ view, isEmpty: false });
    // Ids are unique in the database, and each row names one or the department of one.
    const shared = new Set(a.map(({ row }) => JSON.stringify(row)));
    expect(b.filter(({ row }) => shared.has(JSON.stringify(row)))).toEqual([]);
  }
});

test("a role can read the views and nothing else, and cannot write", async () => {
  const { name, connect } = await newRole(own);
  const { rows } = await database.pool.query<{ name: string; kind: string }>(
    `select c.oid::regclass::text as name, 'read' as kind from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and n.nspname not in ('pg_catalog', 'information_schema')
        and n.nspname !~ '^pg_toast' and has_any_column_privilege($1, c.oid, 'select')
    union all
    select c.oid::regclass::text, 'write' from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname <> 'pg_catalog' and (has_table_privilege($1, c.oid, 'insert, update, delete, truncate, trigger, references'))
    union all
    select nspname, 'create' from pg_namespace where has_schema_privilege($1, oid, 'create')
    union all
    select datname, 'create' from pg_database
      where datname = current_database() and has_database_privilege($1, oid, 'create, temporary')
    union all
    select proname, 'definer' from pg_proc
      where prosecdef and has_function_privilege($1, oid, 'execute')
    union all
    select rolname, 'member' from pg_roles where pg_has_role($1, oid, 'member') and rolname <> $1`,
    [name],
  );
  expect(rows.toSorted((a, b) => a.name < b.name ? -1 : 1)).toEqual(
    views.map((view) => ({ name: `reporting.${view}`, kind: "read" })),
  );
  const tool = await connect();
  for (
    const text of [
      "select 1 from public.appointments",
      "select 1 from public.reporting_roles",
      "insert into reporting.departments (name) values ('x')",
      "create table reporting.mine (id int)",
      "create temporary table mine (id int)",
    ]
  ) {
    // Also after the role has switched off that its sessions only read.
    await tool.query("set default_transaction_read_only = off");
    await expect(tool.query(text)).rejects.toMatchObject({ code: "42501" });
  }
});

test("every view has a security barrier, and no column with personal data or secrets", async () => {
  const { rows } = await database.pool.query<{ view: string; barrier: boolean; columns: string[] }>(
    `select c.relname as view, c.reloptions @> '{security_barrier=true}' as barrier,
      array_agg(a.attname::text order by a.attname) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where c.relnamespace = 'reporting'::regnamespace group by 1, 2 order by 1`,
  );
  expect(rows.map(({ view, barrier }) => ({ view, barrier }))).toEqual(
    views.map((view) => ({ view, barrier: true })),
  );
  const personal = /^(name|phone|email|note|qr_code|ticket|external_user_id|search_words|desk)$/;
  const found = rows.flatMap(({ view, columns }) =>
    columns.filter((column) => personal.test(column)).map((column) => `${view}.${column}`)
  );
  // The names of departments and of the staff who serve.
  expect(found).toEqual(["departments.name", "workers.name"]);
});

test("a wrong password is refused, and so is a role after its removal, whose open session sees nothing", async () => {
  const role = await newRole(own);
  const open = await role.connect();
  const { host, port, database: name } = role;
  const wrong = new Client({ host, port, database: name, user: role.name, password: "wrong" });
  await expect(wrong.connect()).rejects.toMatchObject({ code: "28P01" });
  await role.remove();
  await expect(open.query("select 1 from reporting.departments")).rejects.toMatchObject({
    code: "42501",
  });
  await expect(role.connect()).rejects.toMatchObject({ code: "28P01" });
  expect(await database.service.application.listReportingRoles(own.organizationId)).toEqual([]);
});

test("a role without a row sees nothing, whatever its rights", async () => {
  const { name, connect } = await newRole(own);
  const tool = await connect();
  await database.pool.query("delete from reporting_roles where name = $1", [name]);
  for (const view of views) expect((await tool.query(`select 1 from ${view}`)).rowCount).toBe(0);
  await database.pool.query(
    "insert into reporting_roles (organization_id, name, created_at) values ($1, $2, now())",
    [own.organizationId, name],
  );
});

test("a name that the server has, or that no tool could write, is refused and changes nothing", async () => {
  const { name } = await newRole(own);
  const { application } = database.service;
  const create = (wanted: string, { organizationId } = own) =>
    application.createReportingRole(organizationId, { name: wanted });
  await expect(create(name, other)).rejects.toMatchObject({ code: "CONFLICT" });
  const { rows: [{ user }] } = await database.pool.query("select current_user as user");
  await expect(create(user)).rejects.toMatchObject({ code: "CONFLICT" });
  for (const wanted of ["", "Upper", "9", "a-b", 'a"b', "pg_monitor2", "public", "a".repeat(64)]) {
    await expect(create(wanted)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  }
  await expect(create(newName(), { ...own, organizationId: 999_999 })).rejects.toMatchObject({
    code: "ORGANIZATION_NOT_FOUND",
  });
  expect(await application.listReportingRoles(other.organizationId)).toEqual([]);
  await expect(application.removeReportingRole(other.organizationId, { name })).rejects
    .toMatchObject({ code: "CONFLICT" });
});

test("a service that may not create roles says what to do", async () => {
  const owner = newName();
  const { pool, url } = database;
  await pool.query(
    `create role ${owner} login password 'x'; grant all on all tables in schema public to ${owner};
    grant all on all sequences in schema public to ${owner}`,
  );
  onTestFinished(() =>
    void pool.query(`drop owned by ${owner}; drop role ${owner}`).catch(() => {})
  );
  const address = Object.assign(new URL(url), { username: owner, password: "x" });
  await using service = await openService(address.href);
  await expect(service.application.createReportingRole(own.organizationId, { name: newName() }))
    .rejects.toMatchObject({ code: "FORBIDDEN", message: expect.stringContaining("createrole") });
  expect(await service.application.listReportingRoles(own.organizationId)).toEqual([]);
});
