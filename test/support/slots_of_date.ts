import { type Slot, slotOf } from "../../core/departments/slot.ts";
import type { SlotGrid } from "../../core/departments/slot_grid.ts";

/** Every slot of a date, in order, found by asking for the slot of each minute: the slow reference of `gridOf`. */
export function slotsOfDate(date: Temporal.PlainDate, grid: SlotGrid): Slot[] {
  const midnight = date.toPlainDateTime();
  const slots: Slot[] = [];
  for (let minute = 0; minute < 1440; minute += slots.at(-1)!.minutes) {
    slots.push(slotOf(midnight.add({ minutes: minute }), grid));
  }
  return slots;
}
