import type { BookingScope } from "../environment.ts";
import { DomainError } from "../errors.ts";
import { say } from "../messages.ts";
import type { Contact } from "../contact.ts";

/** The statuses of an appointment (core/booking/README.md 4). */
export const appointmentStatuses = ["SCHEDULED", "COMPLETED", "CANCELLED", "MISSED"] as const;
export type AppointmentStatus = (typeof appointmentStatuses)[number];

/** The fields of an appointment that its request gives. */
export interface RequestedAppointment extends Contact {
  readonly departmentId: number;
  readonly dateTime: Temporal.PlainDateTime;
  readonly name: string;
  /** "" if unknown. */
  readonly phone: string;
  readonly workerId: number | null;
  readonly externalUserId: string | null;
  /** The code for the check-in. */
  readonly qrCode: string;
  /** What staff have noted; "" for nothing. */
  readonly note: string;
}

/**
 * An appointment. `slotStart`, `slotMinutes`, `place` and `slotCapacity` are its slot and place at the time of booking.
 * The database allows each place of a slot once, and no place above the capacity (core/booking/README.md 3).
 */
export interface Appointment extends Readonly<BookingScope>, RequestedAppointment {
  readonly id: number;
  readonly slotStart: Temporal.PlainDateTime;
  readonly slotMinutes: number;
  readonly place: number;
  readonly slotCapacity: number;
  readonly status: AppointmentStatus;
  /** Whether the worker takes no other appointment in this slot. */
  readonly workerIsExclusive: boolean;
  readonly createdAt: Temporal.Instant;
  readonly archivedAt: Temporal.Instant | null;
  /** Why it was cancelled or archived; null if nobody said so. */
  readonly cancelReason: string | null;
}

/** An appointment with the name of its department, as stored, without what only the gate needs. */
export interface ReadAppointment extends
  Omit<
    Appointment,
    | "organizationId"
    | "slotStart"
    | "slotMinutes"
    | "place"
    | "slotCapacity"
    | "workerIsExclusive"
  > {
  departmentName: string;
  /** Null without a worker. Absent if the query did not load it. */
  workerName?: string | null;
}

/** The statuses that staff may set, by present status (core/booking/README.md 4). */
const moves: Record<AppointmentStatus, readonly AppointmentStatus[]> = {
  SCHEDULED: ["COMPLETED", "CANCELLED", "MISSED"],
  COMPLETED: ["MISSED"],
  MISSED: ["COMPLETED"],
  CANCELLED: [],
};

/** Returns a copy with another status. Throws CONFLICT if this move is not allowed or the appointment is archived. */
export function withStatus(appointment: Appointment, status: AppointmentStatus): Appointment {
  if (appointment.archivedAt || !moves[appointment.status].includes(status)) {
    throw conflict(appointment);
  }
  return changed(appointment, { status });
}

/** Returns a copy that is SCHEDULED again, without the reason of its cancellation. Throws CONFLICT if it is SCHEDULED or archived. */
export function revertedOf(appointment: Appointment): Appointment {
  const { status, archivedAt } = appointment;
  if (archivedAt || status === "SCHEDULED") throw conflict(appointment);
  return changed(appointment, { status: "SCHEDULED", cancelReason: null });
}

/** Throws CONFLICT unless the appointment is SCHEDULED and not archived. */
export function requireScheduled(appointment: Appointment): void {
  if (appointment.archivedAt || appointment.status !== "SCHEDULED") throw conflict(appointment);
}

/** Throws CONFLICT unless the appointment has a status. */
export function requireStatus(appointment: Appointment, status: AppointmentStatus): void {
  if (appointment.status !== status) throw conflict(appointment);
}

/** Makes a CONFLICT that names the present status, so the loser of a race sees what the winner did. */
function conflict({ status, archivedAt }: Appointment): DomainError {
  const message = say(archivedAt ? "alreadyArchived" : "already", { status });
  return new DomainError("CONFLICT", message);
}

/** Returns a copy of an appointment with some fields changed. */
export function changed(appointment: Appointment, change: Partial<Appointment>): Appointment {
  return { ...appointment, ...change };
}
