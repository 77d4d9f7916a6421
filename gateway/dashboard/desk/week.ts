import { dateOf, timeOf } from "../api/time.ts";
import type { DayView } from "../api/types.ts";

/** A slot as the dialogs of booking and moving show it. */
export interface WeekSlot {
  slotTime: string;
  endTime: string;
  /** `full`: every place is taken. `closed`: it cannot be booked for another reason. */
  state: "free" | "full" | "closed";
  /** The number of free places. */
  free: number;
  /** Why the slot is not free. */
  reason: string | null;
  busyWorkerIds: readonly number[];
}

export interface WeekDay {
  /** `YYYY-MM-DD`. */
  date: string;
  slots: readonly WeekSlot[];
  /** Why nothing can be booked on this date, if that is so. */
  reason: string | null;
}

/** Returns the slots of a day that have not ended at `now`. A running slot is included. */
export function weekDayOf(day: DayView, now: string): WeekDay {
  const busy = Map.groupBy(
    day.appointments.filter(({ status, workerId }) => status !== "CANCELLED" && workerId !== null),
    ({ dateTime }) => day.slots.findLast(({ slotTime }) => slotTime <= dateTime)?.slotTime,
  );
  const slots = day.slots.filter(({ endTime }) => endTime > now).map((slot) => ({
    slotTime: slot.slotTime,
    endTime: slot.endTime,
    state: slot.available
      ? "free" as const
      : slot.booked >= slot.capacity && slot.capacity > 0
      ? "full" as const
      : "closed" as const,
    free: slot.remainingSlots,
    reason: slot.unavailabilityReason,
    busyWorkerIds: (busy.get(slot.slotTime) ?? []).map(({ workerId }) => workerId!),
  }));
  const isClosed = slots.length > 0 && slots.every(({ state }) => state === "closed");
  return { date: day.date, slots, reason: isClosed ? slots[0]!.reason : null };
}

/** Returns whether the slot has a place, and the worker has time in it if one is given. */
export function isFree({ state, busyWorkerIds }: WeekSlot, workerId?: number): boolean {
  return state === "free" && (workerId === undefined || !busyWorkerIds.includes(workerId));
}

/** Returns the first free slot that starts at `from` or later, or runs at that time. */
export function firstFree(
  days: readonly WeekDay[],
  { from, workerId }: { from: string; workerId?: number | undefined },
): WeekSlot | undefined {
  return days.flatMap(({ slots }) => slots).find((slot) =>
    slot.endTime > from && isFree(slot, workerId)
  );
}

/** Returns the start times of all slots of these days, as rows of a table. */
export function rowsOf(days: readonly WeekDay[]): string[] {
  return [...new Set(days.flatMap(({ slots }) => slots.map(({ slotTime }) => timeOf(slotTime))))]
    .toSorted();
}

/** Returns the slot of these days that starts at this time. */
export function slotAt(days: readonly WeekDay[], slotTime: string | null): WeekSlot | undefined {
  if (slotTime === null) return undefined;
  return days.find(({ date }) => date === dateOf(slotTime))?.slots
    .find((slot) => slot.slotTime === slotTime);
}
