import type { AppointmentView, Worker } from "../../../core/mod.ts";
import { departmentColumns, type DepartmentRow } from "../department_row.ts";
import type { Statement } from "../statement.ts";

// FOR SHARE: settings that are being changed are waited for, and do not change until the batch is done.
export const lockDepartments: Statement<DepartmentRow> = {
  name: "lock the departments of a batch",
  text: `select ${departmentColumns} from departments
    where organization_id = $1 and id = any($2::bigint[]) for share`,
};

export const findRemembered: Statement<
  { key: string; fingerprint: string; answer: AppointmentView }
> = {
  name: "find remembered bookings",
  text: `select key, fingerprint, answer from idempotency_keys
    where organization_id = $1 and environment = $2 and key = any($3) and created_at > $4`,
};

export const readWorkers: Statement<Worker> = {
  name: "read the workers of a batch",
  text: `select id, organization_id as "organizationId", department_id as "departmentId", name,
      is_active as "isActive"
    from workers where organization_id = $1 and department_id = any($2::bigint[])`,
};

export const drawAppointmentIds: Statement<{ ids: string[] }> = {
  name: "draw appointment ids",
  text: `select array_agg(nextval('appointments_id_seq')) as ids from generate_series(1, $1::int)`,
};

// OFFSET 0 keeps the planner from turning the lookup of each slot into one join over the whole table.
export const readOccupancy: Statement<
  { position: string; place: number; workerId: number | null }
> = {
  name: "read the occupancy of a batch",
  text: `
    select asked.position, taken.place, taken.worker_id as "workerId"
    from unnest($1::int[], $2::timestamp[], $3::int[])
      with ordinality as asked (department_id, slot_start, slot_minutes, position)
    cross join lateral (
      select a.place, a.worker_id from appointments a
      where a.department_id = asked.department_id and a.environment = $4
        and a.date_time >= asked.slot_start
        and a.date_time < asked.slot_start + make_interval(mins => asked.slot_minutes)
        and a.status <> 'CANCELLED' and a.archived_at is null
      offset 0
    ) taken`,
};
