import { estimateReport, type Group } from "../../../core/mod.ts";
import { builder, type GraphqlContext } from "../builder.ts";
import { EnvironmentType } from "../types/enums.ts";
import type { GraphQLResolveInfo } from "graphql";
import { isSelected } from "./keys.ts";

// gateway/graphql/README.md 1
const basePoints = 500;
const minRowPoints = 10;
const rowsPerPoint = 10;
const departmentDaysPerPoint = 1000;

interface ReportArgs {
  from: Temporal.PlainDate;
  to: Temporal.PlainDate;
  groupBy: readonly Group[];
}

/** Returns the cost of a report: `field` points, and `multiplier` points for each field of a row. */
export function reportComplexity(args: ReportArgs, { departmentCount }: GraphqlContext) {
  const { rows } = estimateReport(args, departmentCount);
  return {
    field: basePoints + Math.floor(rows / rowsPerPoint),
    multiplier: Math.max(minRowPoints, rows / rowsPerPoint),
  };
}

/** Like `reportComplexity`, for a report that also reads every department on every day. */
export function utilizationComplexity(args: ReportArgs, context: GraphqlContext) {
  const { field, multiplier } = reportComplexity(args, context);
  const { days } = estimateReport(args, context.departmentCount);
  const departmentDays = days * context.departmentCount;
  return { field: field + Math.floor(departmentDays / departmentDaysPerPoint), multiplier };
}

/** The period of a report. */
export const dayArgs = builder.args((t) => ({
  from: t.field({ type: "Date", required: true, description: "The first day." }),
  to: t.field({
    type: "Date",
    required: true,
    description: "The last day, included. A report covers at most 3,660 days.",
  }),
}));

/** The period and the environment of a report. */
export const reportArgs = {
  ...dayArgs,
  ...builder.args((t) => ({
    environment: t.field({
      type: EnvironmentType,
      description: "The environment. The default is both together.",
    }),
  })),
};

/** The description of `groupBy` in each report. */
export const groupByDescription =
  "The keys of a row, in this order. Only combinations with data have a row. Without keys there is one row for everything.";

/** A field of a row that resolves to an entity, such as `department` with `departmentId`. */
interface Relation<Row> {
  field: string;
  idOf(row: Row): number | null;
  type: {
    getDataloader(context: GraphqlContext): { loadMany(ids: number[]): Promise<unknown> };
  };
}

/**
 * Returns rows as an asynchronous iterable with pauses: the executor would complete an array without a pause. Loads
 * the related entities before the first row: one statement for each relation and not one for each batch of rows.
 */
export async function rowsAtPace<Row>(
  rows: Row[],
  context: GraphqlContext,
  { info, relations = [] }: { info: GraphQLResolveInfo; relations?: Relation<Row>[] },
): Promise<Row[]> {
  const selected = relations.filter(({ field }) => isSelected(info, [field]));
  await Promise.all(selected.map(({ idOf, type }) => {
    const ids = new Set(rows.map(idOf).filter((id) => id !== null));
    return type.getDataloader(context).loadMany([...ids]);
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
