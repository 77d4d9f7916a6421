import type { EntityManager } from "@mikro-orm/postgresql";
import type { ClientBase } from "pg";
import { type AuditRecord, subjectKindOf } from "../../../core/mod.ts";
import { rowsIn, type Statement } from "../statement.ts";

const columns =
  `organization_id, actor_kind, actor_id, actor_name, ip_address, action, subject_kind,
  subject_id, subject_name, environment, changes, created_at`;

const insert: Statement<never> = {
  name: "write audit entries",
  text: `
    insert into audit_entries (${columns})
    select * from unnest($1::int[], $2::text[], $3::int[], $4::text[], $5::text[], $6::text[],
      $7::text[], $8::bigint[], $9::text[], $10::text[], $11::jsonb[], $12::timestamptz[])`,
};

const insertOne = `
  insert into audit_entries (${columns})
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?)`;

/** Writes records in the transaction of what they tell. */
export async function writeAudit(
  client: ClientBase,
  records: readonly AuditRecord[],
): Promise<void> {
  if (records.length === 0) return;
  const rows = records.map(valuesOf);
  await rowsIn(client, insert, rows[0]!.map((_, column) => rows.map((row) => row[column])));
}

/** Writes a record in the transaction of an entity manager; null is none. */
export async function writeAuditIn(em: EntityManager, record: AuditRecord | null): Promise<void> {
  if (record) await em.execute(insertOne, valuesOf(record));
}

function valuesOf(record: AuditRecord): (string | number | null)[] {
  const { organizationId, actor, action, subjectId, subjectName, environment } = record;
  return [
    organizationId,
    actor.kind,
    actor.id,
    actor.name,
    actor.ipAddress,
    action,
    subjectKindOf(action),
    subjectId,
    subjectName,
    environment,
    JSON.stringify(record.changes),
    record.at.toString(),
  ];
}
