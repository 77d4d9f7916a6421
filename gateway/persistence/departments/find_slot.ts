import {
  type Departments,
  type DepartmentWithWorkers,
  type Environment,
  type SlotGrid,
  type SlotOccupancy,
  slotOf,
} from "../../../core/ports.ts";
import { occupancyAt, occupancyOfSlots, type OccupancyRow } from "../booking/occupancy.ts";
import { integersFrom } from "../database/lookup_query.ts";
import type { SharedRead, ShareReads } from "../database/shared_reads.ts";
import { departments } from "../mapping/tables.ts";
import { activeWorkersColumn, departmentColumns } from "./department_row.ts";

/** Identifies a department of an organization. */
export interface DepartmentRef {
  organizationId: number;
  id: number;
}

// OFFSET 0 makes the planner look each department up by itself.
const bookable: SharedRead<DepartmentRef, DepartmentWithWorkers> = {
  name: "find bookable departments",
  keyColumns: { organization_id: "int", id: "bigint" },
  text: (requested) => `
    select requested.position, found.*
    from ${requested}
    cross join lateral (
      select ${activeWorkersColumn}, ${departmentColumns}
      from departments
      where departments.organization_id = requested.organization_id
        and departments.id = requested.id and is_active
      offset 0
    ) found`,
  columnsOf: ({ organizationId, id }) => [organizationId, id],
  toValue: ([workers, ...department]) => ({
    department: departments.fromTexts(department),
    activeWorkers: JSON.parse(workers!),
  }),
};

interface SlotKey {
  organizationId: number;
  departmentId: number;
  environment: Environment;
  start: string;
  minutes: number;
}

const occupancy: SharedRead<SlotKey, OccupancyRow> = {
  name: "read the occupancy of slots",
  keyColumns: {
    organization_id: "int",
    department_id: "int",
    environment: "text",
    slot_start: "timestamp",
    slot_minutes: "int",
  },
  text: occupancyOfSlots,
  columnsOf: (
    { organizationId, departmentId, environment, start, minutes },
  ) => [organizationId, departmentId, environment, start, minutes],
  toValue: ([places, workerIds, holds]) => ({
    places: integersFrom(places!),
    workerIds: integersFrom(workerIds!),
    holds: JSON.parse(holds ?? "null"),
  }),
};

const maxRemembered = 10_000;

/**
 * Implements core's `findSlot`. The slot depends on the grid of the department, so its occupancy could only be read
 * after the department. But grids rarely change: the slot in the grid that was read last is read together with the
 * department, in one round trip. If the department has another grid now, its slot is read afterwards.
 */
export function createFindSlot(
  share: ShareReads,
  now: () => Temporal.Instant,
): Departments["findSlot"] {
  const findBookable = share(bookable);
  const occupancyOf = share(occupancy);
  const lastGrids = new Map<string, SlotGrid>();

  async function readSlot(
    { dateTime, ...of }: Omit<SlotKey, "start" | "minutes"> & { dateTime: Temporal.PlainDateTime },
    grid: SlotGrid,
  ): Promise<SlotOccupancy> {
    const { start, minutes } = slotOf(dateTime, grid);
    return occupancyAt((await occupancyOf({ ...of, start: start.toString(), minutes }))!, now());
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
