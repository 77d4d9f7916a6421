import {
  type ActiveWorker,
  type BookingScope,
  Department,
  type Departments,
  type DepartmentView,
  type DepartmentWithWorkers,
  maxChanges,
  placeOfEvent,
  type PlacesVersion,
  Worker,
} from "../../../core/ports.ts";
import type { RowOf } from "../mapping/columns.ts";
import { workers } from "../mapping/tables.ts";
import { addAudited } from "../audit/audited.ts";
import { changeLocked, lockedRow } from "../audit/change_locked.ts";
import { cancellableRowsOf } from "../database/cancellable.ts";
import { type Database, maxInt } from "../database/database.ts";
import { orUnavailable } from "../database/faults.ts";
import { readTakenSlots, takenSlotsOf, takenSlotsValues } from "../booking/occupancy.ts";
import {
  activeWorkersColumn,
  departmentColumns,
  departmentFromRow,
  type DepartmentRow,
} from "./department_row.ts";
import { changeClosures, changeHolidays } from "./change_closures.ts";
import { changePerson } from "./change_person.ts";
import { createFindSlot, type DepartmentRef } from "./find_slot.ts";
import { addSlotChangeJobs, addSlotChangeJobsOfWorker } from "./slot_change_jobs.ts";
import { type PageQuery, readPage } from "../database/page.ts";
import type { SharedRead, ShareReads } from "../database/shared_reads.ts";
import { rowsOf, type Statement } from "../database/statement.ts";

const view = `id, name, address, phone_number as "phoneNumber", slot_interval as "slotInterval",
  working_hours as "workingHours"`;

const listActive: Statement<DepartmentView> = {
  name: "list active departments",
  text: `select ${view} from departments
    where organization_id = $1 and is_active and id > $2::bigint order by id limit $3`,
};

// OFFSET 0 makes the planner look each department up by itself.
const active: SharedRead<DepartmentRef, DepartmentView> = {
  name: "find active departments",
  keyColumns: { organization_id: "int", id: "bigint" },
  text: (requested) => `
    select requested.position, found.*
    from ${requested}
    cross join lateral (
      select ${view} from departments d
      where d.organization_id = requested.organization_id and d.id = requested.id and d.is_active
      offset 0
    ) found`,
  columnsOf: ({ organizationId, id }) => [organizationId, id],
  toValue: ([id, name, address, phoneNumber, slotInterval, workingHours]) => ({
    id: Number(id),
    name: name!,
    address: address!,
    phoneNumber: phoneNumber!,
    slotInterval: Number(slotInterval),
    workingHours: workingHours!,
  }),
};

// Every change of places raises last_position, and every change of settings replaces settings_tag
// (migrations/README.md 11 and 12). When the hold that ends first has ended, another time is the next end.
const version: SharedRead<BookingScope & { now: Temporal.Instant }, PlacesVersion> = {
  name: "read the versions of places",
  keyColumns: { organization_id: "int", environment: "text", now_ms: "bigint" },
  text: (requested) => `
    select requested.position, found.*
    from ${requested}
    cross join lateral (
      select settings_tag, last_position, (
          select h.expires_at from holds h
          where h.organization_id = requested.organization_id
            and h.environment = requested.environment
            and h.expires_at > to_timestamp(requested.now_ms / 1000.0)
          order by h.organization_id, h.environment, h.expires_at limit 1
        ) as next_end
      from balances b
      where b.organization_id = requested.organization_id
        and b.environment = requested.environment
      offset 0
    ) found`,
  columnsOf: ({ organizationId, environment, now }) => [
    organizationId,
    environment,
    now.epochMilliseconds,
  ],
  toValue: ([tag, position, nextEnd]) => ({
    settings: `${tag} ${nextEnd}`,
    position: Number(position),
  }),
};

// Positions have no gaps, so there are as many entries as transactions if none of them is missing.
const changes: SharedRead<BookingScope & { since: number; upTo: number }, string[]> = {
  name: "read the changes of places",
  keyColumns: { organization_id: "int", environment: "text", since: "bigint", up_to: "bigint" },
  text: (requested) => `
    select requested.position, found.*
    from ${requested}
    cross join lateral (
      select string_agg(e.bodies, E'\\n') from feed_entries e
      where e.organization_id = requested.organization_id
        and e.environment = requested.environment and e.position > requested.since
        and e.position <= requested.up_to and e.events <= ${maxChanges.events}
      having count(*) = requested.up_to - requested.since
      offset 0
    ) found`,
  columnsOf: ({ organizationId, environment, since, upTo }) => [
    organizationId,
    environment,
    since,
    upTo,
  ],
  toValue: ([bodies]) => bodies!.split("\n"),
};

type RowWithWorkers = DepartmentRow & { activeWorkers: ActiveWorker[] };

const withWorkers = `
  select ${departmentColumns}, ${activeWorkersColumn} as "activeWorkers"
  from departments where organization_id = $1`;

const findWithWorkers: Statement<RowWithWorkers> = {
  name: "find a department with its workers",
  text: `${withWorkers} and id = $2::bigint`,
};

const listWithWorkers: Statement<RowWithWorkers> = {
  name: "list the departments with their workers",
  text: `${withWorkers} order by id`,
};

const listWorkersOf: Statement<RowOf<Worker>> = {
  name: "list the workers of an organization",
  text: `
    select ${workers.select()} from workers
    where organization_id = $1 and ($2::bigint is null or department_id = $2::bigint)
    order by id`,
};

const found = `from departments where organization_id = $1
  and ($2::text is null or strpos(lower(name), lower($2)) > 0)
  and ($3::boolean is null or is_active = $3)`;

const pageFrom = (source: string): PageQuery => ({
  total: `(select count(*) ${source})`,
  rows: `select ${departmentColumns} ${source} order by id limit $4 offset $5`,
  orderBy: "id",
});
const pageOfAll = pageFrom(found);
const pageOfSome = pageFrom(`${found} and id = any($6::bigint[])`);

/** Implements core's `Departments` in Postgres. */
export function createDepartments(
  database: Database,
  share: ShareReads,
  now: () => Temporal.Instant,
): Departments {
  const { openUnit, pool } = database;
  const findActive = share(active);
  const versionOf = share(version);
  const changesOf = share(changes);
  return {
    listActive: (organizationId, { afterId, limit }) =>
      rowsOf(pool, listActive, [organizationId, afterId, limit]),
    findActive: (organizationId, id) => findActive({ organizationId, id }),
    findSlot: createFindSlot(share, now),
    placesVersion: async (scope) => (await versionOf(scope))!,
    async changesOf(scope) {
      const bodies = await changesOf(scope);
      return bodies?.flatMap((body) => placeOfEvent(body) ?? []) ?? null;
    },
    async findWithWorkers(organizationId, id) {
      const [row] = await rowsOf(pool, findWithWorkers, [organizationId, id]);
      return row && toDepartmentWithWorkers(row);
    },
    async listWithWorkers(organizationId) {
      const rows = await rowsOf(pool, listWithWorkers, [organizationId]);
      return rows.map(toDepartmentWithWorkers);
    },
    async takenSlots(scope, departmentId, query, signal) {
      const values = takenSlotsValues(scope, departmentId, query);
      return (await cancellableRowsOf(pool, [readTakenSlots, values], signal)).flatMap(
        takenSlotsOf,
      );
    },

    list: (organizationId) =>
      orUnavailable(async () =>
        (await openUnit()).find(Department, { organizationId }, { orderBy: { id: "asc" } })
      ),
    page(organizationId, { page, size, search, isActive, departmentIds }) {
      const values = [organizationId, search, isActive, size, Math.min(page * size, maxInt)];
      return readPage<DepartmentRow, Department>(
        (statement) => rowsOf(pool, statement, departmentIds ? [...values, departmentIds] : values),
        departmentIds ? pageOfSome : pageOfAll,
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
      changeLocked(database, lockedRow(Department, ref), {
        change,
        audit,
        async onChanged(department, settingsBefore, { em }) {
          if (settingsBefore) await addSlotChangeJobs(em, department, settingsBefore);
        },
      }),

    changeClosures: (organizationId, departmentIds, change, audit) =>
      changeClosures(database, organizationId, departmentIds, change, audit),
    changeHolidays: (organizationId, change, audit) =>
      changeHolidays(database, organizationId, change, audit),

    async listWorkersOf(organizationId, departmentId) {
      const rows = await rowsOf(pool, listWorkersOf, [organizationId, departmentId]);
      return rows.map((row) => workers.fromRow(row));
    },
    addWorker: (worker, audit) => orUnavailable(() => addAudited(database, worker, audit)),
    changeWorker: (ref, change, audit) =>
      changeLocked(database, lockedRow(Worker, ref), {
        change,
        audit,
        async onChanged(worker, before, { em }) {
          if (before) await addSlotChangeJobsOfWorker(em, worker, before);
        },
      }),
    changePerson: (ref, change, audit) => changePerson(database, ref, change, audit),
  };
}

function toDepartmentWithWorkers(
  { activeWorkers, ...department }: RowWithWorkers,
): DepartmentWithWorkers {
  return { department: departmentFromRow(department), activeWorkers };
}
