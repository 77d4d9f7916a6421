import { evaluatePlaces } from "./availability.ts";
import type { Department } from "./department.ts";
import { createDaySlots, type DaysInput, type DaySlot } from "./evaluate_days.ts";
import type { Slot } from "./slot.ts";
import type { Message } from "../messages.ts";

interface LocalNow {
  now: Temporal.Instant;
  timeZone: string;
}

/**
 * Returns a department with the booking window that staff have (core/booking/README.md 13): none with a reason to
 * override it, and none for the slot that is running now.
 */
export function withStaffWindow(
  department: Department,
  slot: Slot,
  { overrideReason, ...at }: LocalNow & { overrideReason: string | null },
): Department {
  const { bookingWindow } = department;
  if (!bookingWindow || (overrideReason === null && !isRunning(slot, at))) return department;
  return { ...department, bookingWindow: null };
}

function isRunning({ start, minutes }: Slot, { now, timeZone }: LocalNow): boolean {
  const local = now.toZonedDateTimeISO(timeZone).toPlainDateTime();
  return Temporal.PlainDateTime.compare(start, local) <= 0 &&
    Temporal.PlainDateTime.compare(local, start.add({ minutes })) < 0;
}

/** OUTSIDE_WINDOW: staff can book it with a reason. */
export type DeskSlotState = "FREE" | "FULL" | "OUTSIDE_WINDOW" | "CLOSED";

/** A slot as staff can book it. */
export interface DeskSlot extends DaySlot {
  state: DeskSlotState;
  /** Free places, whatever the booking window. */
  remainingSlots: number;
  /** Why it is not FREE; null if it is. */
  reason: Message | null;
  isRunning: boolean;
}

/** Makes a function that evaluates every slot of a date by the rules of the front desk. Pure. */
export function createDeskEvaluator(input: DaysInput): (date: Temporal.PlainDate) => DeskSlot[] {
  const { department } = input;
  const slotsOn = createDaySlots(input);
  const now = input.now.toZonedDateTimeISO(input.timeZone).toPlainDateTime();
  const today = now.toPlainDate();
  const minuteOfNow = now.hour * 60 + now.minute;

  return (date) => {
    const isToday = date.equals(today);
    return slotsOn(date).map((slot) => {
      const { minute, endMinute, present, places } = slot;
      const isNow = isToday && minute <= minuteOfNow && minuteOfNow < endMinute;
      const empty = { booked: 0, presentWorkers: present.count, busyWorkers: 0 };
      const closed = slot.closed ?? evaluatePlaces(department, empty).unavailabilityReason;
      const full = places.unavailabilityReason;
      const outside = isNow ? null : slot.outside;
      const state = closed !== null
        ? "CLOSED"
        : full !== null
        ? "FULL"
        : outside !== null
        ? "OUTSIDE_WINDOW"
        : "FREE";
      const reason = closed ?? full ?? outside;
      const remainingSlots = closed === null ? places.remainingSlots : 0;
      return Object.assign(slot, { isRunning: isNow, remainingSlots, state, reason } as const);
    });
  };
}
