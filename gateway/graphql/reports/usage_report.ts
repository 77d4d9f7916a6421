import type { UsageReportRow } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { ApiKeyType } from "../types/api_key.ts";
import { EnvironmentType } from "../types/enums.ts";
import { UsageReportGroup } from "./groups.ts";
import { CalendarRow, ClockRow, isSelected } from "./keys.ts";
import { groupByDescription, reportArgs, reportComplexity, rowsAtPace } from "./report_args.ts";

const percentiles = ["p50Ms", "p95Ms", "p99Ms"] as const;

const UsageReportRowType = builder.objectRef<UsageReportRow>("UsageReportRow").implement({
  description: "Totals of API calls.",
  interfaces: [CalendarRow, ClockRow],
  fields: (t) => {
    const percentile = (field: (typeof percentiles)[number], share: string) =>
      t.exposeInt(field, {
        nullable: true,
        description:
          `${share} of the calls were answered within this many milliseconds. The value is at most 5 % above the measured one. Null without calls, and if grouped by API_KEY or ENDPOINT: response times are not stored for them.`,
      });
    return {
      environment: t.expose("environment", {
        type: EnvironmentType,
        nullable: true,
        description: "The environment. Null unless grouped by ENVIRONMENT.",
      }),
      apiKey: t.field({
        type: ApiKeyType,
        nullable: true,
        description: "The API key of the calls. Null unless grouped by API_KEY.",
        resolve: (row) => row.apiKeyId,
      }),
      endpoint: t.exposeString("endpoint", {
        nullable: true,
        description:
          "Method and route, such as `GET /api/v1/appointments/{id}`. Null unless grouped by ENDPOINT.",
      }),
      calls: t.exposeInt("calls", { description: "All calls, including refused ones." }),
      errors: t.exposeInt("errors", {
        description: "Calls that were answered with a status of 400 or above.",
      }),
      successRate: t.exposeFloat("successRate", {
        nullable: true,
        description:
          "The share of calls without an error, from 0 to 1. (The REST API shows a percentage.) Null without calls.",
      }),
      credits: t.exposeInt("credits", { description: "Credits that the calls consumed." }),
      p50Ms: percentile("p50Ms", "Half"),
      p95Ms: percentile("p95Ms", "95 %"),
      p99Ms: percentile("p99Ms", "99 %"),
    };
  },
});

builder.queryField("usageReport", (t) =>
  t.field({
    type: [UsageReportRowType],
    description:
      "API calls with their response times. The service keeps them for at least 400 days. Returns at most 10,000 rows, ordered by their keys.",
    complexity: reportComplexity,
    args: {
      ...reportArgs,
      groupBy: t.arg({
        type: [UsageReportGroup],
        required: true,
        defaultValue: [],
        description: groupByDescription,
      }),
    },
    async resolve(_, { environment, ...args }, context, info) {
      const rows = await context.reports.usageReport({
        ...args,
        environment: environment ?? null,
        withPercentiles: isSelected(info, percentiles),
      });
      return await rowsAtPace(rows, context, {
        info,
        relations: [
          { field: "apiKey", idOf: (row) => row.apiKeyId, type: ApiKeyType },
        ],
      });
    },
  }));
