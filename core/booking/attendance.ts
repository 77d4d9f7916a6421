import { startOf } from "../calendar.ts";
import { DomainError, validationError } from "../errors.ts";
import { dateAndTime } from "../local_date_time.ts";
import type { ChangeContext } from "./appointment_change.ts";
import { say } from "../messages.ts";

// An office lets people in all day; and before midnight, if their time is soon after it.
const defaultMinutes = 120;

/**
 * Returns from when on a person can come for an appointment: on its date, and `arrivalMinutes` before it, or two hours
 * without this rule of its department.
 */
export function earliestAttendance(
  due: Temporal.ZonedDateTime,
  arrivalMinutes: number | null,
): Temporal.ZonedDateTime {
  const minutes = arrivalMinutes ?? defaultMinutes;
  const [start, before] = [due.startOfDay(), due.subtract({ minutes })];
  return Temporal.ZonedDateTime.compare(start, before) < 0 ? start : before;
}

type At = Pick<ChangeContext, "appointment" | "timeZone" | "now">;
type AtDepartment = At & Pick<ChangeContext, "arrivalMinutes">;

/** Returns whether nobody can have come for an appointment yet. */
function isBeforeItsDay({ appointment, timeZone, now, arrivalMinutes }: AtDepartment): boolean {
  const due = appointment.dateTime.toZonedDateTime(timeZone);
  const from = earliestAttendance(due, arrivalMinutes);
  return Temporal.Instant.compare(now, from.toInstant()) < 0;
}

/** Returns whether the time of an appointment has come. */
export function hasBegun({ appointment: { dateTime }, timeZone, now }: At): boolean {
  return Temporal.Instant.compare(startOf(dateTime, timeZone), now) <= 0;
}

/**
 * Returns the reason to record for a completion: the given one before the day of the appointment, and null from then on.
 * Throws VALIDATION_ERROR if a reason is needed and there is none.
 */
export function reasonForEarly(context: AtDepartment, reason: string | null): string | null {
  if (!isBeforeItsDay(context)) return null;
  if (reason !== null) return reason;
  const message = say("reasonForEarly", timeOf(context));
  throw validationError({ field: "overrideReason", message });
}

/** Throws CONFLICT unless the time of the appointment has come: until then nobody can have missed it. */
export function requireBegun(context: At): void {
  if (hasBegun(context)) return;
  throw new DomainError("CONFLICT", say("notBegun", timeOf(context)));
}

function timeOf({ appointment: { dateTime } }: At): { date: string; time: string } {
  return dateAndTime(dateTime);
}
