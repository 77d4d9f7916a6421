import type { Pool } from "pg";
import type { Appointments, BookingScope } from "../../../core/ports.ts";
import { findPage } from "./appointment_page.ts";
import { searchPage } from "./appointment_search.ts";
import {
  appointmentColumns,
  appointmentFromRow,
  type AppointmentRow,
} from "./appointment_filter.ts";
import { gather } from "../database/gather.ts";
import { boundsOf } from "./occupancy.ts";
import { rowsOf, type Statement } from "../database/statement.ts";

// OFFSET 0 makes the planner look each id up by itself. Otherwise it may join all ids with the whole table.
const findAppointments: Statement<AppointmentRow & { position: string }> = {
  text: `
    select requested.position, found.*
    from unnest($1::bigint[], $2::int[], $3::text[])
      with ordinality as requested (id, organization_id, environment, position)
    cross join lateral (
      select ${appointmentColumns}
      from appointments a
      join departments d on d.organization_id = a.organization_id and d.id = a.department_id
      where a.organization_id = requested.organization_id
        and a.environment = requested.environment and a.id = requested.id
      offset 0
    ) found`,
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

/** Implements core's `Appointments` in Postgres. */
export function createAppointments(pool: Pool): Appointments {
  const find = gather(async (refs: { scope: BookingScope; id: number }[]) => {
    const rows = await rowsOf(pool, findAppointments, [
      refs.map(({ id }) => id),
      refs.map(({ scope }) => scope.organizationId),
      refs.map(({ scope }) => scope.environment),
    ]);
    const found = new Map(rows.map(({ position, ...row }) => [Number(position), row]));
    return refs.map((_, i) => {
      const row = found.get(i + 1);
      return row && appointmentFromRow(row);
    });
  });
  return {
    find: (scope, id) => find({ scope, id }),
    async findByQrCode(organizationId, qrCode) {
      const [row] = await rowsOf(pool, findByQrCode, [organizationId, qrCode]);
      return row && appointmentFromRow(row);
    },
    list: (scope, query) => findPage(pool, scope, query),
    search: (scope, query, signal) => searchPage(pool, scope, { query, signal }),
    async ofDepartment({ organizationId, environment }, departmentId, { limit, ...range }) {
      const values = [departmentId, environment, ...boundsOf(range), limit, organizationId];
      const rows = await rowsOf(pool, ofDepartment, values);
      return rows.map(appointmentFromRow);
    },
  };
}
