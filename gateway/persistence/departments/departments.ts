import { Department, type Departments, type DepartmentView, Worker } from "../../../core/ports.ts";
import { instantFromDatabase } from "../mapping/temporal_types.ts";
import { addAudited } from "../audit/audited.ts";
import { changeLocked, rowOf } from "../audit/change_locked.ts";
import { cancellableRowsOf } from "../database/cancellable.ts";
import { type Database, maxInt } from "../database/database.ts";
import { orUnavailable } from "../database/faults.ts";
import { gather } from "../database/gather.ts";
import {
  occupancyValues,
  readOccupancy,
  readTakenSlots,
  type SlotQuery,
  takenSlotsOf,
  takenSlotsValues,
} from "../booking/occupancy.ts";
import { addSlotChangeJobs } from "./slot_change_jobs.ts";
import { type PageQuery, readPage } from "../database/page.ts";
import { rowsOf, type Statement } from "../database/statement.ts";

/** A row of `departmentColumns`. */
export type DepartmentRow = Omit<Department, "createdAt"> & { createdAt: string };

/** Selects a `DepartmentRow`. */
export const departmentColumns = `id, organization_id as "organizationId", name, address,
  phone_number as "phoneNumber", slot_interval as "slotInterval", working_hours as "workingHours",
  show_admins_in_booking as "showAdminsInBooking", slot_capacity as "slotCapacity",
  slot_offset as "slotOffset", opening_hours as "openingHours", closures,
  booking_window as "bookingWindow", is_active as "isActive", created_at as "createdAt"`;

/** Converts a row to a `Department`, outside any unit of work. */
export function departmentFromRow({ id, organizationId, createdAt, ...settings }: DepartmentRow) {
  const department = new Department(organizationId, settings, instantFromDatabase(createdAt));
  department.id = id;
  return department;
}

const view = `id, name, address, phone_number as "phoneNumber", slot_interval as "slotInterval",
  working_hours as "workingHours"`;

const listActive: Statement<DepartmentView> = {
  name: "list active departments",
  text: `select ${view} from departments
    where organization_id = $1 and is_active and id > $2::bigint order by id limit $3`,
};

const findActive: Statement<DepartmentView> = {
  name: "find an active department",
  text: `select ${view} from departments
    where organization_id = $1 and id = $2::bigint and is_active`,
};

// OFFSET 0 makes the planner look each department up by itself.
const findBookable: Statement<DepartmentRow & { position: string; activeWorkerIds: number[] }> = {
  name: "find bookable departments",
  text: `
    select requested.position, found.*
    from unnest($1::int[], $2::bigint[]) with ordinality as requested (organization_id, id, position)
    cross join lateral (
      select ${departmentColumns}, array(
        select w.id from workers w
        where w.organization_id = d.organization_id and w.department_id = d.id and w.is_active
      ) as "activeWorkerIds"
      from departments d
      where d.organization_id = requested.organization_id and d.id = requested.id and d.is_active
      offset 0
    ) found`,
};

const findWithWorkers: Statement<DepartmentRow & { activeWorkerIds: number[] }> = {
  name: "find a department with its workers",
  text: `
    select ${departmentColumns}, array(
      select w.id from workers w
      where w.organization_id = $1 and w.department_id = departments.id and w.is_active
    ) as "activeWorkerIds"
    from departments where organization_id = $1 and id = $2::bigint`,
};

const listWorkersOf: Statement<Omit<Worker, "createdAt"> & { createdAt: string }> = {
  name: "list the workers of an organization",
  text: `
    select id, organization_id as "organizationId", department_id as "departmentId", name,
      is_active as "isActive", created_at as "createdAt"
    from workers
    where organization_id = $1 and ($2::bigint is null or department_id = $2::bigint)
    order by id`,
};

const found = `from departments where organization_id = $1
  and ($2::text is null or strpos(lower(name), lower($2)) > 0)
  and ($3::boolean is null or is_active = $3)`;

const pageOfDepartments: PageQuery = {
  total: `(select count(*) ${found})`,
  rows: `select ${departmentColumns} ${found} order by id limit $4 offset $5`,
  orderBy: "id",
};

/** Implements core's `Departments` in Postgres. */
export function createDepartments(database: Database): Departments {
  const { openUnit, pool } = database;
  const find = gather(async (refs: { organizationId: number; id: number }[]) => {
    const rows = await rowsOf(pool, findBookable, [
      refs.map(({ organizationId }) => organizationId),
      refs.map(({ id }) => id),
    ]);
    const found = new Map(rows.map(({ position, ...row }) => [Number(position), row]));
    return refs.map((_, i) => {
      const row = found.get(i + 1);
      if (!row) return undefined;
      const { activeWorkerIds, ...department } = row;
      return { department: departmentFromRow(department), activeWorkerIds };
    });
  });
  const occupancyOf = gather((queries: SlotQuery[]) =>
    rowsOf(pool, readOccupancy, occupancyValues(queries))
  );
  return {
    listActive: (organizationId, { afterId, limit }) =>
      rowsOf(pool, listActive, [organizationId, afterId, limit]),
    findActive: async (organizationId, id) =>
      (await rowsOf(pool, findActive, [organizationId, id]))[0],
    findBookable: (organizationId, id) => find({ organizationId, id }),
    async findWithWorkers(organizationId, id) {
      const [row] = await rowsOf(pool, findWithWorkers, [organizationId, id]);
      if (!row) return undefined;
      const { activeWorkerIds, ...department } = row;
      return { department: departmentFromRow(department), activeWorkerIds };
    },
    async takenSlots(scope, departmentId, query, signal) {
      const values = takenSlotsValues(scope, departmentId, query);
      return (await cancellableRowsOf(pool, [readTakenSlots, values], signal)).flatMap(
        takenSlotsOf,
      );
    },
    occupancy: (scope, departmentId, slot) => occupancyOf({ ...scope, departmentId, slot }),

    list: (organizationId) =>
      orUnavailable(async () =>
        (await openUnit()).find(Department, { organizationId }, { orderBy: { id: "asc" } })
      ),
    page(organizationId, { page, size, search, isActive }) {
      const values = [organizationId, search, isActive, size, Math.min(page * size, maxInt)];
      return readPage<DepartmentRow, Department>(
        (statement) => rowsOf(pool, statement, values),
        pageOfDepartments,
        departmentFromRow,
      );
    },
    find: (ref) =>
      orUnavailable(async () => {
        if (ref.id > maxInt) return undefined;
        return await (await openUnit()).findOne(Department, { ...ref }) ?? undefined;
      }),
    add: (department, audit) => orUnavailable(() => addAudited(database, department, audit)),
    change: (ref, change, audit) =>
      changeLocked(database, rowOf(Department, ref), {
        change,
        audit,
        async onChanged(department, settingsBefore, { em }) {
          if (settingsBefore) await addSlotChangeJobs(em, department, settingsBefore);
        },
      }),

    async listWorkersOf(organizationId, departmentId) {
      const rows = await rowsOf(pool, listWorkersOf, [organizationId, departmentId]);
      return rows.map((row) =>
        Object.assign(Object.create(Worker.prototype) as Worker, row, {
          createdAt: instantFromDatabase(row.createdAt),
        })
      );
    },
    addWorker: (worker, audit) => orUnavailable(() => addAudited(database, worker, audit)),
    changeWorker: (ref, change, audit) =>
      changeLocked(database, rowOf(Worker, ref), { change, audit }),
  };
}
