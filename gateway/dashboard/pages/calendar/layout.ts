import { minutesOf } from "../../api/time.ts";
import type { Appointment } from "../../api/types.ts";
import { type Column, type MinuteRange, openRangesOf } from "./columns.ts";
import { minutesOfDay } from "../../../../core/departments/slot_grid.ts";
import { slotAt } from "./slots.ts";

/** The least height of a block: a target of this size can be hit (WCAG 2.5.8). */
export const minBlockPx = 24;
const minPxPerMinute = 1.4;
const maxPxPerMinute = 4.8;
const emptyDay = { from: 8 * 60, to: 18 * 60 };

/** The vertical scale of the calendar. */
export interface Axis extends MinuteRange {
  pxPerMinute: number;
}

/**
 * Returns the shown hours of the day: the opening hours of all columns in whole hours, and more if an appointment lies
 * outside of them. The shortest slot is as high as a block.
 */
export function axisOf(columns: readonly Column[]): Axis {
  const ranges = columns.flatMap((column) => [
    ...openRangesOf(column),
    ...column.appointments.map((one) => rangeOf(one, column)),
  ]);
  const shown = ranges.length === 0 ? [emptyDay] : ranges;
  const from = Math.floor(Math.min(...shown.map((one) => one.from)) / 60) * 60;
  const to = Math.ceil(Math.max(...shown.map((one) => one.to)) / 60) * 60;
  const shortest = Math.min(...columns.map(({ department }) => department.slotInterval));
  const wanted = minBlockPx / shortest;
  return { from, to, pxPerMinute: Math.min(maxPxPerMinute, Math.max(minPxPerMinute, wanted)) };
}

/** Returns the minutes that an appointment takes: from its time to the end of its slot. */
export function rangeOf({ dateTime }: Pick<Appointment, "dateTime">, column: Column): MinuteRange {
  const from = minutesOf(dateTime);
  return { from, to: slotAt(column, from).endMinute };
}

/** Where a block is in its column. `left` and `width` are parts of the width. */
export interface Place {
  top: number;
  height: number;
  left: number;
  width: number;
}

/** Returns the places of the appointments of a column. Those that overlap stand side by side. */
export function placesOf(column: Column, axis: Axis): Place[] {
  const minMinutes = minBlockPx / axis.pxPerMinute;
  const ranges = column.appointments.map((one) => {
    const { from, to } = rangeOf(one, column);
    return { from, to: Math.max(to, from + minMinutes) };
  });
  const lanes = lanesOf(ranges);
  return ranges.map((range, i) => {
    const { lane, count } = lanes[i]!;
    return Object.assign(extentOf(range, axis), { left: lane / count, width: 1 / count });
  });
}

/** Returns the top and the height of a range of minutes, in pixels. */
export function extentOf({ from, to }: MinuteRange, axis: Axis): Pick<Place, "top" | "height"> {
  return {
    top: (from - axis.from) * axis.pxPerMinute,
    height: (to - from) * axis.pxPerMinute,
  };
}

/**
 * Returns for each range its lane and the number of lanes next to each other. Ranges come by their start. All ranges of a group,
 * which overlap each other directly or through others, have the same number of lanes.
 */
export function lanesOf(ranges: readonly MinuteRange[]): { lane: number; count: number }[] {
  const lanes: { lane: number; count: number }[] = [];
  let ends: number[] = [];
  let first = 0;
  const closeGroup = (next: number) => {
    for (let i = first; i < next; i += 1) lanes[i]!.count = ends.length;
    first = next;
    ends = [];
  };
  ranges.forEach(({ from, to }, i) => {
    if (ends.every((end) => end <= from)) closeGroup(i);
    const free = ends.findIndex((end) => end <= from);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = to;
    lanes.push({ lane, count: 0 });
  });
  closeGroup(ranges.length);
  return lanes;
}

/** The horizontal places of the columns, in pixels. */
export interface ColumnWidths {
  lefts: readonly number[];
  widths: readonly number[];
  total: number;
}

const minColumnPx = 148;
const lanePx = 104;
const maxColumnPx = 640;

/** Returns the widths of the columns: wide enough for blocks side by side, and wider if there is room. */
export function widthsOf(columns: readonly Column[], availablePx: number): ColumnWidths {
  const wanted = columns.map((column) => {
    const ranges = column.appointments.map((one) => rangeOf(one, column));
    const most = Math.max(1, ...lanesOf(ranges).map(({ count }) => count));
    return Math.min(maxColumnPx, Math.max(minColumnPx, most * lanePx));
  });
  const sum = wanted.reduce((all, one) => all + one, 0);
  const factor = Math.max(1, availablePx / sum);
  const lefts: number[] = [];
  let total = 0;
  const widths = wanted.map((one) => {
    lefts.push(total);
    const width = Math.floor(one * factor);
    total += width;
    return width;
  });
  return { lefts, widths, total };
}

/** Returns the index of the column at a distance from the left edge of the first one; the nearest one outside of all. */
export function columnAt({ lefts }: ColumnWidths, px: number): number {
  const next = lefts.findIndex((left) => left > px);
  return Math.max(0, next === -1 ? lefts.length - 1 : next - 1);
}

/** Returns the columns that a part of the board shows: `first` to `last`, both included. */
export function shownColumns(
  widths: ColumnWidths,
  { from, to }: { from: number; to: number },
): { first: number; last: number } {
  return { first: columnAt(widths, from), last: columnAt(widths, to) };
}

/** Returns the minute of a distance from the top of the axis, within the day. */
export function minuteAt(px: number, axis: Axis): number {
  const minute = axis.from + px / axis.pxPerMinute;
  return Math.min(minutesOfDay - 1, Math.max(0, minute));
}

/** Returns the minute of the first appointment or free time. */
export function firstMinuteOf(columns: readonly Column[]): number {
  const minutes = columns.flatMap(({ appointments, day }) => [
    ...appointments.slice(0, 1).map(({ dateTime }) => minutesOf(dateTime)),
    ...(day.hours === null ? [8 * 60] : day.hours.slice(0, 1).map(({ opens }) => minutesOf(opens))),
  ]);
  return minutes.length === 0 ? 0 : Math.min(...minutes);
}
