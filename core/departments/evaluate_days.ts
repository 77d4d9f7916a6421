import { instantOf } from "../local_date_time.ts";
import { evaluatePlaces, type SlotVerdict, timeSkipped } from "./availability.ts";
import { windowOnDate } from "./booking_window.ts";
import type { DepartmentWithWorkers, TakenSlot } from "./departments.ts";
import { closureReason, outsideHoursReasons } from "./opening_hours.ts";
import { type Message, say } from "../messages.ts";
import { createPresence, type PresentWorkers } from "./presence.ts";
import { timeOf } from "./slot.ts";
import { gridOf, type GridSlot } from "./slot_grid.ts";

/** Everything that the availability of the slots of some days depends on. */
export interface DaysInput extends DepartmentWithWorkers {
  from: Temporal.PlainDate;
  to: Temporal.PlainDate;
  timeZone: string;
  now: Temporal.Instant;
  /** The occupied slots of these days, in any order. */
  taken: readonly TakenSlot[];
}

/** A slot with its occupancy, and the parts of which its verdict is made. */
export interface DaySlot extends GridSlot {
  booked: number;
  workerIds: readonly number[];
  present: PresentWorkers;
  /** The present workers who are booked; 0 if the department does not book by worker. */
  busyWorkers: number;
  /** Why nothing can be booked at its start, whatever the booking window; null if something can. */
  closed: Message | null;
  /** Why its start is outside the booking window; null if it is inside. */
  outside: Message | null;
  /** Whether it has a free place, and a free worker if the department books by worker. */
  places: SlotVerdict;
}

/** A slot with its occupancy and the verdict of its start. */
export interface EvaluatedSlot extends DaySlot {
  verdict: SlotVerdict;
}

const nothing = { booked: 0, workerIds: [] };

/**
 * Makes a function that evaluates every slot of a date of the range at its start, by the present grid of the department.
 * It returns the same verdicts as `evaluateSlot` in about a hundredth of the time (core/departments/README.md 1). Pure.
 */
export function createDayEvaluator(
  input: DaysInput,
): (date: Temporal.PlainDate) => EvaluatedSlot[] {
  const slotsOn = createDaySlots(input);
  return (date) =>
    slotsOn(date).map((slot) => {
      const reason = slot.closed ?? slot.outside;
      const verdict = reason === null
        ? slot.places
        : { remainingSlots: 0, unavailabilityReason: reason };
      return Object.assign(slot, { verdict });
    });
}

/** Makes a function that returns every slot of a date of the range with the parts of its verdict. Pure. */
export function createDaySlots(input: DaysInput): (date: Temporal.PlainDate) => DaySlot[] {
  const { department, timeZone } = input;
  const grid = gridOf(department);
  const range = { from: input.from.toString(), to: input.to.toString() };
  const presentOn = createPresence(input.activeWorkers, { grid: department, ...range });
  const takenByDate = Map.groupBy(input.taken, ({ date }) => date);
  const irregular = datesOfClockChanges(input, timeZone);
  const hoursByWeekday = new Map<number, readonly (Message | null)[]>();
  const window = windowOnDate(department.bookingWindow, input);

  function takenOn(date: string): Map<number, TakenSlot> {
    return new Map((takenByDate.get(date) ?? []).map((slot) => [slot.minute, slot]));
  }

  function hoursOn({ dayOfWeek }: Temporal.PlainDate): readonly (Message | null)[] {
    const known = hoursByWeekday.get(dayOfWeek);
    if (known) return known;
    const reasons = outsideHoursReasons(department.openingHours, dayOfWeek);
    hoursByWeekday.set(dayOfWeek, reasons);
    return reasons;
  }

  /** Makes a function that returns the epoch milliseconds of a minute; undefined if the clocks go forward over it. */
  function timesOn(date: Temporal.PlainDate): (minute: number) => number | undefined {
    if (irregular.has(date.toString())) {
      return (minute) => instantOf(timeOf(date, minute), timeZone)?.epochMilliseconds;
    }
    const midnightMs = date.toZonedDateTime(timeZone).epochMilliseconds;
    return (minute) => midnightMs + minute * 60_000;
  }

  function closedOn(date: Temporal.PlainDate): (minute: number) => Message | null {
    const closed = department.isActive
      ? closureReason(department.closures, date)
      : say("departmentClosed");
    if (closed !== null) return () => closed;
    const hours = hoursOn(date);
    return (minute) => hours[minute]!;
  }

  return (date) => {
    const text = date.toString();
    const taken = takenOn(text);
    const presentIn = presentOn(text);
    const timeOfMinute = timesOn(date);
    const closedAt = closedOn(date);
    const outsideAt = window(date);
    return grid.map(({ minute, endMinute }, index) => {
      const { booked, workerIds } = taken.get(minute) ?? nothing;
      const present = presentIn(index);
      const atMs = timeOfMinute(minute);
      const isSkipped = atMs === undefined && department.isActive;
      const busyWorkers = department.showAdminsInBooking ? present.countOf(workerIds) : 0;
      const counts = { booked, presentWorkers: present.count, busyWorkers };
      return {
        minute,
        endMinute,
        booked,
        workerIds,
        present,
        busyWorkers,
        closed: isSkipped ? timeSkipped(timeOf(date, minute), timeZone) : closedAt(minute),
        outside: atMs === undefined ? null : outsideAt(atMs),
        places: evaluatePlaces(department, counts),
      };
    });
  };
}

/** Returns the workers who can take a slot that has a free place. Costs a look at each worker. */
export function freeWorkersOf(
  { present, workerIds }: DaySlot,
  { showAdminsInBooking }: { showAdminsInBooking: boolean },
): readonly number[] {
  const mayBeBusy = showAdminsInBooking && workerIds.length > 0;
  return mayBeBusy ? present.idsWithout(workerIds) : present.ids();
}

/** Returns why an active worker cannot take a slot that has a free place, or null. */
export function reasonOfWorker(
  workerId: number,
  { present, workerIds }: DaySlot,
  { showAdminsInBooking }: { showAdminsInBooking: boolean },
): Message | null {
  if (!present.has(workerId)) return say("workerAway");
  return showAdminsInBooking && workerIds.includes(workerId) ? say("workerBusy") : null;
}

/** Returns the dates (`YYYY-MM-DD`) on which a clock change skips or repeats minutes. */
function datesOfClockChanges(
  { from, to }: { from: Temporal.PlainDate; to: Temporal.PlainDate },
  timeZone: string,
): Set<string> {
  const dates = new Set<string>();
  const end = to.add({ days: 2 }).toZonedDateTime(timeZone);
  let at = from.subtract({ days: 2 }).toZonedDateTime(timeZone);
  for (;;) {
    const next = at.getTimeZoneTransition("next");
    if (!next || Temporal.ZonedDateTime.compare(next, end) > 0) return dates;
    const nanoseconds = next.offsetNanoseconds -
      next.subtract({ nanoseconds: 1 }).offsetNanoseconds;
    const after = next.toPlainDateTime();
    const before = after.subtract({ nanoseconds });
    const [first, last] = Temporal.PlainDateTime.compare(before, after) < 0
      ? [before, after]
      : [after, before];
    const lastDate = last.toPlainDate();
    for (
      let date = first.toPlainDate();
      Temporal.PlainDate.compare(date, lastDate) <= 0;
      date = date.add({ days: 1 })
    ) dates.add(date.toString());
    at = next;
  }
}
