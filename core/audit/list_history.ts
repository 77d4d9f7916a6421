import type { StaffCaller } from "../access/staff_caller.ts";
import { appointmentNotFound } from "../booking/read_appointments.ts";
import { staffAppointmentInput } from "../booking/read_appointments_as_staff.ts";
import { parseInput } from "../input.ts";
import type { Ports } from "../ports.ts";
import { type AuditEntryView, toAuditEntryView } from "./list_audit.ts";

/**
 * Lists the audit entries of an appointment (`{id, environment?}`), oldest first. For the role STAFF every `ipAddress`
 * is null (core/audit/README.md 3). Throws VALIDATION_ERROR or APPOINTMENT_NOT_FOUND.
 */
export async function listHistory(
  { appointments, auditLog }: Pick<Ports, "appointments" | "auditLog">,
  { organizationId, timeZone, role }: Pick<StaffCaller, "organizationId" | "timeZone" | "role">,
  input: unknown,
): Promise<AuditEntryView[]> {
  const { id, environment } = parseInput(staffAppointmentInput, input);
  const appointment = await appointments.find({ organizationId, environment }, id);
  if (!appointment) throw appointmentNotFound();
  const entries = await auditLog.historyOf(organizationId, { kind: "appointment", id });
  const views = entries.map((entry) => toAuditEntryView(entry, timeZone));
  return role === "STAFF" ? views.map(withoutAddress) : views;
}

function withoutAddress({ actor, ...entry }: AuditEntryView): AuditEntryView {
  return { ...entry, actor: { ...actor, ipAddress: null } };
}
