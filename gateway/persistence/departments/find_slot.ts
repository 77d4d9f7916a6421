import {
  type Departments,
  type DepartmentWithWorkers,
  type Environment,
  type SlotGrid,
  type SlotOccupancy,
  slotOf,
} from "../../../core/ports.ts";
import { readOccupancy } from "../booking/occupancy.ts";
import { positioned, type SharedRead, type ShareReads } from "../database/shared_reads.ts";
import { departmentColumns, departmentFromRow, type DepartmentRow } from "./department_row.ts";

/** Identifies a department of an organization. */
export interface DepartmentRef {
  organizationId: number;
  id: number;
}

// OFFSET 0 makes the planner look each department up by itself.
const bookable: SharedRead<
  DepartmentRef,
  DepartmentWithWorkers | undefined,
  DepartmentRow & { position: string; activeWorkerIds: number[] }
> = {
  statement: {
    name: "find bookable departments",
    text: `
      select requested.position, found.*
      from unnest($1::int[], $2::bigint[])
        with ordinality as requested (organization_id, id, position)
      cross join lateral (
        select ${departmentColumns}, array(
          select w.id from workers w
          where w.organization_id = d.organization_id and w.department_id = d.id and w.is_active
        ) as "activeWorkerIds"
        from departments d
        where d.organization_id = requested.organization_id and d.id = requested.id and d.is_active
        offset 0
      ) found`,
  },
  idOf: ({ organizationId, id }) => `${organizationId} ${id}`,
  valuesOf: (refs) => [
    refs.map(({ organizationId }) => organizationId),
    refs.map(({ id }) => id),
  ],
  resultsOf: (rows, refs) =>
    positioned(rows, refs.length).map((row) => {
      if (!row) return undefined;
      const { activeWorkerIds, ...department } = row;
      return { department: departmentFromRow(department), activeWorkerIds };
    }),
};

interface SlotKey {
  organizationId: number;
  departmentId: number;
  environment: Environment;
  start: string;
  minutes: number;
}

const occupancy: SharedRead<SlotKey, SlotOccupancy, SlotOccupancy> = {
  statement: { ...readOccupancy, name: "read the occupancy of slots" },
  idOf: ({ organizationId, departmentId, environment, start, minutes }) =>
    `${organizationId} ${departmentId} ${environment} ${start} ${minutes}`,
  valuesOf: (slots) => [
    slots.map(({ departmentId }) => departmentId),
    slots.map(({ environment }) => environment),
    slots.map(({ start }) => start),
    slots.map(({ minutes }) => minutes),
    slots.map(({ organizationId }) => organizationId),
  ],
  resultsOf: (rows) => rows,
};

const maxRemembered = 10_000;

/**
 * Implements core's `findSlot`. The slot depends on the grid of the department, so its occupancy could only be read
 * after the department. But grids rarely change: the slot in the grid that was read last is read together with the
 * department, in one round trip. If the department has another grid now, its slot is read afterwards.
 */
export function createFindSlot(share: ShareReads): Departments["findSlot"] {
  const findBookable = share(bookable);
  const occupancyOf = share(occupancy);
  const lastGrids = new Map<string, SlotGrid>();

  function readSlot(
    { dateTime, ...of }: Omit<SlotKey, "start" | "minutes"> & { dateTime: Temporal.PlainDateTime },
    grid: SlotGrid,
  ): Promise<SlotOccupancy> {
    const { start, minutes } = slotOf(dateTime, grid);
    return occupancyOf({ ...of, start: start.toString(), minutes });
  }

  return async ({ organizationId, environment }, departmentId, dateTime) => {
    const id = `${organizationId} ${departmentId}`;
    const lastGrid = lastGrids.get(id);
    const slotAt = { organizationId, departmentId, environment, dateTime };
    const early = lastGrid && readSlot(slotAt, lastGrid);
    // It may stay unused.
    early?.catch(() => {});
    const found = await findBookable({ organizationId, id: departmentId });
    if (!found) return undefined;
    const { slotInterval, slotOffset } = found.department;
    const isSameGrid = slotInterval === lastGrid?.slotInterval &&
      slotOffset === lastGrid.slotOffset;
    if (early && isSameGrid) return { ...found, occupancy: await early };
    if (lastGrids.size >= maxRemembered) lastGrids.clear();
    const grid = { slotInterval, slotOffset };
    lastGrids.set(id, grid);
    return { ...found, occupancy: await readSlot(slotAt, grid) };
  };
}
