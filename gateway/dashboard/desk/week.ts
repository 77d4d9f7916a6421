import { dateOf, timeOf } from "../api/time.ts";
import type { Output } from "../api/types.ts";
import { serviceText } from "../api/service_text.ts";

type ListedDay = Output<"departments.range">["days"][number];

/** A slot as the dialogs of booking and moving show it. */
export interface WeekSlot
  extends Pick<ListedDay["slots"][number], "slotTime" | "state" | "freeWorkerIds"> {
  endTime: string;
  /** The number of free places. */
  free: number;
  /** Why the slot is not free, in the viewer's language. */
  reason: string | null;
}

export interface WeekDay {
  /** `YYYY-MM-DD`. */
  date: string;
  slots: readonly WeekSlot[];
  /** Why the whole date is closed, if it is. */
  reason: string | null;
}

/** Returns the slots of a day that have not ended at `now`. A running slot is included. */
export function weekDayOf(
  day: ListedDay,
  { now, slotMinutes }: { now: string; slotMinutes: number },
): WeekDay {
  const slots = day.slots.map((slot) => ({
    ...slot,
    endTime: endOf(slot.slotTime, slotMinutes),
    free: slot.remainingSlots,
    reason: serviceText(slot.reason) ?? null,
  })).filter(({ endTime }) => endTime > now);
  // All slots of a closure have one reason. The reasons of closed hours name the hour.
  const reasons = new Set(slots.map(({ state, reason }) => state === "CLOSED" ? reason : null));
  return { date: day.date, slots, reason: reasons.size === 1 ? [...reasons][0]! : null };
}

/** Returns whether the slot has a place, and the worker has time in it if one is given. */
export function isFree(slot: WeekSlot, workerId?: number): boolean {
  return slot.state === "FREE" && hasTime(slot, workerId);
}

/** Returns whether staff can book the slot: a free one, or one outside the booking window. */
export function canBook(slot: WeekSlot, workerId?: number): boolean {
  return (slot.state === "FREE" || slot.state === "OUTSIDE_WINDOW") && hasTime(slot, workerId);
}

function hasTime({ freeWorkerIds }: WeekSlot, workerId: number | undefined): boolean {
  return workerId === undefined || freeWorkerIds.includes(workerId);
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

/** Returns the times at which a slot of these days is not closed, as rows of a table. */
export function rowsOf(days: readonly WeekDay[]): string[] {
  const open = days.flatMap(({ slots }) => slots.filter(({ state }) => state !== "CLOSED"));
  return [...new Set(open.map(({ slotTime }) => timeOf(slotTime)))].toSorted();
}

/** Returns the slot of these days that starts at this time. */
export function slotAt(days: readonly WeekDay[], slotTime: string | null): WeekSlot | undefined {
  if (slotTime === null) return undefined;
  return days.find(({ date }) => date === dateOf(slotTime))?.slots
    .find((slot) => slot.slotTime === slotTime);
}

/** Returns the local time this many minutes after the start of a slot. */
export function endOf(slotTime: string, minutes: number): string {
  const end = new Date(`${slotTime}Z`);
  end.setUTCMinutes(end.getUTCMinutes() + minutes);
  return end.toISOString().slice(0, 19);
}
