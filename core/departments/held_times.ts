import type { BookingScope } from "../environment.ts";
import type { TakenSlot } from "./departments.ts";
import { startMinuteOf } from "./slot.ts";
import type { SlotGrid } from "./slot_grid.ts";

/** Asks for the holds that have not ended at `now`, from one date to another, both included. */
export interface HeldTimesQuery {
  /** Null for all departments. */
  departmentId: number | null;
  from: Temporal.PlainDate;
  to: Temporal.PlainDate;
  now: Temporal.Instant;
}

/** The time and the worker of a hold. */
export interface HeldTime {
  departmentId: number;
  dateTime: Temporal.PlainDateTime;
  workerId: number | null;
}

/** Reads the times of holds. */
export interface HeldTimes {
  /** Returns the times in any order. */
  times(scope: BookingScope, query: HeldTimesQuery): Promise<HeldTime[]>;
}

/** Counts the holds of a department among the taken places of its slots. */
export function addHeldTimes(
  taken: readonly TakenSlot[],
  held: readonly HeldTime[],
  grid: SlotGrid,
): readonly TakenSlot[] {
  if (held.length === 0) return taken;
  const keyOf = ({ date, minute }: { date: string; minute: number }) => `${date} ${minute}`;
  const slots = new Map(taken.map((slot) => [keyOf(slot), slot]));
  for (const { dateTime, workerId } of held) {
    const at = { date: dateTime.toPlainDate().toString(), minute: startMinuteOf(dateTime, grid) };
    const { listed, booked, workerIds } = slots.get(keyOf(at)) ??
      { listed: 0, booked: 0, workerIds: [] };
    slots.set(keyOf(at), {
      ...at,
      listed,
      booked: booked + 1,
      workerIds: workerId === null ? workerIds : [...workerIds, workerId],
    });
  }
  return [...slots.values()];
}
