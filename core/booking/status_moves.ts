import { DomainError } from "../errors.ts";
import { type Appointment, type AppointmentStatus } from "./appointment.ts";
import { changed } from "./appointment_change.ts";

/** The statuses that staff may move an appointment to, by the one that it has (decisions 4). */
const moves: Record<AppointmentStatus, readonly AppointmentStatus[]> = {
  SCHEDULED: ["COMPLETED", "CANCELLED", "MISSED"],
  COMPLETED: ["MISSED"],
  MISSED: ["COMPLETED"],
  CANCELLED: [],
};

/** An appointment in another status. Throws CONFLICT where it cannot move there, or is archived. */
export function movedTo(appointment: Appointment, status: AppointmentStatus): Appointment {
  if (appointment.archivedAt || !moves[appointment.status].includes(status)) {
    throw conflict(appointment);
  }
  return changed(appointment, { status });
}

/** Throws CONFLICT unless an appointment may be edited and rescheduled: SCHEDULED and not archived. */
export function requireScheduled(appointment: Appointment): void {
  if (appointment.archivedAt || appointment.status !== "SCHEDULED") throw conflict(appointment);
}

/** Names the status that it has, so that who came second in a race knows what came first. */
function conflict({ status, archivedAt }: Appointment): DomainError {
  const present = archivedAt ? `${status} and archived` : status;
  return new DomainError("CONFLICT", `The appointment is ${present} already`);
}
