import { z } from "zod";
import type { AppointmentStatus } from "../booking/appointment.ts";
import { type Environment, environmentField } from "../environment.ts";
import { DomainError } from "../errors.ts";
import { idField } from "../input.ts";
import { formatInstant, formatLocalDateTime } from "../local_date_time.ts";
import { type AppointmentDifference, differenceOf } from "./appointment_of_visit.ts";
import type { VisitOutcome, VisitState } from "./visit.ts";
import type { ReadVisit } from "./visits.ts";
import { say } from "../messages.ts";

/** A visit as staff see it. Times are local to the organization. */
export interface VisitView {
  id: number;
  environment: Environment;
  departmentId: number;
  /** The local date of the arrival. */
  date: string;
  number: number;
  /** From 1; more after a transfer during the service. */
  part: number;
  /** The secret part of the ticket's address. */
  ticket: string;
  state: VisitState;
  /** Null while the visit lasts. */
  outcome: VisitOutcome | null;
  priority: string | null;
  /** "" for none. */
  note: string;
  desk: string | null;
  workerId: number | null;
  /** Number of calls since the visit entered the queue. */
  calls: number;
  arrivedAt: string;
  calledAt: string | null;
  startedAt: string | null;
  endedAt: string | null;
  /** Seconds from the arrival to the first call, or to the end or the present without a call. */
  waitingSeconds: number;
  /** Seconds from the start of the service to its end or to the present; null without a service. */
  handlingSeconds: number | null;
  /** The estimated wait on the ticket, in minutes; null if it was not known. */
  estimatedMinutes: number | null;
  /** The appointment as it is now; null for a person without one. */
  appointment: AppointmentOfVisit | null;
  /**
   * Whether the visit has ended as served or as a no-show and the appointment does not have the status of that: it is not the
   * one any more that the person came for, or somebody has set its status.
   */
  isAppointmentKept: boolean;
}

/** The appointment of a visit, as it is now. */
export interface AppointmentOfVisit {
  id: number;
  dateTime: string;
  status: AppointmentStatus;
  name: string;
  departmentId: number;
  departmentName: string;
  isArchived: boolean;
  /**
   * What happened to it after the person had come. The end of the visit then does not change it. Null if it is still the one
   * that the person came for.
   */
  difference: AppointmentDifference | null;
  /** Where it was when the person came; null in visits of versions that did not store it. */
  cameFor: { dateTime: string; departmentId: number } | null;
}

/** Makes the view for staff of the organization. */
export function toVisitView(
  visit: ReadVisit,
  { timeZone, now }: { timeZone: string; now: Temporal.Instant },
): VisitView {
  const { arrivedAt, calledAt, startedAt, endedAt, appointment } = visit;
  const local = (instant: Temporal.Instant | null) => instant && formatInstant(instant, timeZone);
  return {
    id: visit.id,
    environment: visit.environment,
    departmentId: visit.departmentId,
    date: visit.date.toString(),
    number: visit.number,
    part: visit.part,
    ticket: visit.ticket,
    state: visit.state,
    outcome: visit.outcome,
    priority: visit.priority,
    note: visit.note,
    desk: visit.desk,
    workerId: visit.workerId,
    calls: visit.calls,
    arrivedAt: formatInstant(arrivedAt, timeZone),
    calledAt: local(calledAt),
    startedAt: local(startedAt),
    endedAt: local(endedAt),
    waitingSeconds: secondsBetween(arrivedAt, calledAt ?? endedAt ?? now),
    handlingSeconds: startedAt && secondsBetween(startedAt, endedAt ?? now),
    estimatedMinutes: visit.estimatedMinutes,
    appointment: appointment && toAppointmentOfVisit(visit, appointment),
    isAppointmentKept: appointment !== null && isKept(visit, appointment),
  };
}

function toAppointmentOfVisit(
  visit: ReadVisit,
  appointment: NonNullable<ReadVisit["appointment"]>,
): AppointmentOfVisit {
  const { id, dateTime, status, name, departmentId, departmentName, archivedAt } = appointment;
  const { appointmentTime, appointmentDepartmentId } = visit;
  return {
    id,
    dateTime: formatLocalDateTime(dateTime),
    status,
    name,
    departmentId,
    departmentName,
    isArchived: archivedAt !== null,
    difference: differenceOf(visit, appointment),
    cameFor: appointmentTime &&
      { dateTime: formatLocalDateTime(appointmentTime), departmentId: appointmentDepartmentId! },
  };
}

/** The status of an appointment after the end of its visit. */
const endStatuses: Partial<Record<VisitOutcome, AppointmentStatus>> = {
  SERVED: "COMPLETED",
  NO_SHOW: "MISSED",
};

function isKept(visit: ReadVisit, appointment: NonNullable<ReadVisit["appointment"]>): boolean {
  // A later part of a stay began when the part before it was served.
  const outcome = visit.part > 1 ? "SERVED" : visit.outcome;
  const status = outcome && endStatuses[outcome];
  if (!status) return false;
  return differenceOf(visit, appointment) !== null || appointment.status !== status;
}

/** Returns whole seconds, at least 0: the clocks of two machines differ by a little. */
function secondsBetween(from: Temporal.Instant, to: Temporal.Instant): number {
  return Math.max(0, Math.round((to.epochMilliseconds - from.epochMilliseconds) / 1000));
}

/** Input that identifies a visit: `{id, environment?}`. The default environment is LIVE. */
export const visitInput = z.object({ id: idField("The visit"), environment: environmentField });

/** Makes the error for a visit that the caller cannot use. */
export function visitNotFound(): DomainError {
  return new DomainError("VISIT_NOT_FOUND", say("noSuchVisit"));
}
