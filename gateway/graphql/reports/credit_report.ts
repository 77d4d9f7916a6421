import type { CreditReportRow } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { EnvironmentType } from "../types/enums.ts";
import { CreditReportGroup } from "./groups.ts";
import { CalendarRow } from "./keys.ts";
import { groupByDescription, reportArgs, reportComplexity, rowsAtPace } from "./report_args.ts";

const CreditReportRowType = builder.objectRef<CreditReportRow>("CreditReportRow").implement({
  description: "How credits came and went; whole numbers, which may be larger than an Int.",
  interfaces: [CalendarRow],
  fields: (t) => ({
    environment: t.expose("environment", {
      type: EnvironmentType,
      nullable: true,
      description: "The environment; null unless grouped by ENVIRONMENT.",
    }),
    consumed: t.exposeFloat("consumed", { description: "Credits that bookings cost." }),
    refunded: t.exposeFloat("refunded", { description: "Credits that cancellations gave back." }),
    granted: t.exposeFloat("granted", { description: "Credits that were granted." }),
    closingBalance: t.exposeFloat("closingBalance", {
      description:
        "The balance at the end of the row's time, or of the last day asked for: that of the environment asked or grouped by, else of both together.",
    }),
  }),
});

builder.queryField("creditReport", (t) =>
  t.field({
    type: [CreditReportRowType],
    description: "How credits came and went. At most 10,000 rows, ordered by their keys.",
    complexity: reportComplexity,
    args: {
      ...reportArgs,
      groupBy: t.arg({
        type: [CreditReportGroup],
        required: true,
        defaultValue: [],
        description: groupByDescription,
      }),
    },
    async resolve(_, { environment, ...asked }, context, info) {
      const rows = await context.reports.creditReport({
        ...asked,
        environment: environment ?? null,
      });
      return await rowsAtPace(rows, context, { info });
    },
  }));
