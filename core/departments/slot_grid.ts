/** The settings that define the grid of a department, in minutes. */
export interface SlotGrid {
  slotInterval: number;
  slotOffset: number;
}

/** A slot without a date, in minutes after midnight. */
export interface GridSlot {
  minute: number;
  /** Exclusive; 1440 is midnight. */
  endMinute: number;
}

export const minutesOfDay = 1440;

/**
 * Returns the slot that contains a minute of the day. Slots start at `slotOffset` and repeat every `slotInterval` minutes.
 * The minutes before the offset are a first short slot. The last slot ends at 24:00 (core/departments/README.md 2).
 */
export function slotAtMinute(
  minute: number,
  { slotInterval, slotOffset }: SlotGrid,
): GridSlot {
  if (minute < slotOffset) return { minute: 0, endMinute: slotOffset };
  const start = minute - (minute - slotOffset) % slotInterval;
  return { minute: start, endMinute: Math.min(start + slotInterval, minutesOfDay) };
}

/** Returns the index among the slots of a day of the slot that contains a minute. */
export function slotIndexAt(minute: number, { slotInterval, slotOffset }: SlotGrid): number {
  if (minute < slotOffset) return 0;
  return Math.floor((minute - slotOffset) / slotInterval) + (slotOffset > 0 ? 1 : 0);
}

/** Returns all slots of a day in order. Each minute of the day is in exactly one slot. */
export function gridOf(grid: SlotGrid): GridSlot[] {
  const slots: GridSlot[] = [];
  for (let minute = 0; minute < minutesOfDay; minute = slots.at(-1)!.endMinute) {
    slots.push(slotAtMinute(minute, grid));
  }
  return slots;
}
