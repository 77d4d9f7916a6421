import type { Department } from "../../api/types.ts";
import { locale } from "../../messages/language.ts";
import { t } from "./texts.ts";

/** The opening hours of the days of a week. */
export type OpeningHours = NonNullable<Department["openingHours"]>;
export type Weekday = keyof OpeningHours;

/** One range of opening hours, `HH:mm`. */
export interface Interval {
  opens: string;
  closes: string;
}

/** The days from Monday. */
export const weekdays: readonly Weekday[] = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
];

/** Returns whether a text is the key of a weekday. */
export function isWeekday(text: string): text is Weekday {
  return weekdays.some((day) => day === text);
}

/** The name of a weekday in the user's language. */
export function weekdayName(day: Weekday, form: "long" | "short" = "long"): string {
  // 5 January 2026 is a Monday.
  const date = new Date(Date.UTC(2026, 0, 5 + weekdays.indexOf(day)));
  return date.toLocaleString(locale, { weekday: form, timeZone: "UTC" });
}

/** The opening hours in one line: consecutive days with the same hours are one part, such as "Mon–Fri 09:00–17:00". */
export function hoursText(hours: Department["openingHours"]): string {
  if (!hours) return t("hours.always");
  const parts: { first: Weekday; last: Weekday; text: string }[] = [];
  for (const [i, day] of weekdays.entries()) {
    const text = rowsText(hours[day] ?? []);
    const before = parts.at(-1);
    if (before?.text === text && before.last === weekdays[i - 1]) before.last = day;
    else if (text !== "") parts.push({ first: day, last: day, text });
  }
  const nameOf = ({ first, last }: { first: Weekday; last: Weekday }) =>
    first === last
      ? weekdayName(first, "short")
      : `${weekdayName(first, "short")}–${weekdayName(last, "short")}`;
  return parts.length === 0
    ? t("hours.never")
    : parts.map((part) => `${nameOf(part)} ${part.text}`).join("; ");
}

/** The opening hours of one day. Null: the department is always open. */
export function dayText(intervals: readonly Interval[] | null): string {
  if (!intervals) return t("hours.always");
  return intervals.length === 0 ? t("hours.closed") : rowsText(intervals);
}

function rowsText(intervals: readonly Interval[]): string {
  return intervals.map(({ opens, closes }) => `${opens}–${closes}`).join(", ");
}

/** A range that would last until the next afternoon is a mistake. */
const latestEndOfNight = "12:00";

/** Returns whether a range ends after midnight. */
export function endsNextDay({ opens, closes }: Interval): boolean {
  return closes !== "" && closes < opens && closes <= latestEndOfNight;
}

/** The day after a weekday. */
export function dayAfter(day: Weekday): Weekday {
  return weekdays[(weekdays.indexOf(day) + 1) % weekdays.length]!;
}

/** Returns the hours as the service takes them: the part of a range after midnight is a range of the next day. */
export function splitAtMidnight(hours: OpeningHours): OpeningHours {
  if (!weekdays.some((day) => hours[day]?.some(endsNextDay))) return hours;
  const rows = weekdays.flatMap((day) =>
    (hours[day] ?? []).flatMap((one) =>
      endsNextDay(one)
        ? [
          { day, opens: one.opens, closes: "24:00" },
          { day: dayAfter(day), opens: "00:00", closes: one.closes },
        ]
        : [{ day, ...one }]
    )
  );
  const days = weekdays.map((day) =>
    [
      day,
      rows.filter((one) => one.day === day).map(({ opens, closes }) => ({ opens, closes })),
    ] as const
  );
  return Object.fromEntries(days.filter(([, own]) => own.length > 0));
}

/** What is wrong with the hours of one day, in plain words; null if nothing is. */
export function faultOf(intervals: readonly Interval[]): string | null {
  const sorted = intervals.toSorted((a, b) => a.opens < b.opens ? -1 : 1);
  if (sorted.some(({ opens, closes }) => opens === "" || closes === "")) return t("hours.missing");
  if (sorted.some(({ opens, closes }) => opens >= closes)) return t("hours.order");
  const overlaps = sorted.some(({ opens }, i) => i > 0 && sorted[i - 1]!.closes > opens);
  return overlaps ? t("hours.overlap") : null;
}
