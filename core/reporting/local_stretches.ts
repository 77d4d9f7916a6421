import { type Group, type Weekday, weekdays } from "./groups.ts";
import type { ReportDays } from "./report_input.ts";

/** Days that follow on one another and that a report does not tell apart; the next one begins where it ends. */
export interface LocalStretch {
  /** The first of them. */
  day: Temporal.PlainDate;
  start: Temporal.Instant;
  /** Exclusive. */
  stop: Temporal.Instant;
}

/** The days of a period in the zone, in as few stretches as the groups of days allow. */
export function localStretches(
  { from, to }: ReportDays,
  groups: readonly Group[],
  timeZone: string,
): LocalStretch[] {
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).toInstant();
  const firsts: Temporal.PlainDate[] = [];
  let lastName: string | undefined;
  for (let day = from; Temporal.PlainDate.compare(day, to) <= 0; day = day.add({ days: 1 })) {
    const name = nameOfDay(day, groups);
    if (name !== lastName) firsts.push(day);
    lastName = name;
  }
  const starts = [...firsts.map(startOf), startOf(to.add({ days: 1 }))];
  return firsts.map((day, i) => ({ day, start: starts[i]!, stop: starts[i + 1]! }));
}

/** The keys that a day has in each of the groups of days. */
export function keysOfDay(day: Temporal.PlainDate): {
  day: Temporal.PlainDate;
  week: Temporal.PlainDate;
  month: Temporal.PlainDate;
  weekday: Weekday;
} {
  return {
    day,
    week: day.subtract({ days: day.dayOfWeek - 1 }),
    month: day.with({ day: 1 }),
    weekday: weekdays[day.dayOfWeek - 1]!,
  };
}

/** The same for days that the groups do not tell apart. */
export function nameOfDay(day: Temporal.PlainDate, groups: readonly Group[]): string {
  const keys = keysOfDay(day);
  const parts = groups.map((group) => {
    switch (group) {
      case "DAY":
        return keys.day;
      case "WEEK":
        return keys.week;
      case "MONTH":
        return keys.month;
      case "WEEKDAY":
        return keys.weekday;
      default:
        return "";
    }
  });
  return parts.join(" ");
}
