import type { Actor, AuditRecord } from "../audit/audit_record.ts";
import { changesOf } from "../audit/audited_changes.ts";
import { visitFields } from "./visit_fields.ts";
import type { VisitContext, VisitStep } from "./visit_gate.ts";

/** Makes the audit record of a step. It names the visit by its number; the note is listed as changed, without its text. */
export function auditOfVisit(
  { timeZone, now }: Pick<VisitContext, "timeZone" | "now">,
  { visit, before, action }: VisitStep,
  actor: Actor,
): AuditRecord {
  const { id, organizationId, environment, number } = visit;
  const changes = changesOf(before, visit, { catalogue: visitFields, timeZone });
  const subject = { subjectId: id, subjectName: String(number) };
  return { organizationId, environment, ...subject, actor, action, changes, at: now };
}
