import type { Pool } from "pg";
import {
  type BookingScope,
  maxCounted,
  type PersonQuery,
  type ReadAppointment,
} from "../../../core/ports.ts";
import {
  appointmentColumns,
  appointmentFromRow,
  type AppointmentRow,
} from "./appointment_filter.ts";
import { cappedWindow, type FoundPage, readPage } from "../database/page.ts";
import { rowsOf } from "../database/statement.ts";

/**
 * Reads one page of a person's appointments and the total, in one snapshot. It reads the indexes by reference and by
 * name, each as far as a person can have appointments.
 */
export function personPage(
  pool: Pool,
  { organizationId, environment }: BookingScope,
  { id, name, phone, externalUserId, departmentIds, ...request }: PersonQuery,
): Promise<FoundPage<ReadAppointment>> {
  const { offset, limit } = cappedWindow(request);
  const values = [organizationId, environment, id, externalUserId, name, phone];
  const ofDepartments = departmentIds ? ` and department_id = any($7::bigint[])` : "";
  const ofScope = `organization_id = $1 and environment = $2${ofDepartments}`;
  // Both parts of an index that has is_archived before the person.
  const ofKinds = `${ofScope} and is_archived in (false, true)`;
  const newest = `order by date_time desc, id desc limit ${maxCounted}`;
  return readPage<AppointmentRow, ReadAppointment>(
    (statement) => rowsOf(pool, statement, departmentIds ? [...values, departmentIds] : values),
    {
      with: `with found as materialized (
        select id, date_time from appointments where ${ofScope} and id = $3::bigint
        union (
          select id, date_time from appointments where ${ofKinds} and external_user_id = $4 ${newest}
        )
        union (
          select id, date_time from appointments
          where ${ofKinds} and name = $5 and phone = $6 and phone <> '' ${newest}
        )
      )`,
      total: `(select least(count(*), ${maxCounted}) from found)`,
      rows: `
        select ${appointmentColumns}, a.date_time
        from (
          select id from found order by date_time desc, id desc limit ${limit} offset ${offset}
        ) f
        join appointments a on a.organization_id = $1 and a.environment = $2 and a.id = f.id
        join departments d on d.organization_id = a.organization_id and d.id = a.department_id`,
      orderBy: "date_time desc, id desc",
    },
    appointmentFromRow,
  );
}
