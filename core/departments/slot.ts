import { slotAtMinute, type SlotGrid } from "./slot_grid.ts";

/** One slot of a department's grid. It contains the times from `start` until `minutes` later, exclusive. */
export interface Slot {
  start: Temporal.PlainDateTime;
  minutes: number;
}

/** Returns the slot that contains a local time, by the rule of `slotAtMinute`. */
export function slotOf(dateTime: Temporal.PlainDateTime, grid: SlotGrid): Slot {
  const { minute, endMinute } = slotAtMinute(dateTime.hour * 60 + dateTime.minute, grid);
  return { start: timeOf(dateTime, minute), minutes: endMinute - minute };
}

/** Returns the start of the slot that contains a local time, in minutes after midnight. */
export function startMinuteOf(dateTime: Temporal.PlainDateTime, grid: SlotGrid): number {
  return slotAtMinute(dateTime.hour * 60 + dateTime.minute, grid).minute;
}

/** Returns the local time of a minute after midnight. Several times as fast as `toPlainDateTime`. */
export function timeOf(
  { year, month, day }: Temporal.PlainDate | Temporal.PlainDateTime,
  minute: number,
): Temporal.PlainDateTime {
  return new Temporal.PlainDateTime(year, month, day, Math.floor(minute / 60), minute % 60);
}

/** Returns a key that identifies a slot of a department. */
export function slotKey(departmentId: number, slot: Slot): string {
  return `${departmentId} ${slot.start.toString()}`;
}
