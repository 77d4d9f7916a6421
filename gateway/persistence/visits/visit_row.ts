import { defaultQueueRules, type QueueRules, type Visit } from "../../../core/ports.ts";
import {
  instantFromDatabase,
  instantOrNull,
  localDateTimeFromDatabase,
} from "../mapping/temporal_types.ts";

type Times = "dueAt" | "arrivedAt" | "calledAt" | "startedAt" | "endedAt";

/** A row of `visitColumns`. */
export interface VisitRow
  extends Omit<Visit, Times | "id" | "appointmentId" | "appointmentTime" | "date"> {
  id: string;
  appointmentId: string | null;
  appointmentTime: string | null;
  date: string;
  dueAt: string | null;
  arrivedAt: string;
  calledAt: string | null;
  startedAt: string | null;
  endedAt: string | null;
}

/** Selects a `VisitRow` of the table `v`. */
export const visitColumns = `v.id, v.organization_id as "organizationId", v.environment,
  v.department_id as "departmentId", v.date::text, v.number, v.part, v.ticket,
  v.appointment_id as "appointmentId", v.appointment_time as "appointmentTime",
  v.appointment_department_id as "appointmentDepartmentId", v.due_at as "dueAt",
  v.screen_id as "screenId", v.priority, v.note, v.state, v.outcome, v.desk,
  v.worker_id as "workerId", v.calls, v.arrived_at as "arrivedAt", v.called_at as "calledAt",
  v.started_at as "startedAt", v.ended_at as "endedAt", v.estimated_minutes as "estimatedMinutes"`;

/** Converts a row to core's `Visit`. */
export function visitFromRow(
  { id, appointmentId, appointmentTime, date, ...row }: VisitRow,
): Visit {
  const { dueAt, arrivedAt, calledAt, startedAt, endedAt } = row;
  return {
    ...row,
    id: Number(id),
    appointmentId: appointmentId === null ? null : Number(appointmentId),
    appointmentTime: appointmentTime === null ? null : localDateTimeFromDatabase(appointmentTime),
    date: Temporal.PlainDate.from(date),
    dueAt: instantOrNull(dueAt),
    arrivedAt: instantFromDatabase(arrivedAt),
    calledAt: instantOrNull(calledAt),
    startedAt: instantOrNull(startedAt),
    endedAt: instantOrNull(endedAt),
  };
}

/** Returns the values of `writtenColumns`. */
export function valuesOf(visit: Visit): unknown[] {
  return [
    visit.organizationId,
    visit.environment,
    visit.departmentId,
    visit.date.toString(),
    visit.number,
    visit.part,
    visit.ticket,
    visit.appointmentId,
    visit.appointmentTime?.toString() ?? null,
    visit.appointmentDepartmentId,
    visit.dueAt?.toString() ?? null,
    visit.screenId,
    visit.priority,
    visit.note,
    visit.state,
    visit.outcome,
    visit.desk,
    visit.workerId,
    visit.calls,
    visit.arrivedAt.toString(),
    visit.calledAt?.toString() ?? null,
    visit.startedAt?.toString() ?? null,
    visit.endedAt?.toString() ?? null,
    visit.estimatedMinutes,
  ];
}

/** All columns but the id. */
export const writtenColumns = [
  "organization_id",
  "environment",
  "department_id",
  "date",
  "number",
  "part",
  "ticket",
  "appointment_id",
  "appointment_time",
  "appointment_department_id",
  "due_at",
  "screen_id",
  "priority",
  "note",
  "state",
  "outcome",
  "desk",
  "worker_id",
  "calls",
  "arrived_at",
  "called_at",
  "started_at",
  "ended_at",
  "estimated_minutes",
] as const;

/** Selects the rules of the row of `departments` `d` as JSON; null if it has none of its own. */
export function rulesColumnOf(organizationId: string): string {
  return `(
    select json_build_object('checkIn', r.check_in, 'toleranceMinutes', r.tolerance_minutes,
      'arrivalMinutes', r.arrival_minutes, 'dayEndsAt', to_char(r.day_ends_at, 'HH24:MI'),
      'maxCalls', r.max_calls, 'priorities', r.priorities, 'version', r.version)
    from queue_rules r where r.organization_id = ${organizationId} and r.department_id = d.id
  )`;
}

/** The same for the organization $1. */
export const rulesColumn = rulesColumnOf("$1");

/** Returns the rules of a `rulesColumn`. */
export function rulesFrom(column: QueueRules | null): QueueRules {
  return column ?? defaultQueueRules;
}
