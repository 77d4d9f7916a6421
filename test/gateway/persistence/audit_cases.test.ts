import { expect, test } from "vitest";
import type { AuditRecord } from "../../../core/mod.ts";
import { nameOf, setStage } from "../../support/audit_cases/audit_case.ts";
import { auditCases, recordOfCase } from "../../support/audit_cases/audit_cases.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { clientPerFile, servicePerFile } from "../../support/per_file.ts";

// A sign-in by a provider uses the answer up before it begins a session. What has failed is not tried with it again.
const notCompared = ["schema_migrations", "sso_used"];
const noon = Temporal.Instant.from("2026-03-01T12:00:00Z");

const url = await freshDatabase();
const client = await clientPerFile(url);
const service = await servicePerFile(url);
let at = noon;
const pass = (duration: Temporal.DurationLike) => {
  at = at.add(duration);
  service.setNow(at.toString());
};
pass({ hours: 0 });
const { application, persistence: { deliveryQueue } } = service;
const stage = await setStage({ application, deliveryQueue, pass });
const { rows } = await client.query(
  `
  select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname <> all($1) order by 1`,
  [notCompared],
);
const tables = rows.map(({ name }) => name);
await layTraps();

/** While `traps` names "audit", no audit record can be written; while it names "action", nothing else can commit. */
async function layTraps(): Promise<void> {
  await client.query(`
    create table traps (name text primary key);
    create function trap() returns trigger language plpgsql as $$
    begin
      if exists (select from traps where name = tg_argv[0]) then
        raise exception 'trapped: %', tg_argv[0];
      end if;
      return new;
    end $$;
    create trigger trap before insert on audit_entries for each row execute function trap('audit')`);
  for (const table of tables.filter((name) => name !== "audit_entries")) {
    await client.query(`create constraint trigger trap after insert or update or delete on ${table}
      deferrable initially deferred for each row execute function trap('action')`);
  }
}

async function trapped(name: "audit" | "action", act: () => Promise<unknown>): Promise<void> {
  await client.query("insert into traps values ($1)", [name]);
  try {
    await expect(act()).rejects.toThrow(`trapped: ${name}`);
  } finally {
    await client.query("delete from traps");
  }
}

/** Everything that the database holds, table by table, or of some tables alone; one statement reads them all. */
async function contents(only = tables): Promise<Record<string, string>> {
  const text = only.map((table) =>
    `select '${table}' as name, coalesce(string_agg(t::text, e'\\n' order by t::text), '') as text from ${table} t`
  ).join(" union all ");
  // Named, so that it is planned once.
  const { rows } = await client.query({ name: `contents of ${only.length} tables`, text });
  return Object.fromEntries(rows.map((row) => [row.name, row.text]));
}

async function lastEntry(): Promise<number> {
  const { rows } = await client.query("select coalesce(max(id), 0) as id from audit_entries");
  return Number(rows[0].id);
}

/** What was written after an entry, past the service. */
async function recordsSince(id: number): Promise<Omit<AuditRecord, "at">[]> {
  const { rows } = await client.query(
    `select organization_id as "organizationId",
        json_build_object('kind', actor_kind, 'id', actor_id, 'name', actor_name,
          'ipAddress', ip_address) as actor,
        action, subject_id::int as "subjectId", subject_name as "subjectName", environment,
        changes, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
      from audit_entries where id > $1 order by id`,
    [id],
  );
  return rows;
}

const named = auditCases.map((one) => [nameOf(one), one] as const);

test.each(named)("%s and its audit record are written together, or neither", async (_, one) => {
  const given = await one.given?.(stage);
  const before = await contents();
  for (const name of ["audit", "action"] as const) {
    await trapped(name, () => one.act(stage, given));
    expect(await contents()).toEqual(before);
  }
  // It was the traps that were in the way.
  const last = await lastEntry();
  const result = await one.act(stage, given);
  expect(await contents()).not.toEqual(before);
  const left = one.leaves(stage, { given, result });
  const expected = recordOfCase(one, stage, { left, at: noon });
  expect(await recordsSince(last)).toEqual([JSON.parse(JSON.stringify(expected))]);
});

test("no statement can change, delete or empty the audit", async () => {
  const before = await contents(["audit_entries"]);
  expect(before["audit_entries"]).not.toBe("");
  for (
    const statement of [
      "update audit_entries set actor_name = 'Nobody'",
      "delete from audit_entries",
      "delete from audit_entries where false",
      "truncate audit_entries",
      "truncate organizations cascade",
      "insert into audit_entries select * from audit_entries on conflict (organization_id, id) do update set action = 'x.y'",
    ]
  ) await expect(client.query(statement)).rejects.toThrow("append-only");
  expect(await contents(["audit_entries"])).toEqual(before);
});
