import type { DepartmentWithWorkers } from "../booking/departments.ts";
import type { OpenInterval } from "../booking/opening_hours.ts";
import { type Calendar, calendarOf, type Minutes } from "./calendar.ts";
import { type Group, noKeys, type RowKeys, weekdays } from "./groups.ts";
import { maxRows, type ReportDays } from "./report_input.ts";

const minutesOfDay = 1440;

/** A group of slots and how many appointments they hold. */
export interface CapacityRow extends RowKeys {
  capacity: number;
}

/**
 * How many appointments the departments could take in some days by their settings of now: over all slots whose
 * start is open and exists, in the grid of now, the capacity of one. A department's week is worked out once and
 * then only the days that differ from it, so that years cost hardly more than a week. Where there are more groups
 * than a report may have rows, it stops when it has found so many.
 */
export function capacityByGroup(
  departments: readonly DepartmentWithWorkers[],
  { groupBy, timeZone, ...days }: ReportDays & { groupBy: readonly Group[]; timeZone: string },
): CapacityRow[] {
  const calendar = calendarOf(days, groupBy, timeZone);
  const isByHour = groupBy.includes("HOUR_OF_DAY");
  const columns = isByHour ? 24 : 1;
  const rows: CapacityRow[] = [];

  function collect(of: readonly DepartmentWithWorkers[], departmentId: number | null): void {
    for (const [i, capacity] of capacities(of, calendar, columns).entries()) {
      if (capacity === 0) continue;
      const hourOfDay = isByHour ? i % 24 : null;
      const cell = calendar.cells[Math.floor(i / columns)]!;
      rows.push({ ...noKeys, ...cell, hourOfDay, departmentId, capacity });
    }
  }

  if (!groupBy.includes("DEPARTMENT")) collect(departments, null);
  else {
    for (const one of departments) {
      if (rows.length <= maxRows) collect([one], one.department.id);
    }
  }
  return rows;
}

/** What departments hold together: for each group of days as many numbers as there are columns. */
function capacities(
  departments: readonly DepartmentWithWorkers[],
  calendar: Calendar,
  columns: number,
): Float64Array {
  const sums = new Float64Array(calendar.cells.length * columns);
  const usual = weekdays.map(() => new Float64Array(columns));

  function add(cell: number, slots: ArrayLike<number>, times: number): void {
    for (let column = 0; column < columns; column += 1) {
      sums[cell * columns + column]! += slots[column]! * times;
    }
  }

  for (const one of departments) {
    const places = placesOf(one);
    if (places === 0) continue;
    const slotsOf = (weekday: number, missing: readonly Minutes[]) =>
      openSlots(one.department, { weekday, missing, columns });
    const week = weekdays.map((_, weekday) => slotsOf(weekday, []));
    for (const [weekday, slots] of week.entries()) {
      for (const [column, count] of slots.entries()) usual[weekday]![column]! += count * places;
    }
    const closed = calendar.daysIn(one.department.closures);
    for (const i of new Set([...closed, ...calendar.missing.keys()])) {
      const weekday = calendar.weekdays[i]!;
      const cell = calendar.cellOf[i]!;
      add(cell, week[weekday]!, -places);
      if (!closed.has(i)) add(cell, slotsOf(weekday, calendar.missing.get(i)!), places);
    }
  }
  for (const { cell, weekday, days } of calendar.weekdayCounts) add(cell, usual[weekday]!, days);
  return sums;
}

/** How many appointments an open slot holds. */
function placesOf({ department, activeWorkerIds }: DepartmentWithWorkers): number {
  const { isActive, slotCapacity, showAdminsInBooking } = department;
  if (!isActive) return 0;
  return showAdminsInBooking ? Math.min(slotCapacity, activeWorkerIds.length) : slotCapacity;
}

/** How many slots of a weekday are open, by the hour in which they start if there are 24 columns. */
function openSlots(
  { slotInterval, slotOffset, openingHours }: DepartmentWithWorkers["department"],
  { weekday, missing, columns }: { weekday: number; missing: readonly Minutes[]; columns: number },
): number[] {
  const name = weekdays[weekday]!.toLowerCase() as Lowercase<(typeof weekdays)[number]>;
  const open = openingHours ? (openingHours[name] ?? []).map(minutesOf) : null;
  const slots = Array.from({ length: columns }, () => 0);
  const within = ({ start, stop }: Minutes, minute: number) => start <= minute && minute < stop;
  // The minutes before the offset are a first short slot.
  const first = slotOffset === 0 ? 0 : slotOffset - slotInterval;
  for (let at = first; at < minutesOfDay; at += slotInterval) {
    const minute = Math.max(at, 0);
    if (open && !open.some((interval) => within(interval, minute))) continue;
    if (missing.some((gap) => within(gap, minute))) continue;
    slots[columns === 24 ? Math.floor(minute / 60) : 0]! += 1;
  }
  return slots;
}

function minutesOf({ opens, closes }: OpenInterval): Minutes {
  const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  return { start: minuteOf(opens), stop: minuteOf(closes) };
}
