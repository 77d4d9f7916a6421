import { expect, test } from "vitest";
import { personLinks } from "../../../core/booking/person_link.ts";
import {
  appointmentStatuses,
  attemptStatuses,
  creditEntryKinds,
  environments,
  roles,
  visitOutcomes,
  visitStates,
} from "../../../core/mod.ts";
import {
  deliveryChannels,
  emailLanguages,
  emailStops,
  factorKinds,
  screenKinds,
  waitlistStates,
} from "../../../core/ports.ts";
import { type Column, columnOf } from "../../../gateway/persistence/mapping/columns.ts";
import * as tables from "../../../gateway/persistence/mapping/tables.ts";
import { createOrm } from "../../../gateway/persistence/mapping/orm.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { clientPerFile } from "../../support/per_file.ts";

const url = await freshDatabase();
const client = await clientPerFile(url);

test("each mapped table has exactly the mapped columns, with their types", async () => {
  const mapped = [...createOrm().getMetadata().getAll().values()];
  expect(mapped.length).toBeGreaterThan(5);
  for (const { tableName, props } of mapped) {
    const columns = props.map(({ fieldNames, columnTypes, nullable }) =>
      `${fieldNames[0]} ${columnTypes[0]} ${nullable ? "null" : "not null"}`
    );
    // Postgres writes the types of both tables in the same way.
    await client.query(`create temp table mapped (${columns.join(", ")})`);
    const mappedColumns = await columnsOf("mapped");
    expect({ tableName, columns: mappedColumns })
      .toEqual({ tableName, columns: await columnsOf(tableName) });
    await client.query("drop table mapped");
  }
});

test("each table of native statements has the columns of its record, with their types", async () => {
  const withoutRecord: Record<string, string[]> = {
    appointments: ["is_archived", "search_words"],
    audit_entries: ["salt", "personal_hash"],
    credit_entries: ["round"],
    visits: ["owns_number"],
    waitlist_entries: ["is_user_erased"],
  };
  for (const table of Object.values(tables)) {
    const columns = Object.entries<Column<unknown>>(table.columns)
      .map(([property, { type, isNullable }]) =>
        `${columnOf(property)} ${type} ${isNullable ? "null" : "not null"}`
      );
    await client.query(`create temp table mapped (${columns.join(", ")})`);
    const others = withoutRecord[table.name] ?? [];
    const migrated = (await columnsOf(table.name)).filter(({ attname }) =>
      !others.includes(attname)
    );
    expect({ table: table.name, columns: await columnsOf("mapped") })
      .toEqual({ table: table.name, columns: migrated });
    await client.query("drop table mapped");
  }
});

test("the check constraint of a column allows exactly the values of core", async () => {
  const { rows } = await client.query<{ table: string; column: string; definition: string }>(`
    select c.conrelid::regclass::text as table, a.attname as column,
      pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'c' and not t.relispartition
      and pg_get_constraintdef(c.oid) like '%= ANY (ARRAY[''%'`);
  const valuesOf: Record<string, readonly string[]> = {
    role: roles,
    "credit_entries.kind": creditEntryKinds,
    environment: environments,
    "appointments.status": appointmentStatuses,
    "appointment_counts.status": appointmentStatuses,
    "queue_rules.check_in": ["ARRIVE", "COMPLETE"],
    "queue_rules.person_link": personLinks,
    "visits.state": visitStates,
    "waitlist_entries.state": waitlistStates,
    "waitlist_offers.outcome": ["ACCEPTED", "DECLINED", "EXPIRED"],
    "visits.outcome": visitOutcomes,
    "audit_entries.actor_kind": ["STAFF", "API_KEY", "OPERATOR", "SCREEN"],
    "screens.kind": screenKinds,
    "factors.kind": factorKinds,
    "webhooks.channel": deliveryChannels,
    "email_settings.language": emailLanguages,
    "email_stops.reason": emailStops,
    "webhook_attempts.status": attemptStatuses,
    "usage_rollups.kind": ["TOTAL", "CALLS", "LATENCY"],
  };
  const admitted = rows.map(({ table, column, definition }) => ({
    column: `${table}.${column}`,
    values: [...definition.matchAll(/'([^']*)'::text/g)].map(([, value]) => value),
    expected: valuesOf[`${table}.${column}`] ?? valuesOf[column],
  }));
  expect(admitted.length).toBeGreaterThan(15);
  expect(admitted.map(({ column, values }) => ({ column, values })))
    .toEqual(admitted.map(({ column, expected }) => ({ column, values: expected })));
});

test("every key of an organization's rows begins with the organization", async () => {
  const { rows } = await client.query<{ name: string }>(`
    with owned as (
      select attrelid, attnum from pg_attribute
      join pg_class t on t.oid = attrelid and t.relkind in ('r', 'p') and not t.relispartition
      where attname = 'organization_id'
    )
    select indexrelid::regclass::text as name
    from pg_index join owned on attrelid = indrelid
    where indisunique and indkey[0] <> attnum
    union all
    select conname from pg_constraint join owned on attrelid = conrelid
    where contype = 'f' and conkey[1] <> attnum
    order by 1`);
  // The exceptions and their reasons are in migrations/README.md 9.
  expect(rows.map(({ name }) => name)).toEqual([
    "api_keys_key_hash",
    "reporting_roles_name",
    "screens_token_hash",
    "sessions_id",
  ]);
});

async function columnsOf(table: string): Promise<{ attname: string }[]> {
  const { rows } = await client.query<{ attname: string }>(
    `select attname, format_type(atttypid, atttypmod), attnotnull from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attname`,
    [table],
  );
  return rows;
}
