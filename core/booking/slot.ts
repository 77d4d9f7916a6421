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
 * The one slot in which a local date-time lies (decisions 3): slots start at `slotOffset` and repeat every
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

/** Every slot of a date, in order: together they hold each of its times once. */
export function slotsOfDate(date: Temporal.PlainDate, grid: SlotGrid): Slot[] {
  const slots: Slot[] = [];
  for (let minute = 0; minute < minutesOfDay; minute += slots.at(-1)!.minutes) {
    slots.push(slotOf(timeOf(date, minute), grid));
  }
  return slots;
}

// Several times as fast as `toPlainDateTime`, and a month has thousands of slots.
function timeOf({ year, month, day }: Temporal.PlainDate | Temporal.PlainDateTime, minute: number) {
  return new Temporal.PlainDateTime(year, month, day, Math.floor(minute / 60), minute % 60);
}

/** A name for a slot of a department that is the same for every time within it. */
export function slotKey(departmentId: number, slot: Slot): string {
  return `${departmentId} ${slot.start.toString()}`;
}
