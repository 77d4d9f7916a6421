import type { Department } from "../departments/department.ts";
import type { DepartmentWithWorkers } from "../departments/departments.ts";
import { minuteOf } from "../departments/opening_hours.ts";
import { gridOf, minutesOfDay } from "../departments/slot_grid.ts";
import { type Pace, unpaced } from "../heavy_work.ts";
import { absencesByDay, type AbsentMinutes } from "./absent_minutes.ts";
import { type Calendar, calendarOf, type Minutes } from "./calendar.ts";
import { type Group, noKeys, type ReportDays, type RowKeys, weekdays } from "./groups.ts";
import { maxRows } from "./report_input.ts";

/** The number of places in a group of slots. */
export interface CapacityRow extends RowKeys {
  capacity: number;
}

/** The period and groups of a capacity computation. */
interface CapacityQuery extends ReportDays {
  groupBy: readonly Group[];
  timeZone: string;
}

/**
 * Sums the places of all slots of a period, by the present settings of the departments. A slot counts if its start is
 * open and exists. It computes a typical week of a department once and corrects the days that differ (closures, absences,
 * clock changes), so a period of years costs little more than a week. It stops after more than `maxRows` rows.
 */
export async function capacityByGroup(
  batches: AsyncIterable<DepartmentWithWorkers[]> | Iterable<DepartmentWithWorkers[]>,
  { groupBy, timeZone, ...days }: CapacityQuery,
  pace: Pick<Pace, "isDue" | "pause"> = unpaced,
): Promise<CapacityRow[]> {
  const calendar = calendarOf(days, groupBy, timeZone);
  const isByHour = groupBy.includes("HOUR_OF_DAY");
  const isByDepartment = groupBy.includes("DEPARTMENT");
  const columns = isByHour ? 24 : 1;
  const rows: CapacityRow[] = [];
  const inAll = new Capacity(calendar, columns);

  function collect(of: Capacity, departmentId: number | null): void {
    for (const [i, capacity] of of.sums().entries()) {
      if (capacity === 0) continue;
      const hourOfDay = isByHour ? i % 24 : null;
      const cell = calendar.cells[Math.floor(i / columns)]!;
      rows.push({ ...noKeys, ...cell, hourOfDay, departmentId, capacity });
    }
  }

  for await (const batch of batches) {
    for (const one of batch) {
      const capacity = isByDepartment ? new Capacity(calendar, columns) : inAll;
      await capacity.add(one, pace);
      if (isByDepartment) collect(capacity, one.department.id);
      if (rows.length > maxRows) return rows;
      if (pace.isDue()) await pace.pause();
    }
  }
  if (!isByDepartment) collect(inAll, null);
  return rows;
}

/** The sum of places of departments: a number per group of days and column (hour of day, or one for all hours). */
class Capacity {
  readonly #calendar: Calendar;
  readonly #columns: number;
  readonly #sums: Float64Array;
  /** The places on each weekday without exceptions. `sums` multiplies them by the number of days. */
  readonly #usual: Float64Array[];

  constructor(calendar: Calendar, columns: number) {
    this.#calendar = calendar;
    this.#columns = columns;
    this.#sums = new Float64Array(calendar.cells.length * columns);
    this.#usual = weekdays.map(() => new Float64Array(columns));
  }

  /** Returns the sums. Call it once, after the last `add`. */
  sums(): Float64Array {
    for (const { cell, weekday, days } of this.#calendar.weekdayCounts) {
      this.#count(cell, this.#usual[weekday]!, days);
    }
    return this.#sums;
  }

  async add(one: DepartmentWithWorkers, pace: Pick<Pace, "isDue" | "pause">): Promise<void> {
    const { department, activeWorkers } = one;
    const places = placesOf({ department, activeWorkers });
    if (places === 0) return;
    const { missing, closedDays, cellOf, weekdays: weekdayOf } = this.#calendar;
    const columns = this.#columns;
    const slotsOf = (weekday: number, gaps: readonly Minutes[]) =>
      openSlots(department, { weekday, gaps, columns });
    const week = weekdays.map((_, weekday) => slotsOf(weekday, []));
    for (const [weekday, slots] of week.entries()) {
      for (const [column, count] of slots.entries()) {
        this.#usual[weekday]![column]! += count * places;
      }
    }
    const closed = closedDays(department.closures);
    for (const day of closed) this.#count(cellOf[day]!, week[weekdayOf[day]!]!, -places);
    for (const [day, gaps] of missing) {
      if (closed.has(day)) continue;
      const weekday = weekdayOf[day]!;
      this.#count(cellOf[day]!, week[weekday]!, -places);
      this.#count(cellOf[day]!, slotsOf(weekday, gaps), places);
    }
    if (!department.showAdminsInBooking) return;
    const known = new Map<string, number[]>();
    for (const [day, absent] of await absencesByDay(activeWorkers, this.#calendar, pace)) {
      if (closed.has(day)) continue;
      const weekday = weekdayOf[day]!;
      const gaps = missing.get(day) ?? [];
      // Long absences give many days with the same numbers.
      const key = JSON.stringify([weekday, gaps, absent]);
      const lost = known.get(key) ?? lostPlaces(one, { weekday, gaps, columns, absent });
      known.set(key, lost);
      this.#count(cellOf[day]!, lost, -1);
      if (pace.isDue()) await pace.pause();
    }
  }

  #count(cell: number, slots: ArrayLike<number>, times: number): void {
    for (let column = 0; column < this.#columns; column += 1) {
      this.#sums[cell * this.#columns + column]! += slots[column]! * times;
    }
  }
}

/** Returns the number of places of an open slot without absences. */
function placesOf({ department, activeWorkers }: DepartmentWithWorkers): number {
  const { isActive, slotCapacity, showAdminsInBooking } = department;
  if (!isActive) return 0;
  return showAdminsInBooking ? Math.min(slotCapacity, activeWorkers.length) : slotCapacity;
}

/** Counts the places per column that absences take from the open slots of a day. */
function lostPlaces(
  { department, activeWorkers }: DepartmentWithWorkers,
  { weekday, gaps, columns, absent }: {
    weekday: number;
    gaps: readonly Minutes[];
    columns: number;
    absent: AbsentMinutes;
  },
): number[] {
  const places = placesOf({ department, activeWorkers });
  const open = without(openMinutes(department, weekday), gaps);
  const lost = Array.from({ length: columns }, () => 0);
  for (const { minute, endMinute } of gridOf(department)) {
    if (!open.some(({ start, stop }) => start <= minute && minute < stop)) continue;
    const away = absent.filter((ranges) =>
      ranges.some(({ start, stop }) => start < endMinute && minute < stop)
    );
    const left = Math.min(department.slotCapacity, activeWorkers.length - away.length);
    lost[Math.floor(minute * columns / minutesOfDay)]! += places - left;
  }
  return lost;
}

/** Counts the open slots of a weekday per column. With 24 columns, a slot counts in the hour of its start. */
function openSlots(
  department: Department,
  { weekday, gaps, columns }: { weekday: number; gaps: readonly Minutes[]; columns: number },
): number[] {
  const open = without(openMinutes(department, weekday), gaps);
  const width = minutesOfDay / columns;
  return Array.from({ length: columns }, (_, column) => {
    const [start, stop] = [column * width, (column + 1) * width];
    return open.reduce((sum, one) =>
      sum + startsWithin(department, {
        start: Math.max(start, one.start),
        stop: Math.min(stop, one.stop),
      }), 0);
  });
}

function openMinutes({ openingHours }: Department, weekday: number): Minutes[] {
  if (!openingHours) return [{ start: 0, stop: minutesOfDay }];
  const name = weekdays[weekday]!.toLowerCase() as Lowercase<(typeof weekdays)[number]>;
  return (openingHours[name] ?? []).map(({ opens, closes }) => ({
    start: minuteOf(opens),
    stop: minuteOf(closes),
  }));
}

/** Removes gaps from ranges of minutes. Ignores repeated minutes (clocks back), whose start is after their stop. */
function without(minutes: Minutes[], gaps: readonly Minutes[]): Minutes[] {
  return gaps.filter(({ start, stop }) => start < stop).reduce(
    (left, gap) =>
      left.flatMap(({ start, stop }) => [
        { start, stop: Math.min(stop, gap.start) },
        { start: Math.max(start, gap.stop), stop },
      ]),
    minutes,
  );
}

/** Counts the slots of the grid that start in a range of minutes, in constant time. */
function startsWithin(department: Department, { start, stop }: Minutes): number {
  return stop <= start ? 0 : startsBefore(department, stop) - startsBefore(department, start);
}

function startsBefore({ slotInterval, slotOffset }: Department, minute: number): number {
  // The minutes before the offset are a short first slot.
  const short = slotOffset > 0 && minute > 0 ? 1 : 0;
  return short + Math.max(0, Math.ceil((minute - slotOffset) / slotInterval));
}
