import { type RowKeys, type Weekday, weekdays } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import {
  getDirectiveValues,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";

const WeekdayType = builder.enumType("Weekday", {
  description: "A day of the week.",
  values: Object.fromEntries(
    weekdays.map((day) => [day, { description: `${day[0]}${day.slice(1).toLowerCase()}.` }]),
  ) as Record<Weekday, { description: string }>,
});

/** A row that may be of a day, a week or a month. */
export const CalendarRow = builder.interfaceRef<RowKeys>("CalendarRow").implement({
  description: "A row that is of a stretch of the calendar, if it is grouped so.",
  fields: (t) => ({
    day: t.expose("day", {
      type: "Date",
      nullable: true,
      description: "Its day; null unless grouped by DAY.",
    }),
    week: t.expose("week", {
      type: "Date",
      nullable: true,
      description: "The Monday of its week; null unless grouped by WEEK.",
    }),
    month: t.expose("month", {
      type: "Date",
      nullable: true,
      description: "The first day of its month; null unless grouped by MONTH.",
    }),
  }),
});

/** A row that may be of an hour or a weekday. */
export const ClockRow = builder.interfaceRef<RowKeys>("ClockRow").implement({
  description: "A row that is of an hour of the day or a day of the week, if it is grouped so.",
  fields: (t) => ({
    hourOfDay: t.exposeInt("hourOfDay", {
      nullable: true,
      description: "The hour, from 0 to 23; null unless grouped by HOUR_OF_DAY.",
    }),
    weekday: t.expose("weekday", {
      type: WeekdayType,
      nullable: true,
      description: "The day of the week; null unless grouped by WEEKDAY.",
    }),
  }),
});

/** Whether some of these fields are asked for of what a field gives, in fragments too. */
export function isSelected(info: GraphQLResolveInfo, fields: readonly string[]): boolean {
  const { fragments, variableValues } = info;

  function isAsked(selection: SelectionNode): boolean {
    if (getDirectiveValues(GraphQLSkipDirective, selection, variableValues)?.["if"]) return false;
    const include = getDirectiveValues(GraphQLIncludeDirective, selection, variableValues);
    if (include?.["if"] === false) return false;
    if (selection.kind === Kind.FIELD) return fields.includes(selection.name.value);
    return hasAsked(
      selection.kind === Kind.FRAGMENT_SPREAD
        ? fragments[selection.name.value]?.selectionSet
        : selection.selectionSet,
    );
  }

  function hasAsked(set: SelectionSetNode | undefined): boolean {
    return set?.selections.some(isAsked) ?? false;
  }

  return info.fieldNodes.some(({ selectionSet }) => hasAsked(selectionSet));
}
