import type { Environment } from "../environment.ts";
import { sortedJson } from "../sorted_json.ts";

/** Every action that is audited: the kind of the subject, a dot, and what was done. */
export const auditActions = [
  "appointment.created",
  "appointment.updated",
  "appointment.handed_over",
  "appointment.rescheduled",
  "appointment.cancelled",
  "appointment.completed",
  "appointment.missed",
  "appointment.reverted",
  "appointment.archived",
  "appointment.erased",
  "appointment.expired",
  "appointment.legal_hold_placed",
  "appointment.legal_hold_lifted",
  "appointment.exported",
  "visit.arrived",
  "visit.called",
  "visit.started",
  "visit.finished",
  "visit.returned",
  "visit.transferred",
  "visit.updated",
  "department.created",
  "department.updated",
  "department.queue_changed",
  "worker.created",
  "worker.updated",
  "api_key.created",
  "api_key.renamed",
  "api_key.updated",
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
  "staff.factor_added",
  "staff.factor_renamed",
  "staff.factor_removed",
  "staff.factors_reset",
  "staff.recovery_codes_replaced",
  "staff.recovery_code_used",
  "staff.sso_link_created",
  "staff.sso_linked",
  "staff.sso_unlinked",
  "staff.signed_in",
  "staff.sign_in_failed",
  "staff.signed_out",
  "staff.sessions_ended",
  "credits.granted",
  "organization.created",
  "organization.updated",
  "organization.sso_changed",
  "organization.sso_removed",
  "organization.email_changed",
  "organization.appointments_exported",
  "organization.retention_applied",
  "organization.closed",
  "organization.reopened",
  "reporting_token.created",
  "reporting_token.revoked",
  "reporting_role.created",
  "reporting_role.removed",
  "screen.created",
  "screen.revoked",
  "waitlist_entry.removed",
] as const;

/** An audited action, such as `appointment.cancelled`. The part before the dot is the kind of the subject. */
export type AuditAction = (typeof auditActions)[number];

/** The kind of the subject of an action. */
export type AuditSubjectKind = AuditAction extends `${infer Kind}.${string}` ? Kind : never;

/** The person or key that does an action (core/audit/README.md 3). */
export interface Actor {
  /**
   * OPERATOR is the person who runs the service, at its command line. SCREEN is a kiosk in a waiting room. PERSON is the
   * person of an appointment, by its link.
   */
  kind: "STAFF" | "API_KEY" | "OPERATOR" | "SCREEN" | "PERSON";
  /** Id of the staff user, key or screen; null for an operator and a person. */
  id: number | null;
  /** The name at the time of the action. */
  name: string;
  /** The address of the caller; null at the command line. */
  ipAddress: string | null;
  /** The `Idempotency-Key` of the request. It is recorded in the transaction of the first audit record. */
  claim?: RequestClaim;
}

/** The claim of an `Idempotency-Key` by a request of a staff user (core/access/README.md 10). */
export interface RequestClaim {
  organizationId: number;
  staffUserId: number;
  key: string;
  /** Of the use case and its input. */
  fingerprint: string;
  /** Random: two requests with the same key have different ids. */
  requestId: string;
  /** The answer, or what finds it (core/access/README.md 10). Absent if it must not be stored. */
  answer?: unknown;
}

/** Returns the actor of a request with its answer, which is recorded in the transaction of the action. */
export function answering(actor: Actor, answer: unknown): Actor {
  return actor.claim ? { ...actor, claim: { ...actor.claim, answer } } : actor;
}

/** The actor of the command line. */
export const operator: Actor = { kind: "OPERATOR", id: null, name: "Operator", ipAddress: null };

/** A changed field. It has no values if they are secret or personal (core/audit/README.md 2). */
export interface FieldChange {
  field: string;
  before?: unknown;
  after?: unknown;
}

/** The record of an action. It is written in the transaction of the action (core/audit/README.md 1). */
export interface AuditRecord {
  organizationId: number;
  actor: Actor;
  action: AuditAction;
  subjectId: number;
  /** The subject's name at that time; "" if it has none. Never the name of a person who books. */
  subjectName: string;
  /** Environment of an appointment or of credits; null for subjects that both environments share. */
  environment: Environment | null;
  changes: FieldChange[];
  at: Temporal.Instant;
}

/** Makes the audit record of a written row; called when its id is known. Null means: not audited. */
export type Audited<T> = (written: T) => AuditRecord | null;

/** Makes the audit record of a changed or replaced row from its new and old state. Null means: not audited. */
export type AuditedChange<T> = (written: T, before: T) => AuditRecord | null;

/** Makes the record of an action on a subject that both environments share. */
export function recordOf(
  { organizationId, id, name }: { organizationId: number; id: number; name: string },
  { actor, action, at, changes = [] }:
    & Pick<AuditRecord, "actor" | "action" | "at">
    & Partial<Pick<AuditRecord, "changes">>,
): AuditRecord {
  const subject = { subjectId: id, subjectName: name, environment: null };
  return { organizationId, actor, action, ...subject, changes, at };
}

/** Returns the audit record, or null if nothing changed: no-op updates are not audited. */
export function ifChanged(record: AuditRecord): AuditRecord | null {
  return record.changes.length === 0 ? null : record;
}

/** Returns the kind of the subject of an action. */
export function subjectKindOf(action: AuditAction): AuditSubjectKind {
  return action.slice(0, action.indexOf(".")) as AuditSubjectKind;
}

interface ChangesOptions<T> {
  /** The compared fields whose values are recorded. */
  fields: readonly (keyof T & string)[];
  /** The compared fields whose values are personal or secret, and not recorded. */
  hidden?: readonly (keyof T & string)[];
}

/** Returns the fields in which two states differ. */
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
