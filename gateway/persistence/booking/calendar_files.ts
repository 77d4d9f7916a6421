import type { Pool } from "pg";
import {
  calendarActions,
  type CalendarFiles,
  type FiledAppointment,
  handoverAction,
  mapAtPace,
} from "../../../core/ports.ts";
import { rowsOf, type Statement } from "../database/statement.ts";
import {
  instantFromDatabase,
  instantValue,
  localDateTimeFromDatabase,
} from "../mapping/temporal_types.ts";
import {
  appointmentColumns,
  appointmentFromRow,
  type AppointmentRow,
} from "./appointment_filter.ts";
import { boundsOf } from "./occupancy.ts";

type FiledRow = AppointmentRow & {
  slotStart: string;
  slotMinutes: number;
  isByWorker: boolean;
  changes: number;
  handovers: number;
  changedAt: string | null;
};

const columns =
  `${appointmentColumns}, a.slot_start as "slotStart", a.slot_minutes as "slotMinutes",
  d.show_admins_in_booking as "isByWorker", changed.changes, changed.handovers, changed."changedAt"`;

// The last change is in the audit log, so no write has to keep it (8 in README.md). Each appointment has few entries,
// and audit_entries_by_subject has them together.
const joined = `
  join departments d on d.organization_id = a.organization_id and d.id = a.department_id
  cross join lateral (
    select count(*)::int as changes, max(e.created_at) as "changedAt",
      count(*) filter (where e.action = '${handoverAction}')::int as handovers
    from audit_entries e
    where e.organization_id = a.organization_id and e.subject_kind = 'appointment'
      and e.subject_id = a.id and e.environment = a.environment and e.action = any($3::text[])
  ) changed`;

const byId: Statement<FiledRow> = {
  name: "find the appointment of a calendar file",
  text: `
    select ${columns} from appointments a ${joined}
    where a.organization_id = $1 and a.environment = $2 and a.id = $4::bigint`,
};

/** Returns the statement of a list. Both values of `is_archived` are given, so that the indexes serve it. */
function listOf(direction: "asc" | "desc"): Statement<FiledRow> {
  return {
    text: `
      select ${columns} from appointments a ${joined}
      where a.organization_id = $1 and a.environment = $2 and a.is_archived = any($9::boolean[])
        and a.date_time >= $4::timestamp and a.date_time < $5::timestamp
        and ($6::bigint[] is null or a.department_id = any($6))
        and ($7::bigint is null or a.worker_id = $7)
        and (a.archived_at is null or a.archived_at >= $8::timestamptz)
        and (a.status <> 'CANCELLED' or a.is_archived
          or coalesce(changed."changedAt", a.created_at) >= $8::timestamptz)
      order by a.date_time ${direction}, a.id ${direction} limit $10`,
  };
}

const lists = { asc: listOf("asc"), desc: listOf("desc") };

/** Implements core's `CalendarFiles` in Postgres. */
export function createCalendarFiles(pool: Pool): CalendarFiles {
  return {
    async find({ organizationId, environment }, id) {
      const values = [organizationId, environment, calendarActions, id];
      const [row] = await rowsOf(pool, byId, values);
      return row && filedFromRow(row);
    },
    async list({ organizationId, environment }, { direction, limit, pace, ...query }) {
      const { departmentIds, workerId, cancelledSince } = query;
      const since = instantValue(cancelledSince);
      const filters = [departmentIds, workerId, since, [false, true], limit];
      const values = [organizationId, environment, calendarActions, ...boundsOf(query), ...filters];
      return await mapAtPace(await rowsOf(pool, lists[direction], values), pace, filedFromRow);
    },
  };
}

function filedFromRow(row: FiledRow): FiledAppointment {
  const { slotStart, changedAt, ...appointment } = appointmentFromRow(row);
  return {
    ...appointment,
    slotStart: localDateTimeFromDatabase(slotStart),
    changedAt: changedAt === null ? null : instantFromDatabase(changedAt),
  };
}
