import type { Actor, Audited } from "../audit/audit_record.ts";
import type { ReadAppointment } from "./appointment.ts";
import type { DecideChange } from "./appointment_change.ts";
import type { BookingRequest, BookingVerdict } from "./booking_batch.ts";
import type { CreditEntry } from "./credit_entry.ts";
import type { BookingScope } from "./environment.ts";

/**
 * The one gate through which everything passes that takes or frees a place or a credit. Behind it the
 * changes of one organization and environment happen one after the other, on any number of processes.
 * Each method throws SERVICE_UNAVAILABLE when the database is away, when too many wait, and when it stays
 * unknown whether the change was made; otherwise what it returns has been committed.
 */
export interface BookingGate {
  /** Decides the request together with those that arrive at the same time, and writes what is booked. */
  book(scope: BookingScope, request: BookingRequest): Promise<BookingVerdict>;
  /**
   * Decides a change of one appointment and writes it, with its refund, its events and its audit record; the
   * appointment as it is then, undefined when there is none. `moveTo` is the time that it may be moved to.
   */
  change(
    scope: BookingScope,
    appointment: { id: number; moveTo?: Temporal.PlainDateTime; actor: Actor },
    decide: DecideChange,
  ): Promise<ReadAppointment | undefined>;
  /** Adds credits and writes the grant to the ledger; the new balance, undefined without organization. */
  grant(
    scope: BookingScope,
    grant: { amount: number; note: string },
    audit: Audited<CreditEntry>,
  ): Promise<number | undefined>;
}
