import { Appointment, type Slot, type SlotOccupancy } from "../../../core/ports.ts";
import { instantFromDatabase, localDateTimeFromDatabase } from "../mapping/temporal_types.ts";
import type { Statement } from "../database/statement.ts";

type Times = "id" | "dateTime" | "slotStart" | "createdAt" | "archivedAt";

interface FullAppointmentRow extends Omit<Appointment, Times> {
  id: string;
  dateTime: string;
  slotStart: string;
  createdAt: string;
  archivedAt: string | null;
}

// The gate already excludes every other writer. The row lock protects against a statement that bypasses the gate.
export const lockAppointment: Statement<FullAppointmentRow> = {
  text: `
    select id, organization_id as "organizationId", environment, department_id as "departmentId",
      date_time as "dateTime", slot_start as "slotStart", slot_minutes as "slotMinutes", place,
      slot_capacity as "slotCapacity", status, name, phone, worker_id as "workerId",
      worker_is_exclusive as "workerIsExclusive", external_user_id as "externalUserId",
      qr_code as "qrCode", created_at as "createdAt", archived_at as "archivedAt"
    from appointments
    where organization_id = $2 and environment = $3 and id = $1::bigint
    for no key update`,
};

/** Converts a row to core's `Appointment`. */
export function appointmentFromFullRow(row: FullAppointmentRow): Appointment {
  return Object.assign(Object.create(Appointment.prototype), row, {
    id: Number(row.id),
    dateTime: localDateTimeFromDatabase(row.dateTime),
    slotStart: localDateTimeFromDatabase(row.slotStart),
    createdAt: instantFromDatabase(row.createdAt),
    archivedAt: row.archivedAt === null ? null : instantFromDatabase(row.archivedAt),
  });
}

// The same as `readOccupancy`, without the appointment that is being changed.
export const findOthers: Statement<SlotOccupancy> = {
  text: `
    select taken.places, taken."workerIds"
    from unnest($4::timestamp[], $5::int[]) with ordinality as requested (slot_start, slot_minutes, position)
    cross join lateral (
      select coalesce(array_agg(a.place), '{}') as places,
        coalesce(array_agg(a.worker_id) filter (where a.worker_id is not null), '{}') as "workerIds"
      from appointments a
      where a.organization_id = $6 and a.department_id = $1 and a.environment = $2
        and a.id <> $3::bigint
        and a.date_time >= requested.slot_start
        and a.date_time < requested.slot_start + make_interval(mins => requested.slot_minutes)
        and a.status <> 'CANCELLED' and not a.is_archived
    ) taken
    order by requested.position`,
};

/** Returns the values of `findOthers`. */
export function othersValues(
  { id, organizationId, departmentId, environment }: Appointment,
  slots: readonly Slot[],
): unknown[] {
  return [
    departmentId,
    environment,
    id,
    slots.map(({ start }) => start.toString()),
    slots.map(({ minutes }) => minutes),
    organizationId,
  ];
}
