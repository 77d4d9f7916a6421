/** One slot of a department's grid. It contains the times from `start` until `minutes` later, exclusive. */
export interface Slot {
  start: Temporal.PlainDateTime;
  minutes: number;
}

/** The settings that define the grid of a department. */
export interface SlotGrid {
  slotInterval: number;
  slotOffset: number;
}

const minutesOfDay = 1440;

/**
 * Returns the slot that contains a local time. Slots start at `slotOffset` and repeat every `slotInterval` minutes. The
 * minutes before the offset are a first short slot. The last slot ends at 24:00 (core/departments/README.md 2).
 */
export function slotOf(dateTime: Temporal.PlainDateTime, grid: SlotGrid): Slot {
  const { slotInterval, slotOffset } = grid;
  const minute = dateTime.hour * 60 + dateTime.minute;
  const steps = Math.floor((minute - slotOffset) / slotInterval);
  const startMinute = minute < slotOffset ? 0 : slotOffset + steps * slotInterval;
  const endMinute = minute < slotOffset ? slotOffset : startMinute + slotInterval;
  const start = timeOf(dateTime, startMinute);
  return { start, minutes: Math.min(endMinute, minutesOfDay) - startMinute };
}

/** A slot without a date, in minutes after midnight. */
export interface GridSlot {
  minute: number;
  /** Exclusive; 1440 is midnight. */
  endMinute: number;
}

/** Returns all slots of a day in order. Each minute of the day is in exactly one slot. */
export function gridOf({ slotInterval, slotOffset }: SlotGrid): GridSlot[] {
  const slots: GridSlot[] = [];
  for (let minute = 0; minute < minutesOfDay;) {
    const end = slots.length === 0 && slotOffset > 0 ? slotOffset : minute + slotInterval;
    slots.push({ minute, endMinute: Math.min(end, minutesOfDay) });
    minute = end;
  }
  return slots;
}

/** Returns the start of the slot that contains a local time, in minutes after midnight. */
export function startMinuteOf(dateTime: Temporal.PlainDateTime, grid: SlotGrid): number {
  const { start } = slotOf(dateTime, grid);
  return start.hour * 60 + start.minute;
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
