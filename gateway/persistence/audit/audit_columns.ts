import { type AuditRecord, subjectKindOf } from "../../../core/mod.ts";

/** What is written of a record, in the order of `auditValues`. */
export const auditColumns =
  `organization_id, actor_kind, actor_id, actor_name, ip_address, action, subject_kind,
  subject_id, subject_name, environment, changes, created_at`;

const types = [
  "int[]",
  "text[]",
  "int[]",
  "text[]",
  "text[]",
  "text[]",
  "text[]",
  "bigint[]",
  "text[]",
  "text[]",
  "jsonb[]",
  "timestamptz[]",
];

/** The placeholders of `auditArrays`, the first of them `$first`, for `unnest`. */
export function auditPlaceholders(first: number): string {
  return types.map((type, i) => `$${first + i}::${type}`).join(", ");
}

/** The records column by column, as `unnest` takes them. */
export function auditArrays(records: readonly AuditRecord[]): unknown[][] {
  const rows = records.map(auditValues);
  return types.map((_, column) => rows.map((row) => row[column]));
}

/** One record, as a row's values. */
export function auditValues(record: AuditRecord): (string | number | null)[] {
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
