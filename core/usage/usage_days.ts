import { z } from "zod";
import { validationError } from "../errors.ts";
import { judgedField, requiredOr } from "../input.ts";
import { formatLocalDateTime, instantOf, parseLocalDate } from "../local_date_time.ts";

/** The last day of an export or of statistics is at most so many after the first. */
export const maxDaysApart = 366;
const maxDaysByHour = 2;

/** Days of an organization, both included. */
export interface Days {
  first: Temporal.PlainDate;
  last: Temporal.PlainDate;
}

/** Stretches of time that follow on one another: stretch i lasts from `bounds[i]` to `bounds[i + 1]`. */
export interface Stretches {
  /** The local hour or day of each, in the wire form; a stretch may go on with one that came before. */
  timestamps: string[];
  bounds: Temporal.Instant[];
}

/** A day of a query, `YYYY-MM-DD`, that must be given; malformed, the request is INVALID_DATE_FORMAT. */
export const requiredDay = judgedField<string>().transform((value, context) => {
  const day = typeof value === "string" ? parseLocalDate(value) : undefined;
  if (day) return day;
  const isMissing = value === undefined || value === null;
  context.addIssue({
    code: "custom",
    message: requiredOr("Must be a date such as 2026-03-05")({ input: value }),
    params: { queriedDate: !isMissing },
  });
  return z.NEVER;
});

/** The days from one to another. Throws VALIDATION_ERROR when they are in the wrong order or too far apart. */
export function daysFrom(first: Temporal.PlainDate, last: Temporal.PlainDate): Days {
  const { days: apart } = first.until(last);
  if (apart < 0) {
    throw validationError({ field: "endDate", message: "Must not be before startDate" });
  }
  if (apart <= maxDaysApart) return { first, last };
  throw validationError({
    field: "endDate",
    message: `Must be at most ${maxDaysApart} days after startDate`,
  });
}

/** The last `count` days in a zone, today being the last of them. */
export function lastDays(count: number, now: Temporal.Instant, timeZone: string): Days {
  const last = now.toZonedDateTimeISO(timeZone).toPlainDate();
  return { first: last.subtract({ days: count - 1 }), last };
}

/** The instants at which days begin and at which the day after them begins. */
export function boundsOf({ first, last }: Days, timeZone: string) {
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).toInstant();
  return { from: startOf(first), to: startOf(last.add({ days: 1 })) };
}

/**
 * The hours of up to two days, else the days (decisions 7). Hours are found quarter by quarter, as clocks are
 * put forward and back by any number of quarters: an hour that does not exist has no stretch.
 */
export function stretchesOf(days: Days, timeZone: string): Stretches {
  const { from, to } = boundsOf(days, timeZone);
  const isByHour = days.first.until(days.last).days < maxDaysByHour;
  const steps = isByHour ? quarters(from, to) : midnights(days, timeZone);
  const timestamps: string[] = [];
  const bounds: Temporal.Instant[] = [];
  for (const step of steps) {
    // A day that does not exist, as where a zone moved over the date line, begins with the one after it.
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

/** Those stretches that have begun. */
export function begunBy(now: Temporal.Instant, { timestamps, bounds }: Stretches): Stretches {
  const count = timestamps.filter((_, i) => Temporal.Instant.compare(bounds[i]!, now) <= 0).length;
  return { timestamps: timestamps.slice(0, count), bounds: bounds.slice(0, count + 1) };
}

/** The first instant at which a local time is reached, which in a daylight-saving gap is the gap's end. */
export function startOf(dateTime: Temporal.PlainDateTime, timeZone: string): Temporal.Instant {
  return instantOf(dateTime, timeZone) ?? endOfGap(dateTime, timeZone);
}

/** The instant after the second of a local time: after the later one where it occurs twice. */
export function endOf(dateTime: Temporal.PlainDateTime, timeZone: string): Temporal.Instant {
  const zoned = dateTime.toZonedDateTime(timeZone, { disambiguation: "later" });
  const exists = zoned.toPlainDateTime().equals(dateTime);
  return exists ? zoned.toInstant().add({ seconds: 1 }) : endOfGap(dateTime, timeZone);
}

function endOfGap(dateTime: Temporal.PlainDateTime, timeZone: string): Temporal.Instant {
  const before = dateTime.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  return before.getTimeZoneTransition("next")!.toInstant();
}

function* quarters(from: Temporal.Instant, to: Temporal.Instant): Generator<Temporal.Instant> {
  for (let at = from; Temporal.Instant.compare(at, to) < 0; at = at.add({ minutes: 15 })) yield at;
}

function* midnights({ first, last }: Days, timeZone: string): Generator<Temporal.Instant> {
  for (let day = first; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
    yield day.toZonedDateTime(timeZone).toInstant();
  }
}
