import { type AppointmentStatus, appointmentStatuses } from "../booking/appointment.ts";
import { type Environment, environments } from "../environment.ts";

/** The weekdays in order. A week starts on Monday. */
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

/** The groups of reports, each with the field of a row that has its key. */
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
  DESK: "desk",
} as const satisfies Record<string, keyof RowKeys>;
export type Group = keyof typeof fieldsOfGroups;

/** The keys of a row. A key is null if the report is not grouped by it; `workerId` and `desk` also without any. */
export interface RowKeys {
  day: Temporal.PlainDate | null;
  /** The Monday of the week. */
  week: Temporal.PlainDate | null;
  /** The first day of the month. */
  month: Temporal.PlainDate | null;
  /** 0 to 23, local to the organization. */
  hourOfDay: number | null;
  weekday: Weekday | null;
  departmentId: number | null;
  workerId: number | null;
  status: AppointmentStatus | null;
  environment: Environment | null;
  apiKeyId: number | null;
  /** A route template such as `POST /api/v1/appointments`. */
  endpoint: string | null;
  webhookId: number | null;
  /** An event type such as `appointment.created`. */
  eventType: string | null;
  /** A counter such as `Room 4`. */
  desk: string | null;
}

/** The keys of a row without groups. */
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
  desk: null,
};

/** Returns a text that identifies the group of a row. */
export function nameOfGroup(keys: RowKeys, groups: readonly Group[]): string {
  return groups.map((group) => String(keys[fieldsOfGroups[group]])).join(" | ");
}

/** Sorts rows by their keys, the first group first. Null comes last. */
export function sortRows<Row extends RowKeys>(rows: Row[], groups: readonly Group[]): Row[] {
  const ranked = rows.map((row) => ({ row, ranks: groups.map((group) => rankIn(row, group)) }));
  ranked.sort((a, b) => compareRanks(a.ranks, b.ranks));
  return ranked.map(({ row }) => row);
}

type Rank = number | string | null;

/** The order of groups whose keys are names in an order of their own. */
const orders: Partial<Record<Group, readonly unknown[]>> = {
  WEEKDAY: weekdays,
  STATUS: appointmentStatuses,
  ENVIRONMENT: environments,
};

function compareRanks(a: readonly Rank[], b: readonly Rank[]): number {
  const differs = a.findIndex((rank, i) => rank !== b[i]);
  if (differs === -1) return 0;
  const [one, other] = [a[differs]!, b[differs]!];
  if (one === null || other === null) return one === null ? 1 : -1;
  return one < other ? -1 : 1;
}

function rankIn(keys: RowKeys, group: Group): Rank {
  const key = keys[fieldsOfGroups[group]];
  if (key === null || typeof key === "number") return key;
  // Years have four digits, so texts sort like dates.
  if (key instanceof Temporal.PlainDate) return key.toString();
  return orders[group]?.indexOf(key) ?? key;
}

/** Consecutive days in the same groups of days. */
export interface DayRange {
  /** The first day. */
  day: Temporal.PlainDate;
  start: Temporal.Instant;
  /** Exclusive. */
  stop: Temporal.Instant;
}

/** Divides a period into the fewest ranges of days in the same groups. Each range ends where the next one starts. */
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

/** Returns the keys of a day. */
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

/** Returns a text that is equal for days in the same groups. */
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

/** A period in days of the organization, both included. */
export interface ReportDays {
  from: Temporal.PlainDate;
  to: Temporal.PlainDate;
}
