import type { Department } from "./department.ts";
import { createDayEvaluator, type DaysInput, type EvaluatedSlot } from "./evaluate_days.ts";
import { type Slot, timeOf } from "./slot.ts";
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
export interface DeskSlot extends EvaluatedSlot {
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
  const atAnyTime = { ...input, department: { ...department, bookingWindow: null } };
  const evaluate = createDayEvaluator(input);
  const evaluateAnyTime = department.bookingWindow ? createDayEvaluator(atAnyTime) : evaluate;
  const evaluateEmpty = createDayEvaluator({ ...atAnyTime, taken: [] });

  return (date) => {
    const inWindow = evaluate(date);
    const empty = evaluateEmpty(date);
    return evaluateAnyTime(date).map((slot, i) => {
      const { minute, endMinute, verdict: { remainingSlots, unavailabilityReason: full } } = slot;
      const of = { start: timeOf(date, minute), minutes: endMinute - minute };
      const isNow = isRunning(of, input);
      const closed = empty[i]!.verdict.unavailabilityReason;
      const outside = isNow ? null : inWindow[i]!.verdict.unavailabilityReason;
      const state = closed !== null
        ? "CLOSED"
        : full !== null
        ? "FULL"
        : outside !== null
        ? "OUTSIDE_WINDOW"
        : "FREE";
      const reason = closed ?? full ?? outside;
      return Object.assign(slot, { isRunning: isNow, remainingSlots, state, reason } as const);
    });
  };
}
