import { earliestAttendance } from "../booking/attendance.ts";
import { DomainError } from "../errors.ts";
import { dateAndTime } from "../local_date_time.ts";
import type { LocalMoment } from "./business_day.ts";
import type { QueueRules } from "./queue_rules.ts";
import { say } from "../messages.ts";

/** Why a person cannot arrive for an appointment now: it is over, or the arrival is possible only from a local time on. */
export type ArrivalRefusal = { why: "OVER" } | { why: "TOO_EARLY"; from: Temporal.PlainDateTime };

/** What decides whether a person can arrive for an appointment. */
interface ArrivalMoment extends LocalMoment {
  /** Of the department of the appointment. */
  businessDate: Temporal.PlainDate;
  rules: Pick<QueueRules, "arrivalMinutes">;
}

/**
 * Returns why a person cannot arrive for an appointment now; null if the person can. An arrival is possible from
 * `arrivalMinutes` before the appointment, until the business day of its date ends (core/visits/README.md 5).
 */
export function arrivalRefusal(
  dateTime: Temporal.PlainDateTime,
  { businessDate, rules, now, timeZone }: ArrivalMoment,
): ArrivalRefusal | null {
  if (Temporal.PlainDate.compare(dateTime.toPlainDate(), businessDate) < 0) return { why: "OVER" };
  const from = earliestArrival(dateTime.toZonedDateTime(timeZone), rules);
  if (Temporal.Instant.compare(now, from.toInstant()) >= 0) return null;
  return { why: "TOO_EARLY", from: from.toPlainDateTime() };
}

function earliestArrival(
  due: Temporal.ZonedDateTime,
  { arrivalMinutes }: Pick<QueueRules, "arrivalMinutes">,
): Temporal.ZonedDateTime {
  return arrivalMinutes === null
    ? earliestAttendance(due, null)
    : due.subtract({ minutes: arrivalMinutes });
}

/** Throws a CONFLICT that says when a person can arrive, unless the person can arrive now. */
export function requireArrivalTime(dateTime: Temporal.PlainDateTime, moment: ArrivalMoment): void {
  const refusal = arrivalRefusal(dateTime, moment);
  if (!refusal) return;
  const at = dateAndTime(dateTime);
  if (refusal.why === "OVER") throw new DomainError("CONFLICT", say("otherDay", { date: at.date }));
  const { date: fromDate, time: fromTime } = dateAndTime(refusal.from);
  throw new DomainError("CONFLICT", say("tooEarly", { ...at, fromDate, fromTime }));
}
