import { type Actor, type AuditRecord, changesBetween } from "../audit/audit_record.ts";
import { formatInstant, formatLocalDateTime } from "../local_date_time.ts";
import type { AppointmentChange, ChangeContext } from "./appointment_change.ts";
import type { Appointment } from "./appointment.ts";

/** The record of a new appointment; what it was booked with stands in the appointment itself. */
export function auditOfBooking(appointment: Appointment, actor: Actor): AuditRecord {
  return {
    ...about(appointment),
    actor,
    action: "appointment.created",
    changes: [],
    at: appointment.createdAt,
  };
}

/** The record of a change; of who the appointment is for only that it was changed. */
export function auditOfChange(
  { appointment: before, timeZone, now }: Pick<ChangeContext, "appointment" | "timeZone" | "now">,
  { appointment: after, action }: Pick<AppointmentChange, "appointment" | "action">,
  actor: Actor,
): AuditRecord {
  const changes = changesBetween(plain(before, timeZone), plain(after, timeZone), {
    fields: ["dateTime", "status", "workerId", "archivedAt"],
    hidden: ["name", "phone", "externalUserId"],
  });
  return { ...about(before), actor, action, changes, at: now };
}

/** An appointment is called by nothing but its id: its name is a person's. */
function about({ id, organizationId, environment }: Appointment) {
  return { organizationId, environment, subjectId: id, subjectName: "" };
}

/** As callers see it, so that it reads the same once it was kept as JSON. */
function plain(appointment: Appointment, timeZone: string) {
  const { status, workerId, name, phone, externalUserId, archivedAt } = appointment;
  return {
    dateTime: formatLocalDateTime(appointment.dateTime),
    status,
    workerId,
    archivedAt: archivedAt && formatInstant(archivedAt, timeZone),
    name,
    phone,
    externalUserId,
  };
}
