import type { UsageReportRow } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { ApiKeyType } from "../types/api_key.ts";
import { EnvironmentType } from "../types/enums.ts";
import { UsageReportGroup } from "./groups.ts";
import { CalendarRow, ClockRow, isSelected } from "./keys.ts";
import { groupByDescription, reportArgs, reportComplexity, rowsAtPace } from "./report_args.ts";

const percentiles = ["p50Ms", "p95Ms", "p99Ms"] as const;

const UsageReportRowType = builder.objectRef<UsageReportRow>("UsageReportRow").implement({
  description: "What some API calls add up to.",
  interfaces: [CalendarRow, ClockRow],
  fields: (t) => {
    const percentile = (field: (typeof percentiles)[number], share: string) =>
      t.exposeInt(field, {
        nullable: true,
        description:
          `Milliseconds within which ${share} of the calls were answered, at most 5 % above what was measured. Null without calls, and when grouped by API_KEY or ENDPOINT, by which times are not kept apart.`,
      });
    return {
      environment: t.expose("environment", {
        type: EnvironmentType,
        nullable: true,
        description: "The environment; null unless grouped by ENVIRONMENT.",
      }),
      apiKey: t.field({
        type: ApiKeyType,
        nullable: true,
        description: "The key that calls were made with; null unless grouped by API_KEY.",
        resolve: (row) => row.apiKeyId,
      }),
      endpoint: t.exposeString("endpoint", {
        nullable: true,
        description:
          "Method and route, as `GET /api/v1/appointments/{id}`; null unless grouped by ENDPOINT.",
      }),
      calls: t.exposeInt("calls", { description: "All calls, refused ones too." }),
      errors: t.exposeInt("errors", { description: "Those answered with a status from 400." }),
      successRate: t.exposeFloat("successRate", {
        nullable: true,
        description:
          "The share of calls that were no errors, from 0 to 1 (a percentage in the REST API); null without calls.",
      }),
      credits: t.exposeInt("credits", { description: "Credits that they consumed." }),
      p50Ms: percentile("p50Ms", "half"),
      p95Ms: percentile("p95Ms", "95 %"),
      p99Ms: percentile("p99Ms", "99 %"),
    };
  },
});

builder.queryField("usageReport", (t) =>
  t.field({
    type: [UsageReportRowType],
    description: "API calls, kept at least 400 days. At most 10,000 rows, ordered by their keys.",
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
    async resolve(_, { environment, ...asked }, context, info) {
      const rows = await context.reports.usageReport({
        ...asked,
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
