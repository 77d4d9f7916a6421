import type { EntityManager } from "@mikro-orm/postgresql";
import type { ClientBase } from "pg";
import type { AuditRecord } from "../../../core/mod.ts";
import { rowsIn, type Statement } from "../statement.ts";
import { auditArrays, auditColumns, auditPlaceholders, auditValues } from "./audit_columns.ts";

const insert: Statement<never> = {
  name: "write audit entries",
  text: `
    insert into audit_entries (${auditColumns})
    select * from unnest(${auditPlaceholders(1)})`,
};

const insertOne = `
  insert into audit_entries (${auditColumns})
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?)`;

/** Writes records in the transaction of what they tell; null is none. */
export async function writeAudit(
  client: ClientBase,
  records: readonly (AuditRecord | null)[],
): Promise<void> {
  const kept = records.filter((record) => record !== null);
  if (kept.length > 0) await rowsIn(client, insert, auditArrays(kept));
}

/** Writes a record in the transaction of an entity manager; null is none. */
export async function writeAuditIn(em: EntityManager, record: AuditRecord | null): Promise<void> {
  if (record) await em.execute(insertOne, auditValues(record));
}
