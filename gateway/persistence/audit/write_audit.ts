import type { EntityManager } from "@mikro-orm/postgresql";
import type { ClientBase } from "pg";
import type { AuditRecord } from "../../../core/mod.ts";
import type { CommitTrail } from "../commit/commit_trail.ts";
import { rowsIn, type Statement } from "../statement.ts";
import { auditValues, insertAudit, insertOneAudit, oneAuditValues } from "./audit_columns.ts";

const insert: Statement<never> = { name: "write audit entries", text: insertAudit(1) };

/** Writes records in the transaction of the actions that they describe. Null is no record. */
export async function writeAudit(
  { client, trail }: { client: ClientBase; trail: CommitTrail },
  records: readonly (AuditRecord | null)[],
): Promise<void> {
  const kept = records.filter((record) => record !== null);
  if (kept.length > 0) await rowsIn(client, insert, auditValues(kept, trail));
}

/** Writes a record in the transaction of an entity manager. Null is no record. */
export async function writeAuditIn(
  { em, trail }: { em: EntityManager; trail: CommitTrail },
  record: AuditRecord | null,
): Promise<void> {
  if (record) await em.execute(insertOneAudit, oneAuditValues(record, trail));
}
