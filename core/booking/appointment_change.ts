import type { AuditAction } from "../audit/audit_record.ts";
import type { AppointmentEventName, Subscription } from "../webhooks/new_event.ts";
import type { Appointment } from "./appointment.ts";
import type { SlotOccupancy } from "./availability.ts";
import type { CreditEntry } from "./credit_entry.ts";
import type { Department } from "./department.ts";
import type { BookingScope } from "./environment.ts";
import type { Worker } from "./worker.ts";

/** All that a change of one appointment is decided on, read under the lock of the balance. */
export interface ChangeContext extends BookingScope {
  timeZone: string;
  now: Temporal.Instant;
  /** Credits. */
  balance: number;
  /** As it is; a change is made to a copy. */
  appointment: Appointment;
  department: Department;
  /** The department's. */
  workers: readonly Worker[];
  /**
   * What the other appointments take in the slots of its time and of the one that it is to be moved to, both
   * by the department's grid of now.
   */
  others: { current: SlotOccupancy; target: SlotOccupancy | null };
  subscriptions: readonly Subscription[];
}

/** What is to be written of a change. */
export interface AppointmentChange {
  appointment: Appointment;
  /** A refund. */
  creditEntry: CreditEntry | null;
  /** By which event it is told; null for none. */
  eventName: AppointmentEventName | null;
  /** As what the audit keeps it. */
  action: AuditAction & `appointment.${string}`;
  /** Whether what else is kept of the person it is for is erased with it. */
  isErasure?: true;
}

/** Decides a change; null where there is nothing to do. Pure; a DomainError refuses, and nothing changes. */
export type DecideChange = (context: ChangeContext) => AppointmentChange | null;

/** A copy of an appointment with some of it changed. */
export function changed(appointment: Appointment, change: Partial<Appointment>): Appointment {
  return Object.assign(Object.create(Object.getPrototypeOf(appointment)), appointment, change);
}
