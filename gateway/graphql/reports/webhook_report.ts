import type { WebhookReportRow } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { WebhookType } from "../types/webhook.ts";
import { EnvironmentType } from "../types/enums.ts";
import { WebhookReportGroup } from "./groups.ts";
import { CalendarRow, ClockRow } from "./keys.ts";
import { groupByDescription, reportArgs, reportComplexity, rowsAtPace } from "./report_args.ts";

const WebhookReportRowType = builder.objectRef<WebhookReportRow>("WebhookReportRow").implement({
  description:
    "How some deliveries fared; a delivery is an event and a webhook, and each retry by hand.",
  interfaces: [CalendarRow, ClockRow],
  fields: (t) => ({
    webhook: t.field({
      type: WebhookType,
      nullable: true,
      description: "To which webhook, deleted or not; null unless grouped by WEBHOOK.",
      resolve: (row) => row.webhookId,
    }),
    eventType: t.exposeString("eventType", {
      nullable: true,
      description:
        "The `type` of the event, as `appointment.created`; null unless grouped by EVENT_TYPE.",
    }),
    environment: t.expose("environment", {
      type: EnvironmentType,
      nullable: true,
      description: "The environment; null unless grouped by ENVIRONMENT.",
    }),
    deliveries: t.exposeInt("deliveries", {
      description: "All of them: the sum of delivered, failed, abandoned and pending.",
    }),
    delivered: t.exposeInt("delivered", { description: "Those that succeeded in the end." }),
    failed: t.exposeInt("failed", { description: "Those of which the last attempt failed." }),
    abandoned: t.exposeInt("abandoned", {
      description: "Those that could not be tried in time, or whose webhook was deleted.",
    }),
    pending: t.exposeInt("pending", { description: "Those that are still being tried." }),
    medianAttempts: t.exposeFloat("medianAttempts", {
      nullable: true,
      description: "Attempts that a delivery took until it ended; null where none has.",
    }),
    p95ResponseTimeMs: t.exposeInt("p95ResponseTimeMs", {
      nullable: true,
      description:
        "Milliseconds within which 95 % of the attempts that got an answer got it; null where none did.",
    }),
  }),
});

builder.queryField("webhookReport", (t) =>
  t.field({
    type: [WebhookReportRowType],
    description: "How deliveries fared, kept 90 days. At most 10,000 rows, ordered by their keys.",
    complexity: reportComplexity,
    args: {
      ...reportArgs,
      groupBy: t.arg({
        type: [WebhookReportGroup],
        required: true,
        defaultValue: [],
        description: groupByDescription,
      }),
    },
    async resolve(_, { environment, ...asked }, context, info) {
      const rows = await context.reports.webhookReport({
        ...asked,
        environment: environment ?? null,
      });
      return await rowsAtPace(rows, context, {
        info,
        relations: [
          { field: "webhook", idOf: (row) => row.webhookId, type: WebhookType },
        ],
      });
    },
  }));
