import { type AppointmentStatus, appointmentStatuses } from "../booking/appointment.ts";
import { type Environment, environments } from "../environment.ts";
import { eventNames } from "../webhooks/event_catalogue.ts";
import { type LeadTime, leadTimeNames } from "./lead_times.ts";

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

/** A group of reports. */
interface ReportGroup {
  /** The field of a row that has its key. */
  field: keyof RowKeys;
  description: string;
  /** What the field of a row is. */
  key: string;
  /** The order of keys that are names in an order of their own. */
  order?: readonly string[];
  /** The number of keys, if it depends neither on the organization nor on the period. */
  size?: number;
}

/** The groups of reports. The GraphQL schema and the cost of a report follow from them. */
export const reportGroups = {
  DAY: { field: "day", description: "Each day.", key: "The day." },
  WEEK: {
    field: "week",
    description:
      "Each week from Monday. The first and the last week end at the bounds of the report.",
    key: "The Monday of the week.",
  },
  MONTH: {
    field: "month",
    description:
      "Each calendar month. The first and the last month end at the bounds of the report.",
    key: "The first day of the month.",
  },
  HOUR_OF_DAY: {
    field: "hourOfDay",
    description: "Each hour of the day in the organization's time zone, all days together.",
    key: "The hour, from 0 to 23.",
    size: 24,
  },
  WEEKDAY: {
    field: "weekday",
    description: "Each day of the week, all weeks together.",
    key: "The day of the week.",
    order: weekdays,
  },
  DEPARTMENT: { field: "departmentId", description: "Each department.", key: "The department." },
  WORKER: {
    field: "workerId",
    description: "Each worker, and everything without a worker.",
    key: "The worker.",
  },
  STATUS: {
    field: "status",
    description: "Each status. Archived appointments keep their status.",
    key: "The status.",
    order: appointmentStatuses,
    size: appointmentStatuses.length,
  },
  LEAD_TIME: {
    field: "leadTime",
    description:
      "How many days before the appointment it was created, in the organization's time zone.",
    key: "The days between the creation and the appointment.",
    order: leadTimeNames,
    size: leadTimeNames.length,
  },
  ENVIRONMENT: {
    field: "environment",
    description: "LIVE and TEST.",
    key: "The environment.",
    order: environments,
    size: environments.length,
  },
  API_KEY: { field: "apiKeyId", description: "Each API key.", key: "The API key." },
  ENDPOINT: {
    field: "endpoint",
    description: "Each method and route.",
    key: "Method and route, such as `GET /api/v1/appointments/{id}`.",
    // The list of endpoints belongs to the REST adapter. A test compares its length.
    size: 27,
  },
  WEBHOOK: {
    field: "webhookId",
    description: "Each webhook, including deleted ones.",
    key: "The webhook, possibly deleted.",
  },
  EVENT_TYPE: {
    field: "eventType",
    description: "Each type of event.",
    key: "The `type` of the event, such as `appointment.created`.",
    // The last one is `webhook.test`.
    size: eventNames.length + 1,
  },
  DESK: {
    field: "desk",
    description: "Each counter, and visits that were not called.",
    key: "The counter.",
  },
} as const satisfies Record<string, ReportGroup>;
export type Group = keyof typeof reportGroups;

/** The groups of consecutive days, and all groups by time. */
export const dateGroups = ["DAY", "WEEK", "MONTH"] as const satisfies Group[];
export const timeGroups = [...dateGroups, "HOUR_OF_DAY", "WEEKDAY"] as const satisfies Group[];

/** Returns whether a group is by time. */
export function isTimeGroup(group: Group): boolean {
  return (timeGroups as readonly Group[]).includes(group);
}

/** Returns a group with all of its fields. */
export function groupOf(group: Group): ReportGroup {
  return reportGroups[group];
}

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
  leadTime: LeadTime | null;
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
export const noKeys = Object.fromEntries(
  Object.values(reportGroups).map(({ field }) => [field, null]),
) as unknown as RowKeys;

/** Returns a text that identifies the group of a row. */
export function nameOfGroup(keys: RowKeys, groups: readonly Group[]): string {
  return groups.map((group) => String(keys[groupOf(group).field])).join(" | ");
}

/** Sorts rows by their keys, the first group first. Null comes last. */
export function sortRows<Row extends RowKeys>(rows: Row[], groups: readonly Group[]): Row[] {
  const ranked = rows.map((row) => ({ row, ranks: groups.map((group) => rankIn(row, group)) }));
  ranked.sort((a, b) => compareRanks(a.ranks, b.ranks));
  return ranked.map(({ row }) => row);
}

type Rank = number | string | null;

function compareRanks(a: readonly Rank[], b: readonly Rank[]): number {
  const differs = a.findIndex((rank, i) => rank !== b[i]);
  if (differs === -1) return 0;
  const [one, other] = [a[differs]!, b[differs]!];
  if (one === null || other === null) return one === null ? 1 : -1;
  return one < other ? -1 : 1;
}

function rankIn(keys: RowKeys, group: Group): Rank {
  const key = keys[groupOf(group).field];
  if (key === null || typeof key === "number") return key;
  // Years have four digits, so texts sort like dates.
  if (key instanceof Temporal.PlainDate) return key.toString();
  return groupOf(group).order?.indexOf(key) ?? key;
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
