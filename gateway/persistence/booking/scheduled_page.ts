import type { Pool } from "pg";
import {
  type BookingScope,
  maxCounted,
  type ReadAppointment,
  type ScheduledQuery,
} from "../../../core/ports.ts";
import { cappedWindow, type FoundPage, readPage } from "../database/page.ts";
import { rowsOf } from "../database/statement.ts";
import {
  appointmentColumns,
  appointmentFromRow,
  type AppointmentRow,
} from "./appointment_filter.ts";

// The start and the end of the slot in the present grid, in minutes of the day (core's `slotOf`).
const minute = "(date_part('hour', a.date_time) * 60 + date_part('minute', a.date_time))::int";
const slotStart = `case when ${minute} < d.slot_offset then 0
  else ${minute} - (${minute} - d.slot_offset) % d.slot_interval end`;
const slotEnd = `case when ${minute} < d.slot_offset then d.slot_offset
  else ${minute} - (${minute} - d.slot_offset) % d.slot_interval + d.slot_interval end`;

/** Reads one page of the scheduled appointments of a range of times, and their number. Both stop at `maxCounted`. */
export function scheduledPage(
  pool: Pool,
  { organizationId, environment }: BookingScope,
  { departmentIds, workerId, minutes, from, to, ...request }: ScheduledQuery,
): Promise<FoundPage<ReadAppointment>> {
  const { limit, offset } = cappedWindow(request);
  const source = `from appointments a
    where a.organization_id = $1 and a.environment = $2 and not a.is_archived
      and a.status = 'SCHEDULED'
      and a.date_time >= $3::timestamp and a.date_time < $4::timestamp
      and ($5::bigint[] is null or a.department_id = any($5::bigint[]))
      and ($6::bigint is null or a.worker_id = $6::bigint)
      and ($7::int is null or exists (
        select from departments d where d.organization_id = a.organization_id
          and d.id = a.department_id and ${slotStart} < $8::int and ${slotEnd} > $7::int
      ))`;
  const values = [
    organizationId,
    environment,
    from.toString(),
    to.toString(),
    departmentIds,
    workerId,
    minutes?.start ?? null,
    minutes?.stop ?? null,
  ];
  return readPage<AppointmentRow & { id: string }, ReadAppointment>(
    (statement) => rowsOf(pool, statement, values),
    {
      total: `(select count(*) from (select ${source} limit ${maxCounted}) counted_rows)`,
      rows: `
        select ${appointmentColumns}, a.date_time
        from (select a.* ${source} order by a.date_time, a.id limit ${limit} offset ${offset}) a
        join departments d on d.organization_id = a.organization_id and d.id = a.department_id`,
      orderBy: "date_time, id",
    },
    appointmentFromRow,
  );
}
