import type { WebhookReportRow } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { WebhookType } from "../types/webhook.ts";
import { EnvironmentType } from "../types/enums.ts";
import { WebhookReportGroup } from "./groups.ts";
import { CalendarRow, ClockRow } from "./keys.ts";
import { groupByDescription, reportArgs, reportComplexity, rowsAtPace } from "./report_args.ts";

const WebhookReportRowType = builder.objectRef<WebhookReportRow>("WebhookReportRow").implement({
  description:
    "Totals of deliveries. A delivery sends one event to one webhook. A manual retry is a delivery of its own.",
  interfaces: [CalendarRow, ClockRow],
  fields: (t) => ({
    webhook: t.field({
      type: WebhookType,
      nullable: true,
      description: "The webhook, possibly deleted. Null unless grouped by WEBHOOK.",
      resolve: (row) => row.webhookId,
    }),
    eventType: t.exposeString("eventType", {
      nullable: true,
      description:
        "The `type` of the event, such as `appointment.created`. Null unless grouped by EVENT_TYPE.",
    }),
    environment: t.expose("environment", {
      type: EnvironmentType,
      nullable: true,
      description: "The environment. Null unless grouped by ENVIRONMENT.",
    }),
    deliveries: t.exposeInt("deliveries", {
      description: "All deliveries: the sum of delivered, failed, abandoned and pending.",
    }),
    delivered: t.exposeInt("delivered", {
      description: "Deliveries of which an attempt succeeded.",
    }),
    failed: t.exposeInt("failed", { description: "Deliveries of which the last attempt failed." }),
    abandoned: t.exposeInt("abandoned", {
      description: "Deliveries that could not be attempted in time, or whose webhook was deleted.",
    }),
    pending: t.exposeInt("pending", { description: "Deliveries that wait for an attempt." }),
    medianAttempts: t.exposeFloat("medianAttempts", {
      nullable: true,
      description:
        "The median number of attempts of a finished delivery. Null if no delivery is finished.",
    }),
    p95ResponseTimeMs: t.exposeInt("p95ResponseTimeMs", {
      nullable: true,
      description:
        "95 % of the answered attempts were answered within this many milliseconds. Null if no attempt was answered.",
    }),
  }),
});

builder.queryField("webhookReport", (t) =>
  t.field({
    type: [WebhookReportRowType],
    description:
      "Outcomes of webhook deliveries. The service keeps them for 90 days. Returns at most 10,000 rows, ordered by their keys.",
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
    async resolve(_, { environment, ...args }, context, info) {
      const rows = await context.reports.webhookReport({
        ...args,
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
