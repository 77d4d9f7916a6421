import {
  type Actor,
  answering,
  type AuditAction,
  type AuditRecord,
  type FieldChange,
} from "../audit/audit_record.ts";
import { changesOf } from "../audit/audited_changes.ts";
import type { Appointment } from "./appointment.ts";
import { appointmentFields } from "./appointment_fields.ts";
import type { HeldPlace, SlotOccupancy } from "../departments/availability.ts";
import type { CreditEntry } from "../credits/credit_entry.ts";
import type { Department } from "../departments/department.ts";
import type { BookingScope } from "../environment.ts";
import type { Worker } from "../departments/worker.ts";
import type { AppointmentView } from "./appointment_views.ts";
import type { IdempotencyClaim, RememberedBooking } from "./idempotency.ts";
import type { AppointmentEventName } from "../webhooks/event_catalogue.ts";
import type { LegalHold } from "./legal_hold.ts";
import type { Subscription } from "../webhooks/new_event.ts";

/** A change of a status, from the audit log. */
export interface StatusMove {
  actor: Pick<Actor, "kind" | "id" | "name">;
  at: Temporal.Instant;
}

/** The actions that change a status or archive an appointment. */
export const statusActions = [
  "appointment.cancelled",
  "appointment.completed",
  "appointment.missed",
  "appointment.reverted",
  "appointment.archived",
] as const satisfies readonly AuditAction[];

/** Everything that a change of one appointment depends on. Read after the balance row is locked. */
export interface ChangeContext extends BookingScope {
  timeZone: string;
  now: Temporal.Instant;
  /** Credits. */
  balance: number;
  /** As in `BookingContext`. */
  lowCreditThreshold: number | null;
  /** The present state. A change is made to a copy. */
  appointment: Appointment;
  /** The last change of its status, also an archiving; null if it has the status of its booking. */
  lastMove: StatusMove | null;
  department: Department;
  /** The rule of the department from when on a person can arrive (core/visits/README.md 5). */
  arrivalMinutes: number | null;
  /** The workers of the department. */
  workers: readonly Worker[];
  /** The places that other appointments take in the slot of its present time, by the present grid. */
  others: SlotOccupancy;
  /** Where a rescheduling moves it; null for every other change. */
  target: MoveTarget | null;
  /** The answer that is stored under the `Idempotency-Key` of the request; null if there is none. */
  remembered: RememberedBooking | null;
  /** The legal holds of the scope; empty unless the request reads them. */
  legalHolds: readonly LegalHold[];
  /** How often it was given to another person; 0 unless the request reads it. */
  handovers: number;
  subscriptions: readonly Subscription[];
}

/** The requested department and slot of a rescheduling. */
export interface MoveTarget {
  /** Undefined if there is no such department in the organization. */
  department: Department | undefined;
  workers: readonly Worker[];
  /** The places that other appointments take in the slot of the new time, by the present grid of that department. */
  others: SlotOccupancy;
}

/** A decided change, with everything to write. */
export interface AppointmentChange {
  appointment: Appointment;
  /** The refund, if there is one. */
  creditEntry: CreditEntry | null;
  /** The event to publish; null for none. */
  eventName: AppointmentEventName | null;
  /** The action of the audit record. */
  action: AuditAction & `appointment.${string}`;
  /** Why the booking window did not apply, or why the appointment was completed before its day. */
  overrideReason?: string | null;
  /** Whether to erase the personal data in stored answers and events too. */
  isErasure?: true;
  /** Whether the whole person is erased, so that the stops of its e-mail address go too (core/email/README.md 5). */
  forgetsAddress?: true;
  /** The claim of the run of retention that erases. The change is undone if another process has taken the run over. */
  retentionClaim?: string;
  /** The legal hold to place on the person of the appointment. */
  placesLegalHold?: Pick<LegalHold, "reason" | "placedBy">;
  /** The id of the legal hold to lift. */
  liftsLegalHold?: number;
  /** The answer to record with the `Idempotency-Key` of a request of staff, if it is not the appointment. */
  answer?: unknown;
  /** The hold that ends with the change; null if it uses none. */
  usedHold?: HeldPlace | null;
  /** The answer to store under the `Idempotency-Key` of the request. */
  remember?: IdempotencyClaim & { answer: AppointmentView };
}

/** Decides a change. Returns null if there is nothing to change; throws a DomainError to refuse. Pure. */
export type DecideChange = (context: ChangeContext) => AppointmentChange | null;

/**
 * Makes the audit record of a new appointment. It lists no fields of the appointment, which has them itself, and the
 * reason of staff who overrode the booking window.
 */
export function auditOfBooking(
  appointment: Appointment,
  { actor, overrideReason = null }: { actor: Actor; overrideReason?: string | null | undefined },
): AuditRecord {
  return {
    ...about(appointment),
    actor,
    action: "appointment.created",
    changes: overriding(overrideReason),
    at: appointment.createdAt,
  };
}

/** Makes the audit record of a change. Personal data is listed as changed, without values. */
export function auditOfChange(
  { appointment: before, timeZone, now }: Pick<ChangeContext, "appointment" | "timeZone" | "now">,
  { appointment: after, action, overrideReason = null, answer }: Pick<
    AppointmentChange,
    "appointment" | "action" | "overrideReason" | "answer"
  >,
  actor: Actor,
): AuditRecord {
  const changes = changesOf(before, after, { catalogue: appointmentFields, timeZone });
  return {
    ...about(before),
    actor: answer === undefined ? actor : answering(actor, answer),
    action,
    changes: [...changes, ...overriding(overrideReason)],
    at: now,
  };
}

/** The field of an audit record that has the reason of staff. It can name a person, so an erasure removes its text. */
export const reasonField = "overrideReason";

function overriding(reason: string | null): FieldChange[] {
  return reason === null ? [] : [{ field: reasonField, after: reason }];
}

/** Identifies the appointment by its id only, because its name is a person's. */
function about({ id, organizationId, environment }: Appointment) {
  return { organizationId, environment, subjectId: id, subjectName: "" };
}
