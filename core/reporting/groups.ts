import { type AppointmentStatus, appointmentStatuses } from "../booking/appointment.ts";
import { type Environment, environments } from "../environment.ts";

/** The days of a week, in its order: a week begins on Monday. */
export const weekdays = [
  "MONDAY",
  "TUESDAY",
  "WEDNESDAY",
  "THURSDAY",
  "FRIDAY",
  "SATURDAY",
  "SUNDAY",
] as const;
export type Weekday = (typeof weekdays)[number];

/** What the rows of reports may be grouped by, and the field of a row that says of which group it is. */
export const fieldsOfGroups = {
  DAY: "day",
  WEEK: "week",
  MONTH: "month",
  HOUR_OF_DAY: "hourOfDay",
  WEEKDAY: "weekday",
  DEPARTMENT: "departmentId",
  WORKER: "workerId",
  STATUS: "status",
  ENVIRONMENT: "environment",
  API_KEY: "apiKeyId",
  ENDPOINT: "endpoint",
  WEBHOOK: "webhookId",
  EVENT_TYPE: "eventType",
} as const satisfies Record<string, keyof RowKeys>;
export type Group = keyof typeof fieldsOfGroups;

/** Of which group a row is; null where it is not grouped by that, and for appointments without a worker. */
export interface RowKeys {
  day: Temporal.PlainDate | null;
  /** Its Monday. */
  week: Temporal.PlainDate | null;
  /** Its first day. */
  month: Temporal.PlainDate | null;
  /** 0 to 23, on the organization's clock. */
  hourOfDay: number | null;
  weekday: Weekday | null;
  departmentId: number | null;
  workerId: number | null;
  status: AppointmentStatus | null;
  environment: Environment | null;
  apiKeyId: number | null;
  /** A route template, as `POST /api/v1/appointments`. */
  endpoint: string | null;
  webhookId: number | null;
  /** As `appointment.created`. */
  eventType: string | null;
}

/** The keys of a row that is of no group. */
export const noKeys: RowKeys = {
  day: null,
  week: null,
  month: null,
  hourOfDay: null,
  weekday: null,
  departmentId: null,
  workerId: null,
  status: null,
  environment: null,
  apiKeyId: null,
  endpoint: null,
  webhookId: null,
  eventType: null,
};

/** A name for a group that is the same for equal keys. */
export function nameOfGroup(keys: RowKeys, groups: readonly Group[]): string {
  return groups.map((group) => String(keys[fieldsOfGroups[group]])).join(" | ");
}

/** Rows in the order of their keys, the first group counting most; what has no key comes last. */
export function sortRows<Row extends RowKeys>(rows: Row[], groups: readonly Group[]): Row[] {
  const ranked = rows.map((row) => ({ row, ranks: groups.map((group) => rankIn(row, group)) }));
  ranked.sort((a, b) => compareRanks(a.ranks, b.ranks));
  return ranked.map(({ row }) => row);
}

type Rank = number | string;

function compareRanks(a: readonly Rank[], b: readonly Rank[]): number {
  const differs = a.findIndex((rank, i) => rank !== b[i]);
  if (differs === -1) return 0;
  return a[differs]! < b[differs]! ? -1 : 1;
}

function rankIn(keys: RowKeys, group: Group): Rank {
  const key = keys[fieldsOfGroups[group]];
  if (key === null) return Infinity;
  if (typeof key === "number") return key;
  // Four-digit years: their order is that of the texts.
  if (key instanceof Temporal.PlainDate) return key.toString();
  for (const names of [weekdays, appointmentStatuses, environments] as const) {
    const rank = (names as readonly unknown[]).indexOf(key);
    if (rank >= 0) return rank;
  }
  return key;
}

/** Days that follow on one another and that a report does not tell apart; the next one begins where it ends. */
export interface DayRange {
  /** The first of them. */
  day: Temporal.PlainDate;
  start: Temporal.Instant;
  /** Exclusive. */
  stop: Temporal.Instant;
}

/** The days of a period in the zone, in as few dayRanges as the groups of days allow. */
export function divideDays(
  { from, to }: ReportDays,
  groups: readonly Group[],
  timeZone: string,
): DayRange[] {
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

/** Days of the organization's calendar, both included. */
export interface ReportDays {
  from: Temporal.PlainDate;
  to: Temporal.PlainDate;
}
