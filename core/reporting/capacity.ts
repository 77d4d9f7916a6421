import type { DepartmentWithWorkers } from "../booking/departments.ts";
import type { OpenInterval } from "../booking/opening_hours.ts";
import { type Group, noKeys, type RowKeys, weekdays } from "./groups.ts";
import { keysOfDay, nameOfDay } from "./local_stretches.ts";
import { mostRows, type ReportDays } from "./report_input.ts";
import { instantsOf, zoneOffsets } from "./zone_offsets.ts";

const minutesOfDay = 1440;

/** Minutes of a day, `stop` excluded. */
interface Minutes {
  start: number;
  stop: number;
}

/** The days of a period, as capacities are summed up over them. */
interface Calendar {
  dates: string[];
  /** 0 for Monday. */
  weekdays: number[];
  /** Of each day the group of days that it is in, as a place in `cells`. */
  cellOf: number[];
  cells: Pick<RowKeys, "day" | "week" | "month" | "weekday">[];
  /** Of the days on which the clocks leave something out, what. */
  missing: Map<number, Minutes[]>;
}

/** A group of slots and how many appointments they hold. */
export interface CapacityRow extends RowKeys {
  capacity: number;
}

/**
 * How many appointments the departments could take in some days by their settings of now: over all slots whose
 * start is open and exists, in the grid of now, the capacity of one. Hours are worked out once a weekday, so that
 * years cost as much as their days and not as their slots. No more rows than a report may have; `total` tells all.
 */
export function capacityByGroup(
  departments: readonly DepartmentWithWorkers[],
  { groupBy, timeZone, ...days }: ReportDays & { groupBy: readonly Group[]; timeZone: string },
): { rows: CapacityRow[]; total: number } {
  const calendar = calendarOf(days, groupBy, timeZone);
  const isByHour = groupBy.includes("HOUR_OF_DAY");
  const columns = isByHour ? 24 : 1;
  const rows: CapacityRow[] = [];
  let total = 0;

  function collect(sums: Float64Array, departmentId: number | null): void {
    for (const [i, capacity] of sums.entries()) {
      if (capacity === 0) continue;
      total += 1;
      if (total > mostRows) continue;
      const hourOfDay = isByHour ? i % 24 : null;
      const cell = calendar.cells[Math.floor(i / columns)]!;
      rows.push({ ...noKeys, ...cell, hourOfDay, departmentId, capacity });
    }
  }

  const sumsOfCells = () => new Float64Array(calendar.cells.length * columns);
  const together = sumsOfCells();
  for (const department of departments) {
    const isApart = groupBy.includes("DEPARTMENT");
    const sums = isApart ? sumsOfCells() : together;
    addCapacity(sums, department, { calendar, columns });
    if (isApart) collect(sums, department.department.id);
  }
  collect(together, null);
  return { rows, total };
}

function addCapacity(
  sums: Float64Array,
  { department, activeWorkerIds }: DepartmentWithWorkers,
  { calendar, columns }: { calendar: Calendar; columns: number },
): void {
  const { slotCapacity, showAdminsInBooking, closures } = department;
  const places = showAdminsInBooking
    ? Math.min(slotCapacity, activeWorkerIds.length)
    : slotCapacity;
  if (!department.isActive || places === 0) return;
  const slotsOf = (weekday: number, missing: readonly Minutes[]) =>
    openSlots(department, { weekday, missing, columns });
  const usual = weekdays.map((_, weekday) => slotsOf(weekday, []));
  for (const [i, date] of calendar.dates.entries()) {
    if (closures.length > 0 && closures.some(({ from, to }) => from <= date && date <= to)) {
      continue;
    }
    const weekday = calendar.weekdays[i]!;
    const missing = calendar.missing.get(i);
    const slots = missing ? slotsOf(weekday, missing) : usual[weekday]!;
    const first = calendar.cellOf[i]! * columns;
    for (let column = 0; column < columns; column += 1) {
      sums[first + column]! += slots[column]! * places;
    }
  }
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

function calendarOf(days: ReportDays, groups: readonly Group[], timeZone: string): Calendar {
  const calendar: Calendar = { dates: [], weekdays: [], cellOf: [], cells: [], missing: new Map() };
  const places = new Map<string, number>();
  for (let i = 0, day = days.from; Temporal.PlainDate.compare(day, days.to) <= 0; i += 1) {
    const name = nameOfDay(day, groups);
    const place = places.get(name) ?? calendar.cells.push(cellOf(day, groups)) - 1;
    places.set(name, place);
    calendar.dates.push(day.toString());
    calendar.weekdays.push(day.dayOfWeek - 1);
    calendar.cellOf.push(place);
    day = day.add({ days: 1 });
  }
  for (const gap of gapsOf(days, timeZone)) {
    for (const [i, missing] of minutesByDay(gap, days)) {
      calendar.missing.set(i, [...(calendar.missing.get(i) ?? []), missing]);
    }
  }
  return calendar;
}

function cellOf(day: Temporal.PlainDate, groups: readonly Group[]): Calendar["cells"][number] {
  const keys = keysOfDay(day);
  return {
    day: groups.includes("DAY") ? keys.day : null,
    week: groups.includes("WEEK") ? keys.week : null,
    month: groups.includes("MONTH") ? keys.month : null,
    weekday: groups.includes("WEEKDAY") ? keys.weekday : null,
  };
}

/** What the clocks leave out where they go forward. */
function gapsOf(days: ReportDays, timeZone: string) {
  const around = { from: days.from.subtract({ days: 2 }), to: days.to.add({ days: 2 }) };
  const { changes } = zoneOffsets(timeZone, instantsOf(around, timeZone));
  return changes.filter(({ before, after }) => Temporal.PlainDateTime.compare(before, after) < 0);
}

/** A gap as minutes of each of the days that it touches, by how many days they are after the first. */
function minutesByDay(
  { before, after }: { before: Temporal.PlainDateTime; after: Temporal.PlainDateTime },
  { from, to }: ReportDays,
): [number, Minutes][] {
  const length = from.until(to).days + 1;
  const sinceFirst = (time: Temporal.PlainDateTime) =>
    from.toPlainDateTime().until(time, { largestUnit: "seconds" }).seconds / 60;
  const start = sinceFirst(before);
  const stop = sinceFirst(after);
  const touched: [number, Minutes][] = [];
  for (let i = Math.floor(start / minutesOfDay); i * minutesOfDay < stop; i += 1) {
    if (i < 0 || i >= length) continue;
    touched.push([i, { start: start - i * minutesOfDay, stop: stop - i * minutesOfDay }]);
  }
  return touched;
}
