import {
  type Closure,
  closureOn,
  type OpeningHours,
  weekdays,
} from "../departments/opening_hours.ts";
import { latestDayEnd, type QueueRules } from "./queue_rules.ts";
import type { Visit } from "./visit.ts";

/** A person who came so long ago may still wait, even if the business day has ended. Nobody waits longer. */
const maxWait = { hours: 12 };

/** A moment in the zone of an organization. */
export interface LocalMoment {
  now: Temporal.Instant;
  timeZone: string;
}

/** What the business day of a department depends on. */
export interface BusinessHours {
  openingHours: OpeningHours | null;
  closures: Closure[];
  rules: Pick<QueueRules, "dayEndsAt">;
}

/**
 * Returns the date of the business day of a department (core/visits/README.md 5). It is the local date; but after
 * midnight it is still the date before, until `dayEndsAt`, if the hours of that date run to midnight.
 */
export function businessDateOf(
  { openingHours, closures, rules }: BusinessHours,
  { now, timeZone }: LocalMoment,
): Temporal.PlainDate {
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const yesterday = today.subtract({ days: 1 });
  if (!runsToMidnight({ openingHours, closures }, yesterday)) return today;
  return isBefore(now, today, { timeZone, plainTime: rules.dayEndsAt }) ? yesterday : today;
}

/** Returns every date that the business day of a department can have now, in order. It is one date from noon on. */
export function possibleBusinessDates({ now, timeZone }: LocalMoment): Temporal.PlainDate[] {
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const yesterday = today.subtract({ days: 1 });
  return isBefore(now, today, { timeZone, plainTime: latestDayEnd }) ? [yesterday, today] : [today];
}

/** Compares instants, not local times: these may occur twice, so that a day would begin, end and begin again. */
function isBefore(
  now: Temporal.Instant,
  date: Temporal.PlainDate,
  time: { timeZone: string; plainTime: string },
): boolean {
  return Temporal.Instant.compare(now, date.toZonedDateTime(time).toInstant()) < 0;
}

function runsToMidnight(
  { openingHours, closures }: Omit<BusinessHours, "rules">,
  date: Temporal.PlainDate,
): boolean {
  if (closureOn(closures, date)) return false;
  if (!openingHours) return true;
  const intervals = openingHours[weekdays[date.dayOfWeek - 1]!] ?? [];
  return intervals.some(({ closes }) => closes === "24:00");
}

/**
 * Returns whether a visit belongs to the business day of its department, or carries over into it because the person came
 * only some hours ago. Others are of earlier days: they are not called, and their tickets are not valid.
 */
export function isCurrent(
  { date, arrivedAt }: Pick<Visit, "date" | "arrivedAt">,
  businessDate: Temporal.PlainDate | undefined,
  now: Temporal.Instant,
): boolean {
  return (businessDate !== undefined && date.equals(businessDate)) ||
    Temporal.Instant.compare(arrivedAt, carriedSince(now)) > 0;
}

/** Returns the time of arrival after which a visit carries over. */
export function carriedSince(now: Temporal.Instant): Temporal.Instant {
  return now.subtract(maxWait);
}

/** The numbers that a new number depends on. */
export interface GivenNumbers {
  /** The highest number of each possible business date, by the date; 0 or absent for none. */
  last: Partial<Record<string, number>>;
  /** The numbers of open visits of any date. */
  open: readonly number[];
}

/** Returns the number of the next person of a business date: the next one of the date that no open visit has. */
export function nextNumberOf(date: Temporal.PlainDate, { last, open }: GivenNumbers): number {
  const taken = new Set(open);
  let number = (last[date.toString()] ?? 0) + 1;
  while (taken.has(number)) number += 1;
  return number;
}
