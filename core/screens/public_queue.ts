import type { BookingScope } from "../environment.ts";
import { isCurrent } from "../visits/business_day.ts";
import type { Visit } from "../visits/visit.ts";
import type { DepartmentQueue, QueueQuery } from "../visits/visits.ts";

/** A visit as pages without a signed-in person may use it: without the appointment and the note. */
export type PublicVisit = Omit<Visit, "note" | "ticket" | "appointmentId" | "workerId">;

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
