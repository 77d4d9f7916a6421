import type { Actor, AuditAction } from "../audit/audit_record.ts";
import type { AppointmentChange, ChangeContext } from "../booking/appointment_change.ts";
import type { BookingScope } from "../environment.ts";
import type { VisitEventName } from "../webhooks/event_catalogue.ts";
import type { Subscription } from "../webhooks/new_event.ts";
import type { GivenNumbers } from "./business_day.ts";
import type { RulesOf } from "./call_order.ts";
import type { Visit } from "./visit.ts";
import type { QueueFigures } from "./wait_estimate.ts";

/** Names what a change of visits is about, and so what its decision reads. */
export interface VisitRequest {
  actor: Actor;
  /** The visit to change. Its appointment is read too. */
  visitId?: number;
  /** The appointment of a person who arrives. Its open visit is read too. */
  appointmentId?: number;
  /** The ticket of a person who arrives. The visit that has it already is read. */
  ticket?: string;
  /** The kiosk of a person who arrives without an appointment, or whose visits end. Those who wait for it are read. */
  screenId?: number;
  /** The departments whose queues are read, with those of the visit and of the appointment. */
  departmentIds?: readonly number[];
  /** The counter of a call. What it does now is read. */
  counter?: { desk: string; workerId: number | null };
}

/** A department, as the decision on a visit needs it. */
export interface VisitedDepartment extends QueueFigures {
  id: number;
  /** The date of its business day. */
  date: Temporal.PlainDate;
  isActive: boolean;
}

/** Everything that a decision on visits depends on. Read after the balance row is locked. */
export interface VisitContext extends BookingScope {
  timeZone: string;
  now: Temporal.Instant;
  /** Empty unless the request is an arrival. */
  numbers: GivenNumbers;
  /** The visit of the request; undefined if there is none with this id. */
  visit: Visit | undefined;
  /** The visit of the request's appointment that has not ended. */
  openVisit: Visit | undefined;
  /** The latest visit with the ticket of the request. */
  ticketVisit: Visit | undefined;
  /** The appointment of the visit or of the request; undefined if there is none. */
  appointment: ChangeContext | undefined;
  /** Those who wait in the departments of the request, in any order. Visits of earlier days are left out. */
  waiting: readonly Visit[];
  /** Those who wait with a number of the kiosk of the request, newest first: the last `maxEndedTogether` of any day. */
  ofKiosk: readonly Visit[];
  /** The visit that the counter of the request calls or serves now. */
  atCounter: Visit | undefined;
  /** The departments of the request, and those of the visit and of the appointment. Unknown ones are left out. */
  departments: ReadonlyMap<number, VisitedDepartment>;
  rulesOf: RulesOf;
  /** Whether the worker of the counter exists and is active. True without one. */
  isWorkerKnown: boolean;
  subscriptions: readonly Subscription[];
}

/** A visit as it is after a change, with its audit record and event. */
export interface VisitStep {
  visit: Visit;
  /** Undefined for a new visit. */
  before: Visit | undefined;
  action: AuditAction & `visit.${string}`;
  /** The event to publish; null for none. */
  eventName: VisitEventName | null;
}

/** A decided change, with everything to write. */
export interface VisitChange {
  /** In the order of writing. The last step is the answer to the caller. */
  steps: readonly VisitStep[];
  /** What happens to the appointment of the visit; null for nothing. */
  appointment: AppointmentChange | null;
  /** What a repeat of the request answers (`answering`); absent for the visit as it is then. */
  answer?: unknown;
}

/** A decision: a change, or a visit that stays as it is, or null if there is no visit. */
export type VisitDecision = VisitChange | { unchanged: Visit } | null;

/** Decides a change of visits. Throws a DomainError to refuse. Pure. */
export type DecideVisits = (context: VisitContext) => VisitDecision;

/**
 * The part of the gate for visits. A visit may complete its appointment, and its events stand in the feed, so it passes
 * the same lock as bookings (core/visits/README.md 3).
 */
export interface VisitGate {
  /**
   * Decides a change and writes it with its events, its audit records and the change of the appointment. Returns the id of
   * the answered visit after the commit; null if the decision was null. Throws like the methods of `BookingGate`.
   */
  changeVisits(
    scope: BookingScope,
    request: VisitRequest,
    decide: DecideVisits,
  ): Promise<number | null>;
}
