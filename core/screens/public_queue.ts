import type { BookingScope } from "../environment.ts";
import type { Visit } from "../visits/visit.ts";

/** A visit as pages without a signed-in person may use it: without the appointment and the note. */
export type PublicVisit = Omit<Visit, "note" | "ticket" | "appointmentId" | "workerId">;

/** Reads queues for pages without a signed-in person. Nothing that it reads names a person. */
export interface PublicQueue {
  /** Returns the visits of a date that have not ended; of some departments, or with null of all. In any order. */
  openOn(
    scope: BookingScope,
    query: { date: Temporal.PlainDate; departmentIds: readonly number[] | null },
  ): Promise<PublicVisit[]>;
  /** Returns the last part of the stay of a ticket; undefined if there is no such ticket. */
  findTicket(ticket: string): Promise<FoundTicket | undefined>;
}

/** A visit with the names that its ticket shows. */
export interface FoundTicket {
  visit: PublicVisit;
  departmentName: string;
  organizationName: string;
  timeZone: string;
}
