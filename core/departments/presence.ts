import type { Absence, ActiveWorker } from "./absence.ts";
import { minuteOf } from "./opening_hours.ts";
import { minutesOfDay, type SlotGrid, slotIndexAt } from "./slot_grid.ts";

/** The active workers without an absence in a slot. */
export interface PresentWorkers {
  count: number;
  has(workerId: number): boolean;
  /** Returns their ids in the order of the workers. Costs a look at each worker. */
  ids(): readonly number[];
  /** Returns the ids of those who are not in a list. Costs the same. */
  idsWithout(workerIds: readonly number[]): readonly number[];
  /** Counts those who are in a list, each once. */
  countOf(workerIds: readonly number[]): number;
}

/** The times of a worker's absence. Minutes are those of each of its dates. */
interface TimesAway {
  from: string;
  to: string;
  start: number;
  stop: number;
}

/** The times of the worker at an index of the list of workers. */
interface WorkerAway {
  row: number;
  times: readonly TimesAway[];
}

/**
 * Makes a function that returns, for a date (`YYYY-MM-DD`) of a range, the workers who are present in the slot at an index
 * of the grid. An absence that overlaps a part of a slot counts for the whole slot (core/departments/README.md 5). A date
 * costs a look at each absence and a byte for each worker in each slot, but no list for each slot
 * (core/departments/README.md 1).
 */
export function createPresence(
  workers: readonly ActiveWorker[],
  { grid, from, to }: { grid: SlotGrid; from: string; to: string },
): (date: string) => (index: number) => PresentWorkers {
  const everybody = createRoster(workers.map(({ id }) => id));
  const away = workers.flatMap(({ absences }, row): WorkerAway[] => {
    const times = absences.filter((one) => one.from <= to && from <= one.to).map(timesOf);
    return times.length === 0 ? [] : [{ row, times }];
  });
  const slotCount = slotIndexAt(minutesOfDay - 1, grid) + 1;
  const all = everybody(workers.length, () => false);

  return (date) => {
    const isOnDate = (one: TimesAway) => one.from <= date && date <= one.to;
    const onDate = away.filter(({ times }) => times.some(isOnDate));
    if (onDate.length === 0) return () => all;
    const isAway = new Uint8Array(workers.length * slotCount);
    const leaving = new Int32Array(slotCount);
    const returning = new Int32Array(slotCount);
    for (const { row, times } of onDate) {
      const slots = isAway.subarray(row * slotCount, (row + 1) * slotCount);
      for (const { start, stop } of times.filter(isOnDate)) {
        slots.fill(1, slotIndexAt(start, grid), slotIndexAt(stop - 1, grid) + 1);
      }
      countChanges(slots, leaving, returning);
    }
    let present = all;
    const bySlot = Array.from({ length: slotCount }, (_, index) => {
      if (leaving[index] === 0 && returning[index] === 0) return present;
      const count = present.count - leaving[index]! + returning[index]!;
      return present = everybody(count, (row) => isAway[row * slotCount + index] === 1);
    });
    return (index) => bySlot[index]!;
  };
}

/** Counts the slot in which a worker leaves, and the one in which the worker is back, for each time away. */
function countChanges(isAway: Uint8Array, leaving: Int32Array, returning: Int32Array): void {
  let end = 0;
  for (;;) {
    const first = isAway.indexOf(1, end);
    if (first === -1) return;
    leaving[first]! += 1;
    end = isAway.indexOf(0, first);
    if (end === -1) return;
    returning[end]! += 1;
  }
}

/** Makes a function that makes the present workers of a slot from their number and from the rows of the others. */
function createRoster(
  ids: readonly number[],
): (count: number, isAway: (row: number) => boolean) => PresentWorkers {
  const rows = new Map(ids.map((id, row) => [id, row]));
  /** The last count in which a worker was seen. A set for each slot would take several times as long. */
  const seenIn = new Int32Array(ids.length);
  let counts = 0;
  return (count, isAway) => ({
    count,
    has(workerId) {
      const row = rows.get(workerId);
      return row !== undefined && !isAway(row);
    },
    ids: () => count === ids.length ? ids : ids.filter((_, row) => !isAway(row)),
    idsWithout(workerIds) {
      counts += 1;
      for (const id of workerIds) {
        const row = rows.get(id);
        if (row !== undefined) seenIn[row] = counts;
      }
      return ids.filter((_, row) => seenIn[row] !== counts && !isAway(row));
    },
    countOf(workerIds) {
      counts += 1;
      let found = 0;
      for (const id of workerIds) {
        const row = rows.get(id);
        if (row === undefined || seenIn[row] === counts || isAway(row)) continue;
        seenIn[row] = counts;
        found += 1;
      }
      return found;
    },
  });
}

function timesOf({ from, to, starts, ends }: Absence): TimesAway {
  if (starts === null || ends === null) return { from, to, start: 0, stop: minutesOfDay };
  return { from, to, start: minuteOf(starts), stop: minuteOf(ends) };
}
