import type { AuditAction } from "../audit/audit_record.ts";
import type { BookingScope } from "../environment.ts";
import { type IcsEvent, uidOfAppointment, writeIcs } from "../ics.ts";
import type { Pace } from "../heavy_work.ts";
import type { Appointment, ReadAppointment } from "./appointment.ts";
import { appointmentNotFound } from "./appointment_views.ts";
import type { TimeRange } from "./appointments.ts";
import type { Reader } from "./list_appointments.ts";

/** The actions that may change what a calendar shows of an appointment. */
export const calendarActions = [
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
] as const satisfies readonly AuditAction[];

/** An appointment with what a calendar file needs. */
export interface FiledAppointment
  extends ReadAppointment, Pick<Appointment, "slotStart" | "slotMinutes"> {
  /** Whether its department is booked by worker. */
  isByWorker: boolean;
  /** The number of its entries in the audit log that are `calendarActions`. */
  changes: number;
  /** How often it was given to another person (core/screens/README.md 9). */
  handovers: number;
  /** The time of the last one; null if there is none. */
  changedAt: Temporal.Instant | null;
}

/** Asks for appointments of a range of times, in the order of their times. Null turns a filter off. */
export interface FiledQuery extends TimeRange {
  departmentIds: readonly number[] | null;
  workerId: number | null;
  /** Those that were cancelled or archived before are left out. */
  cancelledSince: Temporal.Instant;
  direction: "asc" | "desc";
  limit: number;
  pace: Pick<Pace, "isDue" | "pause">;
}

/** Reads appointments for calendar files. Each is one statement, whatever the number of appointments. */
export interface CalendarFiles {
  find(scope: BookingScope, id: number): Promise<FiledAppointment | undefined>;
  list(scope: BookingScope, query: FiledQuery): Promise<FiledAppointment[]>;
}

/**
 * Returns the file for a person's own calendar, of an appointment that may be archived. It names nobody
 * (core/booking/README.md 27). Throws APPOINTMENT_NOT_FOUND.
 */
export async function getCalendarFile(
  { calendarFiles }: { calendarFiles: CalendarFiles },
  caller: Reader,
  id: number,
): Promise<string> {
  const appointment = await calendarFiles.find(caller, id);
  if (!appointment) throw appointmentNotFound();
  const word = appointment.locale?.startsWith("de") ? "Termin" : "Appointment";
  const summary = `${word}: ${appointment.departmentName}`;
  return await writeIcs([toIcsEvent(appointment, { scope: caller, summary })], caller);
}

/** Makes the event of an appointment. It ends with its slot. */
export function toIcsEvent(
  appointment: FiledAppointment,
  { scope, summary, description }: { scope: BookingScope; summary: string; description?: string },
): IcsEvent {
  const { id, dateTime, status, slotStart, slotMinutes, changes } = appointment;
  const { organizationId, environment } = scope;
  const end = slotStart.add({ minutes: slotMinutes });
  const minutes = dateTime.until(end, { largestUnit: "minutes" }).minutes;
  return {
    uid: uidOfAppointment({ organizationId, environment, id }),
    status: appointment.archivedAt || status === "CANCELLED" ? "CANCELLED" : "CONFIRMED",
    sequence: changes,
    changedAt: appointment.changedAt ?? appointment.createdAt,
    start: dateTime,
    minutes: Math.max(minutes, 1),
    summary,
    ...(description && { description }),
  };
}
