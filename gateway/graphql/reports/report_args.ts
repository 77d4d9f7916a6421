import { estimateReport, type Group } from "../../../core/mod.ts";
import { builder, type GraphqlContext } from "../builder.ts";
import { EnvironmentType } from "../types/enums.ts";
import type { GraphQLResolveInfo } from "graphql";
import { isSelected } from "./keys.ts";

// See ../README.md, "1. Cost points".
const basePoints = 500;
const minRowPoints = 10;
const rowsAPoint = 10;
const departmentDaysAPoint = 1000;

interface ReportArgs {
  from: Temporal.PlainDate;
  to: Temporal.PlainDate;
  groupBy: readonly Group[];
}

/** What a report costs: `field` by itself, and `multiplier` for each field of a row. */
export function reportComplexity(asked: ReportArgs, { departmentCount }: GraphqlContext) {
  const { rows } = estimateReport(asked, departmentCount);
  return {
    field: basePoints + Math.floor(rows / rowsAPoint),
    multiplier: Math.max(minRowPoints, rows / rowsAPoint),
  };
}

/** The same of a report that also looks at every department on every day. */
export function utilizationComplexity(asked: ReportArgs, context: GraphqlContext) {
  const { field, multiplier } = reportComplexity(asked, context);
  const { days } = estimateReport(asked, context.departmentCount);
  const departmentDays = days * context.departmentCount;
  return { field: field + Math.floor(departmentDays / departmentDaysAPoint), multiplier };
}

/** The days of a report. */
export const dayArgs = builder.args((t) => ({
  from: t.field({ type: "Date", required: true, description: "The first day." }),
  to: t.field({
    type: "Date",
    required: true,
    description: "The last day, included; at most 3,660 days in all.",
  }),
}));

/** The days of a report, and the environment. */
export const reportArgs = {
  ...dayArgs,
  ...builder.args((t) => ({
    environment: t.field({ type: EnvironmentType, description: "Left out: both together." }),
  })),
};

/** What `groupBy` of each report says. */
export const groupByDescription =
  "A row for each combination that has something in it, in this order; left out: one row for all.";

/** What a row names by its id, as `department` does by `departmentId`. */
interface Relation<Row> {
  field: string;
  idOf(row: Row): number | null;
  type: {
    getDataloader(context: GraphqlContext): { loadMany(ids: number[]): Promise<unknown> };
  };
}

/**
 * Rows that are given one by one, with pauses: the executor completes as many as it is given without a pause. What
 * they name is loaded before the first, in one statement and not in one for each piece.
 */
export async function rowsAtPace<Row>(
  rows: Row[],
  context: GraphqlContext,
  { info, relations = [] }: { info: GraphQLResolveInfo; relations?: Relation<Row>[] },
): Promise<Row[]> {
  const named = relations.filter(({ field }) => isSelected(info, [field]));
  await Promise.all(named.map(({ idOf, type }) => {
    const ids = new Set(rows.map(idOf).filter((id) => id !== null));
    return type.getDataloader(context).loadMany([...ids]);
  }));
  // The executor takes what is iterable asynchronously, which the types do not say.
  return inPieces(rows, context) as unknown as Row[];
}

async function* inPieces<Row>(rows: Row[], { pace }: GraphqlContext) {
  for (const row of rows) {
    yield row;
    if (pace.isDue()) await pace.pause();
  }
}
