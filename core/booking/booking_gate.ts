import type { Actor, AuditRecord } from "../audit/audit_record.ts";
import type { DomainError } from "../errors.ts";
import type { Appointment, ReadAppointment, RequestedAppointment } from "./appointment.ts";
import type { HeldPlace, SlotOccupancy } from "../departments/availability.ts";
import type { CreditEntry, CreditGate } from "../credits/credit_entry.ts";
import type { Department } from "../departments/department.ts";
import type { BookingScope } from "../environment.ts";
import type { UsageEntry, UsageOfBooking } from "../usage/usage_entry.ts";
import type { Worker } from "../departments/worker.ts";
import type { DailyCap, KeySpending } from "./daily_cap.ts";
import type { DecideChange } from "./appointment_change.ts";
import type { Hold, HoldRequest, HoldUse, KeyHolder } from "./hold.ts";
import type { Subscription } from "../webhooks/new_event.ts";
import type { LeavingEntry, SeenEntry, WaitlistRequest } from "./waitlist_entry.ts";
import type { AppointmentView } from "./appointment_views.ts";
import type { IdempotencyClaim, RememberedBooking } from "./idempotency.ts";

/** A validated request for an appointment. */
export interface BookingRequest extends RequestedAppointment, HoldUse {
  /** What only staff can ask for; absent on the public API. */
  desk?: DeskRequest;
  idempotency: IdempotencyClaim | null;
  /** The actor of the audit record. */
  actor: Actor;
  /** The usage entry to write in the same transaction; null if the surface records none. */
  usage: UsageOfBooking | null;
  /** The cap of the caller's key. */
  dailyCap?: DailyCap;
  /**
   * Resolves to whether the caller may book, if that is still being checked. The gate may lock and read meanwhile. It
   * decides nothing before (`unconfirmedOf`). Never rejects. Absent for a checked caller.
   */
  isConfirmed?: Promise<boolean>;
}

/** What a booking at the front desk can ask for (core/booking/README.md 13). */
export interface DeskRequest {
  /** Whether any free worker may take the appointment. Counts only if the department requires a worker and none is given. */
  takesAnyWorker: boolean;
  /** Why the booking window does not apply; null if it applies. */
  overrideReason: string | null;
}

/** Everything that a batch of bookings depends on. Read after the balance row is locked. */
export interface BookingContext extends BookingScope {
  timeZone: string;
  now: Temporal.Instant;
  /** The reading of the monotonic clock at `now`. */
  monotonicMs: number;
  /** Credits. */
  balance: number;
  /** Credits at which the organization is warned (core/credits/README.md 5); null for no warning, and in TEST. */
  lowCreditThreshold: number | null;
  departments: ReadonlyMap<number, Department>;
  workers: readonly Worker[];
  /** Occupancy by `slotKey`. A slot without an entry is empty. */
  occupancy: ReadonlyMap<string, SlotOccupancy>;
  /** Stored answers by `Idempotency-Key`. */
  remembered: ReadonlyMap<string, RememberedBooking>;
  /** Credits that the keys with a cap have spent, by `spendingKey`. */
  spending: ReadonlyMap<string, number>;
  /** The webhooks and their subscribed events. */
  subscriptions: readonly Subscription[];
  /** Unused ids for new appointments, at least one per request. */
  appointmentIds: readonly number[];
  /** The requests whose callers are not confirmed. */
  unconfirmed: ReadonlySet<BookingRequest>;
}

/** The decision on one request. `booked` has everything to write. */
export type BookingVerdict =
  | {
    kind: "booked";
    appointment: Appointment;
    creditEntry: CreditEntry;
    usage: UsageEntry | null;
    audit: AuditRecord;
    idempotency: IdempotencyClaim | null;
    answer: AppointmentView;
    /** The hold that ends with the booking; null if it uses none. */
    usedHold: HeldPlace | null;
    /** The credit that counts for the cap of the key; null if it has none. */
    spent: KeySpending | null;
  }
  | { kind: "replayed"; answer: AppointmentView }
  | { kind: "refused"; error: DomainError };

/** Names the appointment to change, and what else the decision needs to read. */
export interface ChangeRequest {
  id: number;
  actor: Actor;
  /** The new time of a rescheduling, and the new department; null for the present one. */
  moveTo?: MoveTo;
  /** The `Idempotency-Key` of the request. */
  idempotencyKey?: string;
  /** Whether the decision needs the legal holds of the scope. */
  readsLegalHolds?: true;
  /** Whether the decision needs to know how often the appointment was given to another person. */
  readsHandovers?: true;
}

/** Where a rescheduling moves an appointment. */
export interface MoveTo {
  dateTime: Temporal.PlainDateTime;
  /** Null for the present department. */
  departmentId: number | null;
}

/**
 * The gate: every change of places or credits passes through it. It runs the changes of one organization and
 * environment one after another, across all processes (core/booking/README.md 2). A method returns after the commit.
 * It throws SERVICE_UNAVAILABLE if the database is away, if too many requests wait, or if the outcome of a commit stays
 * unknown.
 */
export interface BookingGate extends CreditGate {
  /** Decides a request in one batch with requests that arrive at the same time, and writes the bookings. */
  book(scope: BookingScope, request: BookingRequest): Promise<BookingVerdict>;
  /**
   * Decides a change of one appointment and writes it with its refund, events and audit record. Returns the changed
   * appointment, or undefined if it does not exist.
   */
  change(
    scope: BookingScope,
    request: ChangeRequest,
    decide: DecideChange,
  ): Promise<ReadAppointment | undefined>;
  /** Decides a request for a hold and writes the hold. Throws the errors of `decideHold`. */
  hold(scope: BookingScope, request: HoldRequest): Promise<{ hold: Hold; isReplay: boolean }>;
  /** Ends a hold of a key. Returns whether there was one that had not ended. */
  releaseHold(scope: BookingScope, hold: { id: number; holder: KeyHolder }): Promise<boolean>;
  /** Decides a request for an entry of the waiting list and writes it. Throws the errors of `decideJoin`. */
  joinWaitlist(
    scope: BookingScope,
    request: WaitlistRequest,
  ): Promise<{ entry: SeenEntry; isReplay: boolean }>;
  /** Ends an entry. Returns whether there was one that waited or had an offer. */
  leaveWaitlist(scope: BookingScope, entry: LeavingEntry): Promise<boolean>;
}
