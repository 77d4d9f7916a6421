import { type AuditRecord, subjectKindOf } from "../../../core/ports.ts";
import { type CommitTrail, lockTag } from "../commit/commit_trail.ts";
import type { RecordCount } from "../mapping/columns.ts";
import { auditEntries } from "../mapping/tables.ts";

const columns = auditEntries.without("id", "transactionTag");
const into = `insert into audit_entries (${columns.names}, transaction_tag)`;

/** The number of values of `insertAudit`. */
export const auditValueCount = 1 + columns.size;

/**
 * Returns the part of a statement that inserts the records of `auditValues`, whose first placeholder is
 * `$first`. It also locks the transaction's tag (gateway/persistence/commit/README.md 1).
 */
export function insertAudit(first: number, count: RecordCount): string {
  const tag = `$${first}::uuid`;
  return `${into}
    select ${columns.names}, ${tag}
    from ${lockTag(tag)}, ${columns.source("record", first + 1, count)}`;
}

/** Returns the values of `insertAudit`: the tag of the transaction, and the records. */
export function auditValues(
  records: readonly AuditRecord[],
  { trail, count }: { trail: CommitTrail; count: RecordCount },
): unknown[] {
  trail.note(records);
  return [trail.tag, ...columns.sourceValues(records.map(toRow), count)];
}

/** The same insert for the one record of `oneAuditValues`, with the placeholders of an entity manager. */
export const insertOneAudit = `${into}
  select ${columns.types.map((type) => `?::${type}`).join(", ")}, ?::uuid
  from ${lockTag("?::uuid")}`;

/** Returns the values of `insertOneAudit`. */
export function oneAuditValues(record: AuditRecord, trail: CommitTrail): unknown[] {
  trail.note([record]);
  return [...columns.values(toRow(record)), trail.tag, trail.tag];
}

function toRow({ actor, at, ...record }: AuditRecord) {
  return {
    ...record,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    ipAddress: actor.ipAddress,
    subjectKind: subjectKindOf(record.action),
    createdAt: at,
  };
}
