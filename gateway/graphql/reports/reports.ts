import type { GraphQLResolveInfo } from "graphql";
import {
  type Group,
  groupOf,
  isTimeGroup,
  type Report,
  type ReportField,
  type ReportName,
  type ReportRow,
  reports,
} from "../../../core/mod.ts";
import { builder, type GraphqlContext } from "../builder.ts";
import { isSelected } from "../selection.ts";
import { EnvironmentType } from "../types/enums.ts";
import { costOfReport } from "./cost.ts";
import {
  CalendarRow,
  ClockRow,
  describeKey,
  entityField,
  entityTypes,
  isEntity,
  leafTypeOf,
} from "./keys.ts";

type AnyReport = Report<Group, string, string, string, object>;
type Row = ReportRow<string, object>;

for (const [name, report] of Object.entries(reports)) {
  addReport(name as ReportName, report as unknown as AnyReport);
}

/** Adds the query of a report, its rows and its groups to the schema. */
function addReport(name: ReportName, report: AnyReport): void {
  const typeName = `${name[0]!.toUpperCase()}${name.slice(1)}`;
  const fields = { ...report.sums, ...report.derived as Record<string, ReportField> };
  const RowType = rowType(`${typeName}Row`, report, fields);
  const GroupType = builder.enumType(`${typeName}Group`, {
    description: `The keys that ${name} groups by. ${report.groupDescription}`,
    values: Object.fromEntries(
      report.groups.map((group) => [group, { description: groupOf(group).description }]),
    ) as Record<Group, { description: string }>,
  });
  const ofTimes = Object.keys(fields).filter((field) => fields[field]!.isOfTimes);
  builder.queryField(name, (t) =>
    t.field({
      type: [RowType],
      description:
        `${report.description} The rows are ordered by their keys. More than 10,000 rows are refused.`,
      complexity: (args, context) => costOfReport(args, context, report),
      args: {
        from: t.arg({ type: "Date", required: true, description: "The first day." }),
        to: t.arg({
          type: "Date",
          required: true,
          description: "The last day, included. A report covers at most 3,660 days.",
        }),
        environment: report.hasOneEnvironment
          ? t.arg({
            type: EnvironmentType,
            required: true,
            defaultValue: "LIVE",
            description: "The environment. Each environment has its own places.",
          })
          : t.arg({
            type: EnvironmentType,
            description: "The environment. The default is both together.",
          }),
        groupBy: t.arg({
          type: [GroupType],
          required: true,
          defaultValue: [],
          description:
            "The keys of a row, in this order. Only combinations with data have a row. Without keys there is one row for everything.",
        }),
      },
      async resolve(_, { environment, ...args }, context, info) {
        const input = {
          ...args,
          environment: environment ?? null,
          withTimes: isSelected(info, ofTimes),
        };
        const read = context.reports[name] as unknown as (of: typeof input) => Promise<Row[]>;
        return await rowsAtPace(await read(input), context, { info, groups: report.groups });
      },
    }));
}

/** Adds the type of a row: its keys and its numbers. */
function rowType(typeName: string, report: AnyReport, fields: Record<string, ReportField>) {
  const { groups, keyDescriptions, rowDescription } = report;
  const hasHours = groups.includes("HOUR_OF_DAY");
  return builder.objectRef<Row>(typeName).implement({
    description: rowDescription,
    interfaces: hasHours ? [CalendarRow, ClockRow] : [CalendarRow],
    fields(t) {
      const keys = groups.filter((group) => !isTimeGroup(group)).map((group) => {
        const { field } = groupOf(group);
        const description = keyDescriptions?.[group] ?? describeKey(group);
        const common = { nullable: true, description } as const;
        if (isEntity(group)) {
          const type = entityTypes[group];
          const resolve = (row: Row) => row[field] as number | null;
          return [entityField(group), t.field({ type, ...common, resolve })];
        }
        const type = leafTypeOf(group);
        return [field, t.field({ type, ...common, resolve: (row) => row[field] as never })];
      });
      const numbers = Object.entries(fields).map(([name, { type, isNullable, description }]) => [
        name,
        t.field({
          type,
          nullable: isNullable ?? false,
          description,
          resolve: (row) => row[name as keyof Row] as never,
        }),
      ]);
      return Object.fromEntries([...keys, ...numbers]);
    },
  });
}

/**
 * Returns rows as an asynchronous iterable with pauses: the executor would complete an array without a pause. Loads
 * the related entities before the first row: one statement for each relation and not one for each batch of rows.
 */
async function rowsAtPace(
  rows: Row[],
  context: GraphqlContext,
  { info, groups }: { info: GraphQLResolveInfo; groups: readonly Group[] },
): Promise<Row[]> {
  const selected = groups.filter(isEntity).filter((group) =>
    isSelected(info, [entityField(group)])
  );
  await Promise.all(selected.map((group) => {
    const ids = new Set(rows.map((row) => row[groupOf(group).field] as number | null));
    ids.delete(null);
    return entityTypes[group].getDataloader(context).loadMany([...ids] as number[]);
  }));
  // The executor accepts asynchronous iterables, but its types do not.
  return withPauses(rows, context) as unknown as Row[];
}

async function* withPauses<Row>(rows: Row[], { pace }: GraphqlContext) {
  for (const row of rows) {
    yield row;
    if (pace.isDue()) await pace.pause();
  }
}
