import { z } from "zod";
import type { AppointmentStatus } from "../booking/appointment.ts";
import { type Environment, environmentField } from "../environment.ts";
import { DomainError } from "../errors.ts";
import { idField } from "../input.ts";
import { formatInstant, formatLocalDateTime } from "../local_date_time.ts";
import type { VisitOutcome, VisitState } from "./visit.ts";
import type { ReadVisit } from "./visits.ts";

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
  /** Null for a person without one. */
  appointment:
    | { id: number; dateTime: string; status: AppointmentStatus; name: string }
    | null;
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
    appointment: appointment &&
      { ...appointment, dateTime: formatLocalDateTime(appointment.dateTime) },
  };
}

/** Returns whole seconds, at least 0: the clocks of two machines differ by a little. */
function secondsBetween(from: Temporal.Instant, to: Temporal.Instant): number {
  return Math.max(0, Math.round((to.epochMilliseconds - from.epochMilliseconds) / 1000));
}

/** Input that identifies a visit: `{id, environment?}`. The default environment is LIVE. */
export const visitInput = z.object({ id: idField("The visit"), environment: environmentField });

/** Makes the error for a visit that the caller cannot use. */
export function visitNotFound(): DomainError {
  return new DomainError("VISIT_NOT_FOUND", "There is no visit with this id");
}
