import type { Environment } from "../environment.ts";
import type { Slot } from "../departments/slot.ts";
import { DomainError } from "../errors.ts";

/** Every status of an appointment (interface, "States and transitions"). */
export const appointmentStatuses = ["SCHEDULED", "COMPLETED", "CANCELLED", "MISSED"] as const;

/** What has become of an appointment. */
export type AppointmentStatus = (typeof appointmentStatuses)[number];

/** What a new appointment is made of. */
export interface NewAppointment {
  id: number;
  organizationId: number;
  environment: Environment;
  departmentId: number;
  dateTime: Temporal.PlainDateTime;
  slot: Slot;
  place: number;
  slotCapacity: number;
  name: string;
  phone: string;
  workerId: number | null;
  /** Whether the worker takes no other appointment in this slot. */
  workerIsExclusive: boolean;
  externalUserId: string | null;
  qrCode: string;
  createdAt: Temporal.Instant;
}

/**
 * An appointment. `slotStart`, `slotMinutes`, `place` and `slotCapacity` say which place of which slot it
 * was given; the database allows each place to be taken once, and none beyond the capacity.
 */
export class Appointment {
  id: number;
  organizationId: number;
  environment: Environment;
  departmentId: number;
  dateTime: Temporal.PlainDateTime;
  slotStart: Temporal.PlainDateTime;
  slotMinutes: number;
  place: number;
  slotCapacity: number;
  status: AppointmentStatus = "SCHEDULED";
  name: string;
  /** "" when unknown. */
  phone: string;
  workerId: number | null;
  workerIsExclusive: boolean;
  externalUserId: string | null;
  qrCode: string;
  createdAt: Temporal.Instant;
  archivedAt: Temporal.Instant | null = null;

  constructor(made: NewAppointment) {
    this.id = made.id;
    this.organizationId = made.organizationId;
    this.environment = made.environment;
    this.departmentId = made.departmentId;
    this.dateTime = made.dateTime;
    this.slotStart = made.slot.start;
    this.slotMinutes = made.slot.minutes;
    this.place = made.place;
    this.slotCapacity = made.slotCapacity;
    this.name = made.name;
    this.phone = made.phone;
    this.workerId = made.workerId;
    this.workerIsExclusive = made.workerIsExclusive;
    this.externalUserId = made.externalUserId;
    this.qrCode = made.qrCode;
    this.createdAt = made.createdAt;
  }
}

/** An appointment as it is read, with its department's name. */
export interface ReadAppointment extends
  Pick<
    Appointment,
    | "id"
    | "environment"
    | "dateTime"
    | "status"
    | "name"
    | "phone"
    | "qrCode"
    | "departmentId"
    | "workerId"
    | "externalUserId"
    | "createdAt"
    | "archivedAt"
  > {
  departmentName: string;
  /** Null without a worker; left out where it was not read. */
  workerName?: string | null;
}

/** The statuses that staff may move an appointment to, by the one that it has (decisions 4). */
const moves: Record<AppointmentStatus, readonly AppointmentStatus[]> = {
  SCHEDULED: ["COMPLETED", "CANCELLED", "MISSED"],
  COMPLETED: ["MISSED"],
  MISSED: ["COMPLETED"],
  CANCELLED: [],
};

/** An appointment in another status. Throws CONFLICT where it cannot move there, or is archived. */
export function movedTo(appointment: Appointment, status: AppointmentStatus): Appointment {
  if (appointment.archivedAt || !moves[appointment.status].includes(status)) {
    throw conflict(appointment);
  }
  return changed(appointment, { status });
}

/** Throws CONFLICT unless an appointment may be edited and rescheduled: SCHEDULED and not archived. */
export function requireScheduled(appointment: Appointment): void {
  if (appointment.archivedAt || appointment.status !== "SCHEDULED") throw conflict(appointment);
}

/** Names the status that it has, so that who came second in a race knows what came first. */
function conflict({ status, archivedAt }: Appointment): DomainError {
  const present = archivedAt ? `${status} and archived` : status;
  return new DomainError("CONFLICT", `The appointment is ${present} already`);
}

/** A copy of an appointment with some of it changed. */
export function changed(appointment: Appointment, change: Partial<Appointment>): Appointment {
  return Object.assign(Object.create(Object.getPrototypeOf(appointment)), appointment, change);
}
