import { type Actor, type AuditRecord, changesBetween } from "../audit/audit_record.ts";
import { formatInstant, formatLocalDateTime } from "../local_date_time.ts";
import type { Visit } from "./visit.ts";
import type { VisitContext, VisitStep } from "./visit_gate.ts";

/** Makes the audit record of a step. It names the visit by its number; the note is listed as changed, without its text. */
export function auditOfVisit(
  { timeZone, now }: Pick<VisitContext, "timeZone" | "now">,
  { visit, before, action }: VisitStep,
  actor: Actor,
): AuditRecord {
  const { id, organizationId, environment, number } = visit;
  const changes = changesBetween(before ? plain(before, timeZone) : {}, plain(visit, timeZone), {
    fields: [
      "departmentId",
      "appointmentId",
      "appointmentTime",
      "state",
      "outcome",
      "priority",
      "desk",
      "workerId",
      "calls",
      "arrivedAt",
    ],
    hidden: ["note"],
  });
  const subject = { subjectId: id, subjectName: String(number) };
  return { organizationId, environment, ...subject, actor, action, changes, at: now };
}

/** Returns the audited fields as plain JSON values. What a new visit has not got is null, so that it is not listed. */
function plain(visit: Visit, timeZone: string): Partial<Record<string, string | number | null>> {
  const { departmentId, appointmentId, state, outcome, priority, desk, workerId } = visit;
  return {
    departmentId,
    appointmentId,
    appointmentTime: visit.appointmentTime && formatLocalDateTime(visit.appointmentTime),
    state,
    outcome,
    priority,
    desk,
    workerId,
    calls: visit.calls || null,
    arrivedAt: formatInstant(visit.arrivedAt, timeZone),
    note: visit.note || null,
  };
}
