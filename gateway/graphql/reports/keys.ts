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

/** A row that may have a day, a week or a month. */
export const CalendarRow = builder.interfaceRef<RowKeys>("CalendarRow").implement({
  description: "A row of a day, a week or a month, if the report is grouped by it.",
  fields: (t) => ({
    day: t.expose("day", {
      type: "Date",
      nullable: true,
      description: "The day. Null unless grouped by DAY.",
    }),
    week: t.expose("week", {
      type: "Date",
      nullable: true,
      description: "The Monday of the week. Null unless grouped by WEEK.",
    }),
    month: t.expose("month", {
      type: "Date",
      nullable: true,
      description: "The first day of the month. Null unless grouped by MONTH.",
    }),
  }),
});

/** A row that may have an hour or a weekday. */
export const ClockRow = builder.interfaceRef<RowKeys>("ClockRow").implement({
  description: "A row of an hour of the day or a day of the week, if the report is grouped by it.",
  fields: (t) => ({
    hourOfDay: t.exposeInt("hourOfDay", {
      nullable: true,
      description: "The hour, from 0 to 23. Null unless grouped by HOUR_OF_DAY.",
    }),
    weekday: t.expose("weekday", {
      type: WeekdayType,
      nullable: true,
      description: "The day of the week. Null unless grouped by WEEKDAY.",
    }),
  }),
});

/** Whether the selection of a field contains one of `fields`, also within fragments. */
export function isSelected(info: GraphQLResolveInfo, fields: readonly string[]): boolean {
  const { fragments, variableValues } = info;

  function isIncluded(selection: SelectionNode): boolean {
    if (getDirectiveValues(GraphQLSkipDirective, selection, variableValues)?.["if"]) return false;
    const include = getDirectiveValues(GraphQLIncludeDirective, selection, variableValues);
    if (include?.["if"] === false) return false;
    if (selection.kind === Kind.FIELD) return fields.includes(selection.name.value);
    return hasField(
      selection.kind === Kind.FRAGMENT_SPREAD
        ? fragments[selection.name.value]?.selectionSet
        : selection.selectionSet,
    );
  }

  function hasField(set: SelectionSetNode | undefined): boolean {
    return set?.selections.some(isIncluded) ?? false;
  }

  return info.fieldNodes.some(({ selectionSet }) => hasField(selectionSet));
}
