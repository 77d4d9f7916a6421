import type { Actor, Audited, AuditRecord } from "../audit/audit_record.ts";
import type { DomainError } from "../errors.ts";
import type { Appointment, ReadAppointment } from "./appointment.ts";
import type { SlotOccupancy } from "../departments/availability.ts";
import type { CreditEntry } from "../credits/credit_entry.ts";
import type { Department } from "../departments/department.ts";
import type { BookingScope } from "../environment.ts";
import type { UsageEntry, UsageOfBooking } from "../usage/usage_entry.ts";
import type { Worker } from "../departments/worker.ts";
import type { DecideChange } from "./appointment_change.ts";
import type { Subscription } from "../webhooks/new_event.ts";
import type { AppointmentView } from "./appointment_views.ts";

/** One validated wish for an appointment. */
export interface BookingRequest {
  departmentId: number;
  dateTime: Temporal.PlainDateTime;
  name: string;
  /** "" when unknown; the public API never sets it. */
  phone: string;
  workerId: number | null;
  externalUserId: string | null;
  /** The code that the appointment gets if it is made. */
  qrCode: string;
  idempotency: IdempotencyClaim | null;
  /** Who books. */
  actor: Actor;
  /** What is recorded of the call, in the same transaction; null on surfaces that record none. */
  usage: UsageOfBooking | null;
}

/** A caller's `Idempotency-Key`, and the fingerprint of the validated fields that it stands for. */
export interface IdempotencyClaim {
  key: string;
  fingerprint: string;
}

/** The first answer under an `Idempotency-Key`, given again as it was. */
export interface RememberedBooking {
  fingerprint: string;
  answer: AppointmentView;
}

/** All that a batch of requests is decided on, read under the lock of the balance. */
export interface BookingContext extends BookingScope {
  timeZone: string;
  now: Temporal.Instant;
  /** The same moment by the monotonic clock. */
  monotonicMs: number;
  /** Credits. */
  balance: number;
  departments: ReadonlyMap<number, Department>;
  workers: readonly Worker[];
  /** By `slotKey`; a slot that is not named is empty. */
  occupancy: ReadonlyMap<string, SlotOccupancy>;
  /** By key. */
  remembered: ReadonlyMap<string, RememberedBooking>;
  /** Who is told of what. */
  subscriptions: readonly Subscription[];
  /** Unused ids for new appointments, at least one a request. */
  appointmentIds: readonly number[];
}

/** What becomes of one request. A booking carries everything that is to be written. */
export type BookingVerdict =
  | {
    kind: "booked";
    appointment: Appointment;
    creditEntry: CreditEntry;
    usage: UsageEntry | null;
    audit: AuditRecord;
    idempotency: IdempotencyClaim | null;
    answer: AppointmentView;
  }
  | { kind: "replayed"; answer: AppointmentView }
  | { kind: "refused"; error: DomainError };

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
