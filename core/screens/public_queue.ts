import type { BookingScope } from "../environment.ts";
import { type AppointmentDifference, differenceOf } from "../visits/appointment_of_visit.ts";
import { isCurrent } from "../visits/business_day.ts";
import type { Visit } from "../visits/visit.ts";
import type { DepartmentQueue, QueueQuery, ReadVisit } from "../visits/visits.ts";

/** A visit as pages without a signed-in person may use it: without the appointment and the note. */
export type PublicVisit = Omit<
  Visit,
  | "note"
  | "ticket"
  | "workerId"
  | "screenId"
  | "appointmentId"
  | "appointmentTime"
  | "appointmentDepartmentId"
>;

/** Reads queues for pages without a signed-in person. Nothing that it reads names a person. */
export interface PublicQueue {
  /**
   * Returns every current visit (`isCurrent`) that has not ended; of some departments, or with null of all. In any order,
   * perhaps with visits of earlier days, which `currentIn` leaves out.
   */
  open(scope: BookingScope, query: QueueQuery): Promise<PublicVisit[]>;
  /** Returns the last part of the latest stay of a ticket; undefined if there is no such ticket. */
  findTicket(ticket: string, now: Temporal.Instant): Promise<FoundTicket | undefined>;
}

/** A visit with the names that its ticket shows. */
export interface FoundTicket {
  visit: PublicVisit;
  /** The date of the business day of the department. */
  businessDate: Temporal.PlainDate;
  departmentName: string;
  organizationName: string;
  timeZone: string;
  /** What happened to the appointment since the person came; null if nothing, or without an appointment. */
  change: AppointmentChangeOfTicket | null;
}

/** What happened to the appointment of a ticket since the person came, with its time and department now. */
export interface AppointmentChangeOfTicket {
  difference: AppointmentDifference;
  dateTime: Temporal.PlainDateTime;
  departmentName: string;
}

/** Returns what happened to the appointment of a ticket. */
export function changeOfTicket(
  visit: Visit,
  appointment: ReadVisit["appointment"],
): AppointmentChangeOfTicket | null {
  const difference = appointment && differenceOf(visit, appointment);
  if (!difference) return null;
  const { dateTime, departmentName } = appointment;
  return { difference, dateTime, departmentName };
}

/** Returns the visits without those of earlier days. */
export function currentIn(
  queues: readonly DepartmentQueue[],
  visits: readonly PublicVisit[],
  now: Temporal.Instant,
): PublicVisit[] {
  const dates = new Map(queues.map(({ departmentId, date }) => [departmentId, date]));
  return visits.filter((visit) => isCurrent(visit, dates.get(visit.departmentId), now));
}
