import {
  type Actor,
  type AuditAction,
  type AuditRecord,
  changesBetween,
} from "../audit/audit_record.ts";
import type { Appointment } from "./appointment.ts";
import type { SlotOccupancy } from "../departments/availability.ts";
import type { CreditEntry } from "../credits/credit_entry.ts";
import type { Department } from "../departments/department.ts";
import type { BookingScope } from "../environment.ts";
import type { Worker } from "../departments/worker.ts";
import { formatInstant, formatLocalDateTime } from "../local_date_time.ts";
import type { AppointmentEventName, Subscription } from "../webhooks/new_event.ts";

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

/** The record of a new appointment; what it was booked with stands in the appointment itself. */
export function auditOfBooking(appointment: Appointment, actor: Actor): AuditRecord {
  return {
    ...about(appointment),
    actor,
    action: "appointment.created",
    changes: [],
    at: appointment.createdAt,
  };
}

/** The record of a change; of who the appointment is for only that it was changed. */
export function auditOfChange(
  { appointment: before, timeZone, now }: Pick<ChangeContext, "appointment" | "timeZone" | "now">,
  { appointment: after, action }: Pick<AppointmentChange, "appointment" | "action">,
  actor: Actor,
): AuditRecord {
  const changes = changesBetween(plain(before, timeZone), plain(after, timeZone), {
    fields: ["dateTime", "status", "workerId", "archivedAt"],
    hidden: ["name", "phone", "externalUserId"],
  });
  return { ...about(before), actor, action, changes, at: now };
}

/** An appointment is called by nothing but its id: its name is a person's. */
function about({ id, organizationId, environment }: Appointment) {
  return { organizationId, environment, subjectId: id, subjectName: "" };
}

/** As callers see it, so that it reads the same once it was kept as JSON. */
function plain(appointment: Appointment, timeZone: string) {
  const { status, workerId, name, phone, externalUserId, archivedAt } = appointment;
  return {
    dateTime: formatLocalDateTime(appointment.dateTime),
    status,
    workerId,
    archivedAt: archivedAt && formatInstant(archivedAt, timeZone),
    name,
    phone,
    externalUserId,
  };
}
