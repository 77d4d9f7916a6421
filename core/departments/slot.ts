/** One slot of a department's grid: it holds the times from `start` until `minutes` later, exclusive. */
export interface Slot {
  start: Temporal.PlainDateTime;
  minutes: number;
}

/** What of a department's settings makes its grid. */
export interface SlotGrid {
  slotInterval: number;
  slotOffset: number;
}

const minutesOfDay = 1440;

/**
 * The one slot in which a local date-time lies: slots start at `slotOffset` and repeat every
 * `slotInterval` minutes; the minutes before the offset form a first short slot, the last ends at 24:00.
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

/** A slot of any date, in minutes after midnight. */
export interface GridSlot {
  minute: number;
  /** Exclusive; 1440 is midnight. */
  endMinute: number;
}

/** Every slot of a date, in order: together they hold each of its minutes once. */
export function gridOf({ slotInterval, slotOffset }: SlotGrid): GridSlot[] {
  const slots: GridSlot[] = [];
  for (let minute = 0; minute < minutesOfDay;) {
    const end = slots.length === 0 && slotOffset > 0 ? slotOffset : minute + slotInterval;
    slots.push({ minute, endMinute: Math.min(end, minutesOfDay) });
    minute = end;
  }
  return slots;
}

/** The minute after midnight at which the slot of a local time starts. */
export function startMinuteOf(dateTime: Temporal.PlainDateTime, grid: SlotGrid): number {
  const { start } = slotOf(dateTime, grid);
  return start.hour * 60 + start.minute;
}

/** A minute of a date, several times as fast as `toPlainDateTime`. */
export function timeOf(
  { year, month, day }: Temporal.PlainDate | Temporal.PlainDateTime,
  minute: number,
): Temporal.PlainDateTime {
  return new Temporal.PlainDateTime(year, month, day, Math.floor(minute / 60), minute % 60);
}

/** A name for a slot of a department that is the same for every time within it. */
export function slotKey(departmentId: number, slot: Slot): string {
  return `${departmentId} ${slot.start.toString()}`;
}
