import { builder } from "../builder.ts";
import { EnvironmentType } from "../types/enums.ts";

/** What a report costs beside its fields: it may keep the database busy for a second. */
export const reportComplexity = { field: 500, multiplier: 10 };

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
