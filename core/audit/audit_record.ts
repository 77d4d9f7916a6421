import type { Environment } from "../booking/environment.ts";
import { sortedJson } from "../sorted_json.ts";

/** Everything that the audit knows to have been done: what it was done to, and what. */
export const auditActions = [
  "appointment.created",
  "appointment.updated",
  "appointment.rescheduled",
  "appointment.cancelled",
  "appointment.completed",
  "appointment.missed",
  "appointment.archived",
  "appointment.erased",
  "department.created",
  "department.updated",
  "worker.created",
  "worker.updated",
  "api_key.created",
  "api_key.renamed",
  "api_key.rotated",
  "api_key.revoked",
  "webhook.created",
  "webhook.updated",
  "webhook.deleted",
  "webhook.secret_replaced",
  "webhook.tested",
  "webhook.delivery_retried",
  "webhook.recovered",
  "staff.created",
  "staff.role_changed",
  "staff.disabled",
  "staff.enabled",
  "staff.password_reset",
  "staff.password_changed",
  "staff.signed_in",
  "credits.granted",
  "organization.created",
  "organization.updated",
  "reporting_token.created",
  "reporting_token.revoked",
] as const;

/** What was done, as in `appointment.cancelled`; what stands before the dot is the subject's kind. */
export type AuditAction = (typeof auditActions)[number];

/** What something was done to. */
export type AuditSubjectKind = AuditAction extends `${infer Kind}.${string}` ? Kind : never;

/** Who does something. */
export interface Actor {
  /** OPERATOR is who runs the service, at its command line. */
  kind: "STAFF" | "API_KEY" | "OPERATOR";
  /** The staff user's or the key's; null for an operator. */
  id: number | null;
  /** As it was then. */
  name: string;
  /** From where; null at the command line. */
  ipAddress: string | null;
}

/** Who runs the service, at its command line. */
export const operator: Actor = { kind: "OPERATOR", id: null, name: "Operator", ipAddress: null };

/** A field that was changed; without values where they are secret or about a person. */
export interface FieldChange {
  field: string;
  before?: unknown;
  after?: unknown;
}

/** What is to be kept of something that was done. It is written in the transaction of the deed. */
export interface AuditRecord {
  organizationId: number;
  actor: Actor;
  action: AuditAction;
  subjectId: number;
  /** What people call the subject, as it was then; never about a person who books. "" for none. */
  subjectName: string;
  /** Of an appointment or of credits; null for what both environments have in common. */
  environment: Environment | null;
  changes: FieldChange[];
  at: Temporal.Instant;
}

/** What is kept of a row that was written; asked once its id is known. Null for nothing. */
export type Audited<T> = (written: T) => AuditRecord | null;

/** What is kept of a row that was changed, or replaced, beside what it was before. Null for nothing. */
export type AuditedChange<T> = (written: T, before: T) => AuditRecord | null;

/** The record of a deed on something that both environments have in common. */
export function recordOf(
  { organizationId, id, name }: { organizationId: number; id: number; name: string },
  { actor, action, at, changes = [] }:
    & Pick<AuditRecord, "actor" | "action" | "at">
    & Partial<Pick<AuditRecord, "changes">>,
): AuditRecord {
  const subject = { subjectId: id, subjectName: name, environment: null };
  return { organizationId, actor, action, ...subject, changes, at };
}

/** A record of changes; null where there are none, since what changed nothing was no deed. */
export function ifChanged(record: AuditRecord): AuditRecord | null {
  return record.changes.length === 0 ? null : record;
}

/** The kind of an action's subject. */
export function subjectKindOf(action: AuditAction): AuditSubjectKind {
  return action.slice(0, action.indexOf(".")) as AuditSubjectKind;
}

/** Whose values stand in no audit: personal or secret. */
interface ChangesOptions<T> {
  fields: readonly (keyof T & string)[];
  hidden?: readonly (keyof T & string)[];
}

/** The fields of `fields` and `hidden` in which two states differ; those of `hidden` without their values. */
export function changesBetween<T extends object>(
  before: T,
  after: T,
  { fields, hidden = [] }: ChangesOptions<T>,
): FieldChange[] {
  const differs = (field: keyof T) =>
    sortedJson(before[field] ?? null) !== sortedJson(after[field] ?? null);
  return [
    ...fields.filter(differs).map((field) => ({
      field,
      before: before[field] ?? null,
      after: after[field] ?? null,
    })),
    ...hidden.filter(differs).map((field) => ({ field })),
  ];
}
