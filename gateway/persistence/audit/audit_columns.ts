import { type AuditRecord, subjectKindOf } from "../../../core/ports.ts";
import { type CommitTrail, lockTag } from "../commit/commit_trail.ts";

// In the order of `rowOf`.
const columns = {
  organization_id: "int",
  actor_kind: "text",
  actor_id: "int",
  actor_name: "text",
  ip_address: "text",
  action: "text",
  subject_kind: "text",
  subject_id: "bigint",
  subject_name: "text",
  environment: "text",
  changes: "jsonb",
  created_at: "timestamptz",
};
const types = Object.values(columns);
const into = `insert into audit_entries (${Object.keys(columns).join(", ")}, transaction_tag)`;

/**
 * Returns the part of a statement that inserts the records of `auditValues`, whose first placeholder is
 * `$first`. It also locks the transaction's tag (gateway/persistence/commit/README.md 1).
 */
export function insertAudit(first: number): string {
  const arrays = types.map((type, i) => `$${first + i}::${type}[]`).join(", ");
  const tag = `$${first + types.length}::uuid`;
  return `${into}
    select record.*, ${tag} from ${lockTag(tag)}, unnest(${arrays}) as record`;
}

/** Returns the values of `insertAudit`: the records column by column, and the tag of their transaction. */
export function auditValues(records: readonly AuditRecord[], trail: CommitTrail): unknown[] {
  trail.note(records);
  const rows = records.map(rowOf);
  return [...types.map((_, column) => rows.map((row) => row[column])), trail.tag];
}

/** The same insert for the one record of `oneAuditValues`, with the placeholders of an entity manager. */
export const insertOneAudit = `${into}
  select ${types.map((type) => `?::${type}`).join(", ")}, ?::uuid from ${lockTag("?::uuid")}`;

/** Returns the values of `insertOneAudit`. */
export function oneAuditValues(
  record: AuditRecord,
  trail: CommitTrail,
): (string | number | null)[] {
  trail.note([record]);
  return [...rowOf(record), trail.tag, trail.tag];
}

function rowOf(record: AuditRecord): (string | number | null)[] {
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
