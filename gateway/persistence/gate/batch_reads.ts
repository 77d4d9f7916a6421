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
