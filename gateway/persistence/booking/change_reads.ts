import {
  type Actor,
  type Appointment,
  type Department,
  slotOf,
  type StatusMove,
} from "../../../core/ports.ts";
import type { RowOf } from "../mapping/columns.ts";
import { appointments } from "../mapping/tables.ts";
import { instantFromDatabase } from "../mapping/temporal_types.ts";
import type { Statement } from "../database/statement.ts";
import { holdsOf, type OccupancyRow } from "./occupancy.ts";

interface LockedRow extends RowOf<Appointment> {
  arrivalMinutes: number | null;
  moverKind: Actor["kind"] | null;
  moverId: number | null;
  moverName: string | null;
  movedAt: string | null;
}

// The last status change comes from the audit log: a column of its own would make each booking larger.
//
// The gate already excludes every other writer. The row lock protects against a statement that bypasses the gate.
export const lockAppointment: Statement<LockedRow> = {
  text: `
    select ${
    appointments.select("a")
  }, moved.actor_kind as "moverKind", moved.actor_id as "moverId",
      moved.actor_name as "moverName", moved.created_at as "movedAt",
      (
        select r.arrival_minutes from queue_rules r
        where r.organization_id = $2 and r.department_id = a.department_id
      ) as "arrivalMinutes"
    from appointments a
    left join lateral (
      select actor_kind, actor_id, actor_name, created_at from audit_entries
      where organization_id = $2 and subject_kind = 'appointment' and subject_id = $1::bigint
        and action = any($4::text[])
      order by id desc limit 1
    ) moved on true
    where a.organization_id = $2 and a.environment = $3 and a.id = $1::bigint
    for no key update of a`,
};

/** Returns the last status change of an appointment. */
export function lastMoveOf(
  { moverKind, moverId, moverName, movedAt }: LockedRow,
): StatusMove | null {
  if (moverKind === null || moverName === null || movedAt === null) return null;
  return {
    actor: { kind: moverKind, id: moverId, name: moverName },
    at: instantFromDatabase(movedAt),
  };
}

/** Converts a row to core's `Appointment`. */
export function appointmentFromFullRow(
  { moverKind: _kind, moverId: _id, moverName: _name, movedAt: _at, arrivalMinutes: _rule, ...row }:
    LockedRow,
): Appointment {
  return appointments.fromRow(row);
}

// The same as `readOccupancy`, without the appointment that is being changed.
export const findOthers: Statement<OccupancyRow> = {
  text: `
    select taken.places, taken."workerIds", ${holdsOf({ organization: "$6", environment: "$2" })}
    from unnest($1::int[], $4::timestamp[], $5::int[]) with ordinality
      as requested (department_id, slot_start, slot_minutes, position)
    cross join lateral (
      select coalesce(array_agg(a.place), '{}') as places,
        coalesce(array_agg(a.worker_id) filter (where a.worker_id is not null), '{}') as "workerIds"
      from appointments a
      where a.organization_id = $6 and a.department_id = requested.department_id and a.environment = $2
        and a.id <> $3::bigint
        and a.date_time >= requested.slot_start
        and a.date_time < requested.slot_start + make_interval(mins => requested.slot_minutes)
        and a.status <> 'CANCELLED' and not a.is_archived
    ) taken
    order by requested.position`,
};

/** Returns the values of `findOthers` for the slots of some times, each in a department. */
export function othersValues(
  { id, organizationId, environment }: Appointment,
  times: readonly { department: Department; dateTime: Temporal.PlainDateTime }[],
): unknown[] {
  const slots = times.map(({ department, dateTime }) => slotOf(dateTime, department));
  return [
    times.map(({ department }) => department.id),
    environment,
    id,
    slots.map(({ start }) => start.toString()),
    slots.map(({ minutes }) => minutes),
    organizationId,
  ];
}
