import { type Actor, operator } from "../audit/audit_record.ts";
import type { Ports } from "../ports.ts";
import { type AppointmentChange, type ChangeContext, changed } from "./appointment_change.ts";
import type { BookingScope } from "./environment.ts";
import { appointmentNotFound } from "./read_appointments.ts";

/**
 * Archives an appointment (interface, "DELETE /appointments/{id}"): its place is free at once, its status
 * stays, nothing is refunded. Doing it again changes nothing. Throws APPOINTMENT_NOT_FOUND.
 */
export async function archiveAppointment(
  { gate }: Pick<Ports, "gate">,
  { organizationId, environment }: BookingScope,
  id: number,
  actor: Actor = operator,
): Promise<void> {
  const scope = { organizationId, environment };
  const appointment = await gate.change(scope, { id, actor }, decideArchiving);
  if (!appointment) throw appointmentNotFound();
}

/** Only a SCHEDULED one is told of as cancelled (decisions 4); an archived one moves no more. */
function decideArchiving({ appointment, now }: ChangeContext): AppointmentChange | null {
  if (appointment.archivedAt) return null;
  return {
    appointment: changed(appointment, { archivedAt: now }),
    creditEntry: null,
    eventName: appointment.status === "SCHEDULED" ? "APPOINTMENT_CANCELLED" : null,
    action: "appointment.archived",
  };
}
