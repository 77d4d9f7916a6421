import { LockMode } from "@mikro-orm/core";
import {
  Department,
  type Departments,
  type DepartmentView,
  type SlotOccupancy,
  Worker,
} from "../../core/mod.ts";
import type { Database } from "./database.ts";
import { orUnavailable } from "./faults.ts";
import { departmentColumns, departmentFromRow, type DepartmentRow } from "./department_row.ts";
import { rowsOf, type Statement } from "./statement.ts";

const view = `id, name, address, phone_number as "phoneNumber", slot_interval as "slotInterval",
  working_hours as "workingHours"`;

const listActive: Statement<DepartmentView> = {
  name: "list active departments",
  text: `select ${view} from departments where organization_id = $1 and is_active order by id`,
};

const findActive: Statement<DepartmentView> = {
  name: "find an active department",
  text: `select ${view} from departments
    where organization_id = $1 and id = $2::bigint and is_active`,
};

const findBookable: Statement<DepartmentRow & { activeWorkerIds: number[] }> = {
  name: "find a bookable department",
  text: `select ${departmentColumns}, array(
      select w.id from workers w where w.department_id = d.id and w.is_active
    ) as "activeWorkerIds"
    from departments d where organization_id = $1 and id = $2::bigint and is_active`,
};

const occupancyOfSlot: Statement<SlotOccupancy> = {
  name: "occupancy of a slot",
  text: `select coalesce(array_agg(place), '{}') as places,
      coalesce(array_agg(worker_id) filter (where worker_id is not null), '{}') as "workerIds"
    from appointments
    where department_id = $1 and environment = $2
      and date_time >= $3::timestamp and date_time < $3::timestamp + $4 * interval '1 minute'
      and status <> 'CANCELLED' and archived_at is null`,
};

/** Core's departments and workers in Postgres. */
export function createDepartments({ orm, pool }: Database): Departments {
  return {
    listActive: (organizationId) => rowsOf(pool, listActive, [organizationId]),
    findActive: async (organizationId, id) =>
      (await rowsOf(pool, findActive, [organizationId, id]))[0],
    async findBookable(organizationId, id) {
      const [row] = await rowsOf(pool, findBookable, [organizationId, id]);
      if (!row) return undefined;
      const { activeWorkerIds, ...department } = row;
      return { department: departmentFromRow(department), activeWorkerIds };
    },
    async occupancy({ environment }, departmentId, { start, minutes }) {
      const values = [departmentId, environment, start.toString(), minutes];
      return (await rowsOf(pool, occupancyOfSlot, values))[0]!;
    },

    list: (organizationId) =>
      orUnavailable(() =>
        orm.em.fork().find(Department, { organizationId }, { orderBy: { id: "asc" } })
      ),
    find: (id) =>
      orUnavailable(async () => await orm.em.fork().findOne(Department, { id }) ?? undefined),
    add: (department) => orUnavailable(() => orm.em.fork().persist(department).flush()),
    change: (id, change) =>
      orUnavailable(() =>
        orm.em.fork().transactional(async (em) => {
          const lockMode = LockMode.PESSIMISTIC_WRITE;
          const department = await em.findOne(Department, { id }, { lockMode });
          if (department) change(department);
          return department ?? undefined;
        })
      ),

    listWorkers: (departmentId) =>
      orUnavailable(() => orm.em.fork().find(Worker, { departmentId }, { orderBy: { id: "asc" } })),
    addWorker: (worker) => orUnavailable(() => orm.em.fork().persist(worker).flush()),
    changeWorker: (id, change) =>
      orUnavailable(() =>
        orm.em.fork().transactional(async (em) => {
          const worker = await em.findOne(Worker, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
          if (worker) change(worker);
          return worker ?? undefined;
        })
      ),
  };
}
