import type { Actor, AuditRecord } from "../audit/audit_record.ts";
import type { DomainError } from "../errors.ts";
import type { Appointment, AppointmentView } from "./appointment.ts";
import type { SlotOccupancy } from "./availability.ts";
import type { CreditEntry } from "./credit_entry.ts";
import type { Department } from "./department.ts";
import type { BookingScope } from "./environment.ts";
import type { UsageEntry, UsageOfBooking } from "../usage/usage_entry.ts";
import type { Subscription } from "../webhooks/new_event.ts";
import type { Worker } from "./worker.ts";

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
