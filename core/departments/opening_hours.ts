import { z } from "zod";
import { inSchema, proseField, requiredOr } from "../input.ts";
import { parseLocalDate } from "../local_date_time.ts";
import { type Message, say } from "../messages.ts";
import { minutesOfDay } from "./slot_grid.ts";

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
      opens: timeField(
        /^([01]\d|2[0-3]):[0-5]\d$/,
        say("mustBe", { what: "a time from 00:00 to 23:59" }),
      ),
      closes: timeField(
        /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/,
        say("mustBe", { what: "a time from 00:01 to 24:00" }),
      ),
    },
    { error: requiredOr("mustBe", { what: '{"opens": "HH:mm", "closes": "HH:mm"}' }) },
  )
  .refine(({ opens, closes }) => opens < closes, {
    error: ({ input }) => inSchema(orderFault(input as OpenInterval)),
  });

/** Says how to enter what was meant (core/departments/README.md 4). */
function orderFault({ opens, closes }: OpenInterval): Message {
  if (opens === "00:00") return say("wholeDay");
  if (opens === closes) return say("opensBeforeCloses");
  return closes === "00:00"
    ? say("untilMidnight", { opens })
    : say("pastMidnight", { opens, closes });
}

/** The schema of the intervals of one weekday. It sorts them. */
export const dayIntervals = z
  .array(openInterval, { error: requiredOr("mustBe", { what: "a list of intervals" }) })
  .transform((intervals) => intervals.toSorted((a, b) => a.opens.localeCompare(b.opens)))
  .refine(
    (sorted) => sorted.every(({ opens }, i) => i === 0 || sorted[i - 1]!.closes <= opens),
    inSchema("overlap"),
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
    { error: requiredOr("mustHave", { what: `weekdays as keys: ${weekdays.join(", ")}` }) },
  )
  .transform((days): OpeningHours => JSON.parse(JSON.stringify(days)));

/** The schema of `{"from": "2026-12-24", "to": "2026-12-26", "reason": "Holidays"}`. */
export const closureField = z
  .object(
    { from: dateField(), to: dateField(), reason: proseField(255, "Why").default("") },
    {
      error: requiredOr("mustBe", {
        what: '{"from": "YYYY-MM-DD", "to": "YYYY-MM-DD", "reason": "..."}',
      }),
    },
  )
  .refine(({ from, to }) => from <= to, inSchema("closureEndsBeforeStart"));

/** The schema of a list of closures. Two closures of the same dates are a fault. */
export const closuresField = z
  .array(closureField, { error: requiredOr("mustBe", { what: "a list of closures" }) })
  .refine(
    (all) => new Set(all.map(({ from, to }) => `${from} ${to}`)).size === all.length,
    inSchema("closureTwice"),
  );

/** Returns whether two closures have the same dates, whatever their reasons are. */
export function isSameClosure(one: Closure, other: Closure): boolean {
  return one.from === other.from && one.to === other.to;
}

/** Returns the reason why a department is closed at a local time, or null if it is open. */
export function closedReason(
  { openingHours, closures }: { openingHours: OpeningHours | null; closures: Closure[] },
  dateTime: Temporal.PlainDateTime,
): Message | null {
  if (closures.length > 0) {
    const closed = closureReason(closures, dateTime.toPlainDate());
    if (closed !== null) return closed;
  }
  return outsideHoursReason(openingHours, dateTime);
}

/** Returns the reason why a department is closed on a date, or null if no closure contains the date. */
export function closureReason(closures: Closure[], day: Temporal.PlainDate): Message | null {
  const closure = closureOn(closures, day);
  if (!closure) return null;
  const [date, { reason }] = [day.toString(), closure];
  return reason === "" ? say("closedOn", { date }) : say("closedFor", { date, reason });
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
): Message | null {
  if (!openingHours) return null;
  const time = timeText(hour * 60 + minute);
  const intervals = openingHours[weekdays[dayOfWeek - 1]!];
  const isOpen = intervals?.some(({ opens, closes }) => opens <= time && time < closes);
  return isOpen ? null : closedAt(time, dayOfWeek);
}

const alwaysOpen = Array.from<null>({ length: minutesOfDay }).fill(null);

/** Returns the `outsideHoursReason` of each minute of a weekday (1 is Monday). */
export function outsideHoursReasons(
  openingHours: OpeningHours | null,
  dayOfWeek: number,
): readonly (Message | null)[] {
  if (!openingHours) return alwaysOpen;
  const isOpen = new Uint8Array(minutesOfDay);
  for (const { opens, closes } of openingHours[weekdays[dayOfWeek - 1]!] ?? []) {
    isOpen.fill(1, minuteOf(opens), minuteOf(closes));
  }
  return alwaysOpen.map((_, minute) =>
    isOpen[minute] ? null : closedAt(timeText(minute), dayOfWeek)
  );
}

/** Parses `HH:mm` to minutes after midnight. Digit by digit: a date of a department can have tens of thousands of times. */
export function minuteOf(time: string): number {
  const digit = (at: number) => time.charCodeAt(at) - 48;
  return (digit(0) * 10 + digit(1)) * 60 + digit(3) * 10 + digit(4);
}

/** Formats minutes after midnight as `HH:mm`. */
export function timeText(minute: number): string {
  return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
}

function closedAt(time: string, dayOfWeek: number): Message {
  const weekday = weekdays[dayOfWeek - 1]!;
  return say("closedAt", { time, weekday: `${weekday[0]!.toUpperCase()}${weekday.slice(1)}` });
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}

/** The schema of a time in a text form. */
export function timeField(form: RegExp, message: Message) {
  return z.string({ error: requiredOr(message) })
    .regex(form, { error: inSchema(message), abort: true });
}

/** The schema of a date such as 2026-12-24. */
export function dateField() {
  const message = say("mustBe", { what: "a date such as 2026-12-24" });
  return z
    .string({ error: requiredOr(message) })
    .refine((text) => parseLocalDate(text) !== undefined, inSchema(message));
}
