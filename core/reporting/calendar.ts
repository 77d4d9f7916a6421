import type { Closure } from "../departments/opening_hours.ts";
import { type Group, keysOfDay, nameOfDay, type ReportDays, type RowKeys } from "./groups.ts";
import { type ClockChange, instantsOf, zoneOffsets } from "./zone_offsets.ts";
import { minutesOfDay } from "../departments/slot_grid.ts";

/** A range of minutes of a day. `stop` is exclusive. */
export interface Minutes {
  start: number;
  stop: number;
}

/** The days of a period and their groups. A day is identified by its index in the period, from 0. */
export interface Calendar {
  /** The groups of days. */
  cells: Pick<RowKeys, "day" | "week" | "month" | "weekday">[];
  /** For each day, the index of its group in `cells`. */
  cellOf: number[];
  /** For each day, its weekday; 0 is Monday. */
  weekdays: number[];
  /** The number of days of each weekday in each group. */
  weekdayCounts: { cell: number; weekday: number; days: number }[];
  /** For the days of clock changes, the local minutes that the clocks skip. */
  missing: Map<number, Minutes[]>;
  /** Returns the days of the period that the closures contain. */
  closedDays(closures: readonly Closure[]): Set<number>;
  /** Returns the first and last day of the period within some dates. Without one, `first` is after `last`. */
  daysOf(dates: { from: string; to: string }): { first: number; last: number };
}

/** Makes the calendar of a period. */
export function calendarOf(
  period: ReportDays,
  groups: readonly Group[],
  timeZone: string,
): Calendar {
  const { from, to } = period;
  const length = from.until(to).days + 1;
  const dates = Array.from({ length }, (_, i) => from.add({ days: i }));
  const firstDay = epochDay(from.toString());
  const cells: Calendar["cells"] = [];
  const byName = new Map<string, number>();
  const cellOf = dates.map((date) => {
    const name = nameOfDay(date, groups);
    const cell = byName.get(name) ?? cells.push(cellWith(date, groups)) - 1;
    byName.set(name, cell);
    return cell;
  });
  const weekdays = dates.map(({ dayOfWeek }) => dayOfWeek - 1);
  return {
    cells,
    cellOf,
    weekdays,
    weekdayCounts: countWeekdays(cellOf, weekdays),
    missing: missingMinutes(period, timeZone),
    closedDays: (closures) => closedDays(closures, { firstDay, length }),
    daysOf: (dates) => ({
      first: Math.max(0, epochDay(dates.from) - firstDay),
      last: Math.min(length - 1, epochDay(dates.to) - firstDay),
    }),
  };
}

/** Visits the closures by start date, so each day is visited once even if closures overlap. */
function closedDays(
  closures: readonly Closure[],
  { firstDay, length }: { firstDay: number; length: number },
): Set<number> {
  const days = new Set<number>();
  let next = 0;
  for (const { from, to } of closures.toSorted((a, b) => a.from < b.from ? -1 : 1)) {
    const last = Math.min(length - 1, epochDay(to) - firstDay);
    for (next = Math.max(next, epochDay(from) - firstDay); next <= last; next += 1) days.add(next);
  }
  return days;
}

/** Returns the number of days from 1970-01-01 to a date (`YYYY-MM-DD`). Faster than `Temporal`. */
function epochDay(date: string): number {
  return Date.parse(date) / 86_400_000;
}

function cellWith(date: Temporal.PlainDate, groups: readonly Group[]): Calendar["cells"][number] {
  const keys = keysOfDay(date);
  return {
    day: groups.includes("DAY") ? keys.day : null,
    week: groups.includes("WEEK") ? keys.week : null,
    month: groups.includes("MONTH") ? keys.month : null,
    weekday: groups.includes("WEEKDAY") ? keys.weekday : null,
  };
}

function countWeekdays(cellOf: number[], weekdays: number[]): Calendar["weekdayCounts"] {
  const counts = new Map<number, number>();
  for (const [i, cell] of cellOf.entries()) {
    const key = cell * 7 + weekdays[i]!;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, days]) => ({ cell: Math.floor(key / 7), weekday: key % 7, days }));
}

function missingMinutes(period: ReportDays, timeZone: string): Map<number, Minutes[]> {
  const { from, to } = period;
  const around = { from: from.subtract({ days: 2 }), to: to.add({ days: 2 }) };
  const { changes } = zoneOffsets(timeZone, instantsOf(around, timeZone));
  const missing = new Map<number, Minutes[]>();
  for (const change of changes) {
    for (const [day, minutes] of leftOutBy(change, period)) {
      missing.set(day, [...missing.get(day) ?? [], minutes]);
    }
  }
  return missing;
}

/** Returns the minutes that a clock change skips, for each day of the period that has some. */
function leftOutBy({ before, after }: ClockChange, { from, to }: ReportDays): [number, Minutes][] {
  const minuteOf = (time: Temporal.PlainDateTime) =>
    from.toPlainDateTime().until(time, { largestUnit: "seconds" }).seconds / 60;
  const start = minuteOf(before);
  const stop = minuteOf(after);
  const length = from.until(to).days + 1;
  const touched: [number, Minutes][] = [];
  for (let i = Math.floor(start / minutesOfDay); i * minutesOfDay < stop; i += 1) {
    if (i < 0 || i >= length) continue;
    touched.push([i, { start: start - i * minutesOfDay, stop: stop - i * minutesOfDay }]);
  }
  return touched;
}
