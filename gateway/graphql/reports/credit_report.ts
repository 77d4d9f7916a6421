import type { CreditReportRow } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { EnvironmentType } from "../types/enums.ts";
import { CreditReportGroup } from "./groups.ts";
import { CalendarRow } from "./keys.ts";
import { groupByDescription, reportArgs, reportComplexity, rowsAtPace } from "./report_args.ts";

const CreditReportRowType = builder.objectRef<CreditReportRow>("CreditReportRow").implement({
  description:
    "How the credit balances changed. The values are whole numbers and may be larger than an Int.",
  interfaces: [CalendarRow],
  fields: (t) => ({
    environment: t.expose("environment", {
      type: EnvironmentType,
      nullable: true,
      description: "The environment. Null unless grouped by ENVIRONMENT.",
    }),
    consumed: t.exposeFloat("consumed", { description: "Credits that bookings consumed." }),
    refunded: t.exposeFloat("refunded", { description: "Credits that cancellations refunded." }),
    granted: t.exposeFloat("granted", { description: "Credits that the operator granted." }),
    closingBalance: t.exposeFloat("closingBalance", {
      description:
        "The balance at the end of the row's period, or at the end of `to` if the row has none. It is the balance of the row's environment, or of the environment in the argument, or of both together.",
    }),
  }),
});

builder.queryField("creditReport", (t) =>
  t.field({
    type: [CreditReportRowType],
    description:
      "How the credit balances changed. Returns at most 10,000 rows, ordered by their keys.",
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
    async resolve(_, { environment, ...args }, context, info) {
      const rows = await context.reports.creditReport({
        ...args,
        environment: environment ?? null,
      });
      return await rowsAtPace(rows, context, { info });
    },
  }));
