import { z } from "zod";
import { validationError } from "./errors.ts";
import { rawField, requiredOr } from "./input.ts";
import { formatLocalDateTime, instantOf, parseLocalDate } from "./local_date_time.ts";
import { say } from "./messages.ts";

/** The maximum number of days from the first to the last day of an export or of statistics. */
export const maxDaysApart = 366;
const maxDaysByHour = 2;

/** A range of days of an organization, both included. */
export interface Days {
  first: Temporal.PlainDate;
  last: Temporal.PlainDate;
}

/** Consecutive ranges of time: bucket i lasts from `bounds[i]` to `bounds[i + 1]`. */
export interface TimeBuckets {
  /** The local hour or day of each bucket. Two buckets have the same one if an hour occurs twice. */
  timestamps: string[];
  bounds: Temporal.Instant[];
}

const wrongDay = requiredOr("mustBe", { what: "a date such as 2026-03-05" });

/** A required day of a query, `YYYY-MM-DD`. If it is malformed, the error is INVALID_DATE_FORMAT. */
export const requiredDay = rawField<string>().transform((value, context) => {
  const day = typeof value === "string" ? parseLocalDate(value) : undefined;
  if (day) return day;
  const isMissing = value === undefined || value === null;
  context.addIssue({
    code: "custom",
    message: wrongDay({ input: value }),
    params: { queriedDate: !isMissing },
  });
  return z.NEVER;
});

/** Makes a range of days. Throws VALIDATION_ERROR if `last` is before `first` or more than 366 days after it. */
export function daysFrom(first: Temporal.PlainDate, last: Temporal.PlainDate): Days {
  const { days: apart } = first.until(last);
  if (apart < 0) {
    throw validationError({
      field: "endDate",
      message: say("endBeforeStart", { start: "startDate" }),
    });
  }
  if (apart <= maxDaysApart) return { first, last };
  throw validationError({
    field: "endDate",
    message: say("periodTooLong", { max: maxDaysApart, start: "startDate" }),
  });
}

/** Returns the last `count` days in a zone, with today as the last day. */
export function lastDays(count: number, now: Temporal.Instant, timeZone: string): Days {
  const last = now.toZonedDateTimeISO(timeZone).toPlainDate();
  return { first: last.subtract({ days: count - 1 }), last };
}

/** Returns the start of the first day and the start of the day after the last. */
export function boundsOf({ first, last }: Days, timeZone: string) {
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).toInstant();
  return { from: startOf(first), to: startOf(last.add({ days: 1 })) };
}

/**
 * Divides days into buckets: hours for up to two days, otherwise days. It finds hours by steps of 15 minutes, because
 * clocks change by multiples of 15 minutes. A local hour that does not exist has no bucket.
 */
export function bucketsOf(days: Days, timeZone: string): TimeBuckets {
  const { from, to } = boundsOf(days, timeZone);
  const isByHour = days.first.until(days.last).days < maxDaysByHour;
  const steps = isByHour ? quarterHours(from, to) : midnights(days, timeZone);
  const timestamps: string[] = [];
  const bounds: Temporal.Instant[] = [];
  for (const step of steps) {
    // A zone that moves over the date line skips a day. The skipped day starts with the next day, so it has no bucket.
    if (Temporal.Instant.compare(step, to) >= 0) break;
    const local = step.toZonedDateTimeISO(timeZone).toPlainDateTime();
    const timestamp = formatLocalDateTime(
      local.round({ smallestUnit: isByHour ? "hour" : "day", roundingMode: "floor" }),
    );
    if (timestamp === timestamps.at(-1)) continue;
    timestamps.push(timestamp);
    bounds.push(step);
  }
  return { timestamps, bounds: [...bounds, to] };
}

/** Returns the buckets that have started by `now`. */
export function startedBy(now: Temporal.Instant, { timestamps, bounds }: TimeBuckets): TimeBuckets {
  const count = timestamps.filter((_, i) => Temporal.Instant.compare(bounds[i]!, now) <= 0).length;
  return { timestamps: timestamps.slice(0, count), bounds: bounds.slice(0, count + 1) };
}

/** Returns the first instant of a local time. For a time in a daylight-saving gap that is the end of the gap. */
export function startOf(dateTime: Temporal.PlainDateTime, timeZone: string): Temporal.Instant {
  return instantOf(dateTime, timeZone) ?? endOfGap(dateTime, timeZone);
}

/** Returns the end of the second of a local time. For a time that occurs twice it uses the later occurrence. */
export function endOf(dateTime: Temporal.PlainDateTime, timeZone: string): Temporal.Instant {
  const zoned = dateTime.toZonedDateTime(timeZone, { disambiguation: "later" });
  const exists = zoned.toPlainDateTime().equals(dateTime);
  return exists ? zoned.toInstant().add({ seconds: 1 }) : endOfGap(dateTime, timeZone);
}

function endOfGap(dateTime: Temporal.PlainDateTime, timeZone: string): Temporal.Instant {
  const before = dateTime.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  return before.getTimeZoneTransition("next")!.toInstant();
}

function* quarterHours(from: Temporal.Instant, to: Temporal.Instant): Generator<Temporal.Instant> {
  for (let at = from; Temporal.Instant.compare(at, to) < 0; at = at.add({ minutes: 15 })) yield at;
}

function* midnights({ first, last }: Days, timeZone: string): Generator<Temporal.Instant> {
  for (let day = first; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
    yield day.toZonedDateTime(timeZone).toInstant();
  }
}
