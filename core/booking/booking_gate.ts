import type { BookingRequest, BookingVerdict } from "./booking_batch.ts";
import type { Ledger } from "./environment.ts";

/**
 * The one gate through which everything passes that takes or frees a place or a credit. Behind it the
 * changes of one organization and environment happen one after the other, on any number of processes.
 * Each method throws SERVICE_UNAVAILABLE when the database is away, when too many wait, and when it stays
 * unknown whether the change was made; otherwise what it returns has been committed.
 */
export interface BookingGate {
  /** Decides the request together with those that arrive at the same time, and writes what is booked. */
  book(ledger: Ledger, request: BookingRequest): Promise<BookingVerdict>;
  /** Archives an appointment unless it is archived already; false when there is none. */
  archive(ledger: Ledger, appointmentId: number): Promise<boolean>;
  /** Adds credits and writes the grant to the ledger; the new balance, undefined without organization. */
  grant(ledger: Ledger, grant: { amount: number; note: string }): Promise<number | undefined>;
}
