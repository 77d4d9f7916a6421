import { type Group, groupOf, type RowKeys, type Weekday, weekdays } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { ApiKeyType } from "../types/api_key.ts";
import { DepartmentType } from "../types/department.ts";
import { AppointmentStatusType, EnvironmentType, LeadTimeType } from "../types/enums.ts";
import { WebhookType } from "../types/webhook.ts";
import { WorkerType } from "../types/worker.ts";

const WeekdayType = builder.enumType("Weekday", {
  description: "A day of the week.",
  values: Object.fromEntries(
    weekdays.map((day) => [day, { description: `${day[0]}${day.slice(1).toLowerCase()}.` }]),
  ) as Record<Weekday, { description: string }>,
});

/** Returns the description of a key of a row. */
export function describeKey(group: Group): string {
  return `${groupOf(group).key} Null unless grouped by ${group}.`;
}

function keyOf(group: Group) {
  return { nullable: true, description: describeKey(group) } as const;
}

/** A row that may have a day, a week or a month. */
export const CalendarRow = builder.interfaceRef<RowKeys>("CalendarRow").implement({
  description: "A row of a day, a week or a month, if the report is grouped by it.",
  fields: (t) => ({
    day: t.expose("day", { type: "Date", ...keyOf("DAY") }),
    week: t.expose("week", { type: "Date", ...keyOf("WEEK") }),
    month: t.expose("month", { type: "Date", ...keyOf("MONTH") }),
  }),
});

/** A row that may have an hour or a weekday. */
export const ClockRow = builder.interfaceRef<RowKeys>("ClockRow").implement({
  description: "A row of an hour of the day or a day of the week, if the report is grouped by it.",
  fields: (t) => ({
    hourOfDay: t.exposeInt("hourOfDay", keyOf("HOUR_OF_DAY")),
    weekday: t.expose("weekday", { type: WeekdayType, ...keyOf("WEEKDAY") }),
  }),
});

/** The types of keys that are ids of entities. The field of a row has the name without `Id`. */
export const entityTypes = {
  DEPARTMENT: DepartmentType,
  WORKER: WorkerType,
  API_KEY: ApiKeyType,
  WEBHOOK: WebhookType,
} satisfies Partial<Record<Group, unknown>>;

/** The types of keys that are one of a few names. */
const enumTypes = {
  STATUS: AppointmentStatusType,
  LEAD_TIME: LeadTimeType,
  ENVIRONMENT: EnvironmentType,
} satisfies Partial<Record<Group, unknown>>;

/** Returns the type of keys that are not ids of entities. */
export function leafTypeOf(group: Group) {
  return group in enumTypes ? enumTypes[group as keyof typeof enumTypes] : "String";
}

/** Returns whether the keys of a group are ids of entities. */
export function isEntity(group: Group): group is keyof typeof entityTypes {
  return group in entityTypes;
}

/** Returns the name of the field that resolves to the entity of a key. */
export function entityField(group: keyof typeof entityTypes): string {
  return groupOf(group).field.replace(/Id$/, "");
}
