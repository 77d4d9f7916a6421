import { startOf } from "../calendar.ts";
import type { Appointment } from "./appointment.ts";

/** A reminder transaction has at most so many appointments. */
export const maxReminders = 200;

/**
 * Up to where the reminders of a department are done: all that were due before `dueUntil`, and of those that were due
 * then the ones with an id up to `lastId`.
 */
export interface ReminderMark {
  dueUntil: Temporal.Instant;
  lastId: number;
}

type Remindable = Pick<Appointment, "id" | "dateTime" | "createdAt">;

/** What is due in a department for one of its times before. */
export interface ReminderContext<A extends Remindable> {
  minutesBefore: number;
  timeZone: string;
  now: Temporal.Instant;
  mark: ReminderMark;
  /** Scheduled appointments: at least those that are due after the mark and until `now`, or the first of them. */
  appointments: readonly A[];
  /** Whether `appointments` has all of them. */
  isComplete: boolean;
  /** The maximum number to look at. */
  max: number;
}

/**
 * Returns the appointments to remind of, and the mark after them (core/booking/README.md 28). Pure. An appointment that
 * was booked after its reminder was due, or that has begun, is passed over. `count` is how many the mark has passed.
 */
export function dueReminders<A extends Remindable>(
  { minutesBefore, timeZone, now, mark, appointments, isComplete, max }: ReminderContext<A>,
): { due: A[]; mark: ReminderMark; count: number } {
  const open = appointments
    .map((appointment) => {
      const start = startOf(appointment.dateTime, timeZone);
      return { appointment, start, due: start.subtract({ minutes: minutesBefore }) };
    })
    .filter((one) => isAfter(one, mark) && Temporal.Instant.compare(one.due, now) <= 0)
    .toSorted((a, b) =>
      Temporal.Instant.compare(a.due, b.due) || a.appointment.id - b.appointment.id
    );
  const passed = open.slice(0, max);
  const due = passed.filter(({ appointment, start, due }) =>
    Temporal.Instant.compare(appointment.createdAt, due) <= 0 &&
    Temporal.Instant.compare(start, now) > 0
  );
  const last = passed.at(-1);
  const reached = last ? { dueUntil: last.due, lastId: last.appointment.id } : mark;
  const isDone = isComplete && passed.length === open.length;
  // What is due just now keeps its place in the mark, or it would be due again.
  const isBeforeNow = Temporal.Instant.compare(reached.dueUntil, now) < 0;
  return {
    due: due.map(({ appointment }) => appointment),
    mark: isDone && isBeforeNow ? { dueUntil: now, lastId: 0 } : reached,
    count: passed.length,
  };
}

function isAfter(
  { due, appointment: { id } }: { due: Temporal.Instant; appointment: Remindable },
  { dueUntil, lastId }: ReminderMark,
): boolean {
  const order = Temporal.Instant.compare(due, dueUntil);
  return order > 0 || order === 0 && id > lastId;
}
