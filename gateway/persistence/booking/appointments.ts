import { scheduledPage } from "./scheduled_page.ts";
import type { Pool, QueryResultRow } from "pg";
import type { Appointments, BookingScope, ReadAppointment } from "../../../core/ports.ts";
import { readAfter, readAppointmentBatches } from "./appointment_batches.ts";
import { readChanged } from "./changed_appointments.ts";
import { findPage } from "./appointment_page.ts";
import { searchPage } from "./appointment_search.ts";
import { personPage } from "./person_visits.ts";
import {
  appointmentColumns,
  appointmentFromColumns,
  appointmentFromRow,
  type AppointmentRow,
} from "./appointment_filter.ts";
import { boundsOf } from "./occupancy.ts";
import type { SharedRead, ShareReads } from "../database/shared_reads.ts";
import { rowsOf, type Statement } from "../database/statement.ts";
import { localDateTimeFromDatabase } from "../mapping/temporal_types.ts";

interface AppointmentKey {
  scope: BookingScope;
  id: number;
}

// LATERAL with OFFSET 0 fixes the order of the plan: each id, its appointment, its department. Otherwise the planner may
// join all ids with the whole table. BETWEEN with ORDER BY makes it use the primary key. With an equality, ORDER BY says
// nothing, and while the table is empty, an index that only begins with the organization costs as little.
const byId: SharedRead<AppointmentKey, ReadAppointment> = {
  name: "find appointments",
  keyColumns: { organization_id: "int", environment: "text", id: "bigint" },
  text: (requested) => `
    select requested.position, found.*
    from ${requested}
    cross join lateral (
      select ${appointmentColumns}
      from (
        select * from appointments
        where organization_id = requested.organization_id
          and environment = requested.environment and id between requested.id and requested.id
        order by id offset 0
      ) a
      cross join lateral (
        select name from departments
        where organization_id = a.organization_id and id = a.department_id
        offset 0
      ) d
    ) found`,
  columnsOf: ({ scope, id }) => [scope.organizationId, scope.environment, id],
  toValue: appointmentFromColumns,
};

const findByQrCode: Statement<AppointmentRow> = {
  text: `
    select ${appointmentColumns}
    from appointments a
    join departments d on d.organization_id = a.organization_id and d.id = a.department_id
    where a.organization_id = $1 and a.qr_code = $2`,
};

const ofDepartment: Statement<AppointmentRow & { place: number }> = {
  text: `
    select ${appointmentColumns}, a.place
    from appointments a
    join departments d on d.organization_id = a.organization_id and d.id = a.department_id
    where a.organization_id = $6 and a.department_id = $1::bigint and a.environment = $2
      and a.date_time >= $3::timestamp and a.date_time < $4::timestamp and not a.is_archived
    order by a.date_time, a.id limit $5`,
};

const ofDate = `a.organization_id = $1 and a.environment = $2 and not a.is_archived
  and a.date_time >= $3::timestamp and a.date_time < $4::timestamp`;

const between: Statement<AppointmentRow & { place: number }> = {
  text: `
    select ${appointmentColumns}, a.place
    from appointments a
    join departments d on d.organization_id = a.organization_id and d.id = a.department_id
    where ${ofDate}
    order by a.date_time, a.id limit $5`,
};

/** Returns the statement for some departments, and its values. Without departments it is the same for everybody. */
function within<Row extends QueryResultRow>(
  { text }: Statement<Row>,
  values: readonly unknown[],
  departmentIds: readonly number[] | undefined,
): [Statement<Row>, unknown[]] {
  if (!departmentIds) return [{ text }, [...values]];
  const ofDepartments = `${ofDate} and a.department_id = any($${values.length + 1}::bigint[])`;
  return [{ text: text.replace(ofDate, () => ofDepartments) }, [...values, departmentIds]];
}

const takenTimes: Statement<{
  departmentId: number;
  dateTime: string;
  listed: number;
  booked: number;
  workerIds: number[];
}> = {
  text: `
    select a.department_id as "departmentId", a.date_time as "dateTime", count(*)::int as listed,
      count(*) filter (where a.status <> 'CANCELLED')::int as booked,
      coalesce(
        array_agg(a.worker_id) filter (where a.worker_id is not null and a.status <> 'CANCELLED'), '{}'
      ) as "workerIds"
    from appointments a
    where ${ofDate}
    group by a.department_id, a.date_time`,
};

/** Implements core's `Appointments` in Postgres. */
export function createAppointments(pool: Pool, share: ShareReads): Appointments {
  const find = share(byId);
  return {
    find: (scope, id) => find({ scope, id }),
    async findByQrCode(organizationId, qrCode) {
      const [row] = await rowsOf(pool, findByQrCode, [organizationId, qrCode]);
      return row && appointmentFromRow(row);
    },
    list: (scope, query) => findPage(pool, scope, query),
    search: (scope, query, signal) => searchPage(pool, scope, { query, signal }),
    batches: (scope, selection) => readAppointmentBatches(pool, scope, selection),
    after: (scope, selection, next) => readAfter(pool, scope, selection, next),
    changed: (scope, selection, request) => readChanged(pool, scope, selection, request),
    ofPerson: (scope, query) => personPage(pool, scope, query),
    async ofDepartment({ organizationId, environment }, departmentId, { limit, ...range }) {
      const values = [departmentId, environment, ...boundsOf(range), limit, organizationId];
      const rows = await rowsOf(pool, ofDepartment, values);
      return rows.map(appointmentFromRow);
    },
    async between({ organizationId, environment }, { limit, departmentIds, ...range }) {
      const values = [organizationId, environment, ...boundsOf(range), limit];
      const rows = await rowsOf(pool, ...within(between, values, departmentIds));
      return rows.map(appointmentFromRow);
    },
    scheduled: (scope, query) => scheduledPage(pool, scope, query),
    async takenTimes({ organizationId, environment }, { departmentIds, ...range }) {
      const values = [organizationId, environment, ...boundsOf(range)];
      const rows = await rowsOf(pool, ...within(takenTimes, values, departmentIds));
      return rows.map((row) =>
        Object.assign(row, { dateTime: localDateTimeFromDatabase(row.dateTime) })
      );
    },
  };
}
