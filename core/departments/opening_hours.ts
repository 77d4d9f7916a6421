import { z } from "zod";
import { proseField, requiredOr } from "../input.ts";
import { parseLocalDate } from "../local_date_time.ts";

/** The keys of opening hours, from Monday. */
export const weekdays = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;
const minutesOfDay = 1440;

/** The department is open while `opens <= time < closes`. Both are `HH:mm`; `closes` may be `24:00`. */
export interface OpenInterval {
  opens: string;
  closes: string;
}

/** The open intervals of each weekday. An absent weekday is closed. */
export type OpeningHours = Partial<Record<(typeof weekdays)[number], OpenInterval[]>>;

/** A range of dates (`YYYY-MM-DD`, both included) on which a department is closed. */
export interface Closure {
  from: string;
  to: string;
  reason: string;
}

/** The schema of `{"opens": "09:00", "closes": "12:30"}`. */
export const openInterval = z
  .object(
    {
      opens: timeField(/^([01]\d|2[0-3]):[0-5]\d$/, "Must be a time from 00:00 to 23:59"),
      closes: timeField(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, "Must be a time from 00:01 to 24:00"),
    },
    { error: requiredOr('Must be {"opens": "HH:mm", "closes": "HH:mm"}') },
  )
  .refine(({ opens, closes }) => opens < closes, {
    error: ({ input }) => orderFault(input as OpenInterval),
  });

/** Says how to enter what was meant (core/departments/README.md 4). */
function orderFault({ opens, closes }: OpenInterval): string {
  if (opens === "00:00") return "opens must be before closes. The whole day is 00:00 to 24:00";
  if (opens === closes) return "opens must be before closes";
  return closes === "00:00"
    ? `opens must be before closes. Hours until midnight are ${opens} to 24:00`
    : `opens must be before closes. Hours past midnight are two intervals: ${opens} to 24:00 on this day, and 00:00 to ${closes} on the next day`;
}

/** The schema of the intervals of one weekday. It sorts them. */
export const dayIntervals = z
  .array(openInterval, { error: requiredOr("Must be a list of intervals") })
  .transform((intervals) => intervals.toSorted((a, b) => a.opens.localeCompare(b.opens)))
  .refine(
    (sorted) => sorted.every(({ opens }, i) => i === 0 || sorted[i - 1]!.closes <= opens),
    "Intervals of one day must not overlap",
  )
  .optional();

/** `{"monday": [{"opens": "09:00", "closes": "12:30"}], ...}`. */
export const openingHoursField = z
  .strictObject(
    {
      monday: dayIntervals,
      tuesday: dayIntervals,
      wednesday: dayIntervals,
      thursday: dayIntervals,
      friday: dayIntervals,
      saturday: dayIntervals,
      sunday: dayIntervals,
    },
    { error: requiredOr(`Must have weekdays as keys: ${weekdays.join(", ")}`) },
  )
  .transform((days): OpeningHours => JSON.parse(JSON.stringify(days)));

/** The schema of `{"from": "2026-12-24", "to": "2026-12-26", "reason": "Holidays"}`. */
export const closureField = z
  .object(
    { from: dateField(), to: dateField(), reason: proseField(255, "Why").default("") },
    { error: requiredOr('Must be {"from": "YYYY-MM-DD", "to": "YYYY-MM-DD", "reason": "..."}') },
  )
  .refine(({ from, to }) => from <= to, "from must not be after to");

/** The schema of a list of closures. Two closures of the same dates are a fault. */
export const closuresField = z
  .array(closureField, { error: requiredOr("Must be a list of closures") })
  .refine(
    (all) => new Set(all.map(({ from, to }) => `${from} ${to}`)).size === all.length,
    "Two closures have the same dates",
  );

/** Returns whether two closures have the same dates, whatever their reasons are. */
export function isSameClosure(one: Closure, other: Closure): boolean {
  return one.from === other.from && one.to === other.to;
}

/** Returns the reason why a department is closed at a local time, or null if it is open. */
export function closedReason(
  { openingHours, closures }: { openingHours: OpeningHours | null; closures: Closure[] },
  dateTime: Temporal.PlainDateTime,
): string | null {
  if (closures.length > 0) {
    const closed = closureReason(closures, dateTime.toPlainDate());
    if (closed !== null) return closed;
  }
  return outsideHoursReason(openingHours, dateTime);
}

/** Returns the reason why a department is closed on a date, or null if no closure contains the date. */
export function closureReason(closures: Closure[], day: Temporal.PlainDate): string | null {
  const closure = closureOn(closures, day);
  return closure ? `Closed on ${day.toString()}${closure.reason && `: ${closure.reason}`}` : null;
}

/** Returns the first closure that contains the date, if any. */
export function closureOn(closures: Closure[], day: Temporal.PlainDate): Closure | undefined {
  const date = day.toString();
  return closures.find(({ from, to }) => from <= date && date <= to);
}

/** Returns the reason why a local time is outside the opening hours, or null if it is inside. Ignores closures. */
function outsideHoursReason(
  openingHours: OpeningHours | null,
  { dayOfWeek, hour, minute }: Temporal.PlainDateTime,
): string | null {
  if (!openingHours) return null;
  const time = timeText(hour * 60 + minute);
  const intervals = openingHours[weekdays[dayOfWeek - 1]!];
  const isOpen = intervals?.some(({ opens, closes }) => opens <= time && time < closes);
  return isOpen ? null : closedAt(time, dayOfWeek);
}

/** Returns the `outsideHoursReason` of each minute of a weekday (1 is Monday). */
export function outsideHoursReasons(
  openingHours: OpeningHours | null,
  dayOfWeek: number,
): (string | null)[] {
  const reasons = Array.from<string | null>({ length: minutesOfDay }).fill(null);
  if (!openingHours) return reasons;
  const isOpen = new Uint8Array(minutesOfDay);
  for (const { opens, closes } of openingHours[weekdays[dayOfWeek - 1]!] ?? []) {
    isOpen.fill(1, minuteOf(opens), minuteOf(closes));
  }
  return reasons.map((_, minute) => isOpen[minute] ? null : closedAt(timeText(minute), dayOfWeek));
}

/** Parses `HH:mm` to minutes after midnight. */
export function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** Formats minutes after midnight as `HH:mm`. */
export function timeText(minute: number): string {
  return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
}

function closedAt(time: string, dayOfWeek: number): string {
  const weekday = weekdays[dayOfWeek - 1]!;
  return `Closed at ${time} on ${weekday[0]!.toUpperCase()}${weekday.slice(1)}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

/** The schema of a time in a text form. */
export function timeField(form: RegExp, message: string) {
  return z.string({ error: requiredOr(message) }).regex(form, { error: message, abort: true });
}

/** The schema of a date such as 2026-12-24. */
export function dateField() {
  const message = "Must be a date such as 2026-12-24";
  return z
    .string({ error: requiredOr(message) })
    .refine((text) => parseLocalDate(text) !== undefined, message);
}
