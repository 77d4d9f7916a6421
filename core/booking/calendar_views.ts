import type { Absence } from "../departments/absence.ts";
import type { DepartmentWithWorkers, TakenSlot } from "../departments/departments.ts";
import {
  createDeskEvaluator,
  type DeskSlot,
  type DeskSlotState,
} from "../departments/desk_slots.ts";
import { freeWorkersOf } from "../departments/evaluate_days.ts";
import {
  closureOn,
  type OpenInterval,
  outsideHoursReasons,
  weekdays,
} from "../departments/opening_hours.ts";
import type { Worker } from "../departments/worker.ts";
import { mapAtPace, type Pace } from "../heavy_work.ts";
import type { Message } from "../messages.ts";

/** A slot that begins within the opening hours. Minutes are counted from midnight. */
export interface CalendarSlotView {
  minute: number;
  /** Exclusive; 1440 is midnight. */
  endMinute: number;
  state: DeskSlotState;
  /** Why it is not FREE; null if it is. */
  reason: Message | null;
  /** Free places, whatever the booking window. */
  remainingSlots: number;
  /** The active workers who are present, and who are not booked if the department books by worker. */
  freeWorkerIds: readonly number[];
}

/** A date of a department in a calendar. */
export interface CalendarDayView {
  /** `YYYY-MM-DD`. */
  date: string;
  /** Why it is closed on the whole date, "" without a reason; null if it is not closed. */
  closure: string | null;
  /** The opening hours of the weekday; null if the department is always open. */
  hours: OpenInterval[] | null;
  /** Null if the calendar has no room for them; [] on a closed date and in an inactive department. */
  slots: CalendarSlotView[] | null;
}

/** A department in a calendar. */
export interface CalendarDepartmentView {
  id: number;
  name: string;
  isActive: boolean;
  showAdminsInBooking: boolean;
  slotInterval: number;
  slotOffset: number;
  slotCapacity: number;
  days: CalendarDayView[];
}

/** A worker in a calendar, with the absences of its days. */
export interface CalendarWorkerView {
  id: number;
  departmentId: number;
  name: string;
  isActive: boolean;
  absences: Absence[];
}

/** Makes a function that makes the view of a department from its taken slots. Pauses between two dates. */
export function createDepartmentViews({ dates, pace, ...at }: {
  dates: readonly Temporal.PlainDate[];
  timeZone: string;
  now: Temporal.Instant;
  pace: Pick<Pace, "isDue" | "pause">;
}): (found: DepartmentWithWorkers, taken: readonly TakenSlot[]) => Promise<CalendarDepartmentView> {
  const [from, to] = [dates[0]!, dates.at(-1)!];
  return async (found, taken) => {
    const { department } = found;
    const { id, name, isActive, showAdminsInBooking } = department;
    const evaluate = createDeskEvaluator({ ...found, ...at, from, to, taken });
    const days = await mapAtPace(dates, pace, (date): CalendarDayView => {
      const closure = closureOn(department.closures, date)?.reason ?? null;
      const reasons = outsideHoursReasons(department.openingHours, date.dayOfWeek);
      const open = isActive && closure === null
        ? evaluate(date).filter(({ minute }) => reasons[minute] === null)
        : [];
      return {
        date: date.toString(),
        closure,
        hours: department.openingHours &&
          (department.openingHours[weekdays[date.dayOfWeek - 1]!] ?? []),
        slots: open.map((slot) => toSlotView(slot, department)),
      };
    });
    const { slotInterval, slotOffset, slotCapacity } = department;
    return {
      id,
      name,
      isActive,
      showAdminsInBooking,
      slotInterval,
      slotOffset,
      slotCapacity,
      days,
    };
  };
}

function toSlotView(
  slot: DeskSlot,
  department: DepartmentWithWorkers["department"],
): CalendarSlotView {
  const { minute, endMinute, state, reason, remainingSlots } = slot;
  const freeWorkerIds = freeWorkersOf(slot, department);
  return { minute, endMinute, state, reason, remainingSlots, freeWorkerIds };
}

/** Makes the view of a worker with the absences that overlap the dates. */
export function toCalendarWorkerView(
  { id, departmentId, name, isActive, absences }: Worker,
  dates: readonly Temporal.PlainDate[],
): CalendarWorkerView {
  const [first, last] = [dates[0]!.toString(), dates.at(-1)!.toString()];
  return {
    id,
    departmentId,
    name,
    isActive,
    absences: absences.filter(({ from, to }) => from <= last && first <= to),
  };
}
