import { dateOf, minutesBetween, minutesOf } from "../api/time.ts";

/** Minutes after the time of an appointment in which nobody counts as overdue. */
export const graceMinutes = 15;

/** Returns by how many minutes an appointment of today has passed; 0 if it has not, or on other days. */
export function lateMinutes(dateTime: string, now: string): number {
  if (dateOf(dateTime) !== dateOf(now)) return 0;
  return Math.max(0, minutesOf(now) - minutesOf(dateTime));
}

/** Returns by how many minutes an appointment of today is still to come; 0 if it is not, or on other days. */
export function earlyMinutes(dateTime: string, now: string): number {
  if (dateOf(dateTime) !== dateOf(now)) return 0;
  return Math.max(0, minutesOf(dateTime) - minutesOf(now));
}

/** Returns whether a scheduled appointment is overdue: its time and the grace period have passed. */
export function isOverdue(
  { status, dateTime }: { status: string; dateTime: string },
  now: string,
): boolean {
  return status === "SCHEDULED" && lateMinutes(dateTime, now) > graceMinutes;
}

// Where a department has no rule, the service lets people come two hours before (core/booking/README.md 4).
const defaultMinutes = 120;

/**
 * Returns whether nobody can have come for an appointment yet, so that completing it needs a reason. `arrivalMinutes` is
 * the rule of its department.
 */
export function isBeforeItsDay(
  { dateTime, now, arrivalMinutes }: {
    dateTime: string;
    now: string;
    arrivalMinutes: number | null;
  },
): boolean {
  const minutes = arrivalMinutes ?? defaultMinutes;
  return dateOf(dateTime) > dateOf(now) && minutesBetween(now, dateTime) > minutes;
}

/** Returns whether the time of an appointment has come, so that it can be missed. */
export function hasBegun(dateTime: string, now: string): boolean {
  return dateTime <= now;
}
