import { createDayEvaluator, type EvaluatedSlot } from "../departments/evaluate_days.ts";
import type { DepartmentWithWorkers, TakenSlot } from "../departments/departments.ts";
import { outsideHoursReasons, timeText } from "../departments/opening_hours.ts";
import { startMinuteOf } from "../departments/slot.ts";
import type { SlotGrid } from "../departments/slot_grid.ts";
import type { PlacedAppointment, TakenTime } from "./appointments.ts";
import type { Message } from "../messages.ts";

/** A slot of a day. Times are local. */
export interface DaySlotView {
  /** The start of the slot. */
  slotTime: string;
  /** The end of the slot, exclusive. */
  endTime: string;
  /** Number of places. If the department books by worker: the smaller of places and present workers. */
  capacity: number;
  /** Number of taken places. */
  booked: number;
  remainingSlots: number;
  available: boolean;
  unavailabilityReason: Message | null;
}

/** Everything that the slots of a department's day depend on. */
interface DayQuery {
  date: Temporal.PlainDate;
  timeZone: string;
  now: Temporal.Instant;
  taken: readonly TakenSlot[];
  /** Whether to include empty slots outside the opening hours. */
  allSlots?: boolean;
}

/** Returns the slots of a department on a date, with the availability of their starts. Pure. */
export function slotsOfDay(
  found: DepartmentWithWorkers,
  { date, timeZone, now, taken, allSlots = false }: DayQuery,
): DaySlotView[] {
  const evaluate = createDayEvaluator({ ...found, from: date, to: date, timeZone, now, taken });
  const shown = allSlots ? evaluate(date) : evaluate(date).filter(isShown(date, { found, taken }));
  const texts = { date: date.toString(), nextDate: date.add({ days: 1 }).toString() };
  return shown.map((one) => toDaySlotView(one, { found, ...texts }));
}

/** Returns the taken slots of one department and date from its appointments, or from their counts. */
export function takenSlotsOf(
  times: readonly TakenTime[],
  { date, grid }: { date: Temporal.PlainDate; grid: SlotGrid },
): TakenSlot[] {
  const bySlot = Map.groupBy(times, ({ dateTime }) => startMinuteOf(dateTime, grid));
  return [...bySlot].map(([minute, held]) => ({
    date: date.toString(),
    minute,
    listed: sumOf(held.map(({ listed }) => listed)),
    booked: sumOf(held.map(({ booked }) => booked)),
    workerIds: held.flatMap(({ workerIds }) => workerIds),
  }));
}

/** Counts one appointment. A cancelled one takes no place. */
export function takenTimeOf(
  { departmentId, dateTime, status, workerId }: PlacedAppointment,
): TakenTime {
  const takesPlace = status !== "CANCELLED";
  return {
    departmentId,
    dateTime,
    listed: 1,
    booked: takesPlace ? 1 : 0,
    workerIds: takesPlace && workerId !== null ? [workerId] : [],
  };
}

/** Adds up numbers. */
export function sumOf(numbers: Iterable<number>): number {
  return Iterator.from(numbers).reduce((sum, number) => sum + number, 0);
}

function isShown(
  { dayOfWeek }: Temporal.PlainDate,
  { found: { department }, taken }: { found: DepartmentWithWorkers; taken: readonly TakenSlot[] },
): (slot: EvaluatedSlot) => boolean {
  if (department.openingHours === null) return () => true;
  const reasons = outsideHoursReasons(department.openingHours, dayOfWeek);
  const holding = new Set(taken.map(({ minute }) => minute));
  return ({ minute }) => reasons[minute] === null || holding.has(minute);
}

function toDaySlotView(
  { minute, endMinute, booked, present, verdict }: EvaluatedSlot,
  { found: { department }, date, nextDate }: {
    found: DepartmentWithWorkers;
    date: string;
    nextDate: string;
  },
): DaySlotView {
  const { slotCapacity, showAdminsInBooking } = department;
  return {
    slotTime: `${date}T${timeText(minute)}:00`,
    endTime: endMinute === 1440 ? `${nextDate}T00:00:00` : `${date}T${timeText(endMinute)}:00`,
    capacity: showAdminsInBooking ? Math.min(slotCapacity, present.count) : slotCapacity,
    booked,
    remainingSlots: verdict.remainingSlots,
    available: verdict.unavailabilityReason === null,
    unavailabilityReason: verdict.unavailabilityReason,
  };
}
