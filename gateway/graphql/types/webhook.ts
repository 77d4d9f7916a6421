import { healthStatusOf, type ListedWebhook } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { numberOf } from "../relay.ts";
import { WebhookEventType, WebhookHealthType } from "./enums.ts";

/** A webhook, deleted or not. A field may resolve to its REST id. */
export const WebhookType = builder.loadableNodeRef("Webhook", {
  id: { resolve: ({ id }: ListedWebhook) => id, parse: numberOf },
  load: (ids: number[], { reports }) => reports.byIds("webhooks", ids),
  toKey: ({ id }) => id,
  sort: true,
  cacheResolved: true,
});

WebhookType.implement({
  description: "A URL that receives events of the organization. Its secret is never shown.",
  fields: (t) => ({
    restId: t.exposeID("id", { description: "The id in the REST API." }),
    url: t.exposeString("url", { description: "The URL that receives the events." }),
    events: t.expose("events", {
      type: [WebhookEventType],
      description: "The events that the webhook subscribes to.",
    }),
    isActive: t.exposeBoolean("isActive", {
      description: "Whether the webhook receives new events.",
    }),
    includeTest: t.exposeBoolean("includeTest", {
      description: "Whether the webhook also receives TEST events.",
    }),
    healthStatus: t.field({
      type: WebhookHealthType,
      description: "The outcome of the last attempts.",
      resolve: ({ consecutiveFailures }) => healthStatusOf(consecutiveFailures),
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "The time of creation." }),
    lastTriggeredAt: t.expose("lastTriggeredAt", {
      type: "DateTime",
      nullable: true,
      description: "When the last attempt was sent. Null if there was none.",
    }),
    deletedAt: t.expose("deletedAt", {
      type: "DateTime",
      nullable: true,
      description:
        "When the webhook was deleted. Null if it was not deleted. The list of webhooks " +
        "omits deleted webhooks. Deliveries and node(id) still return them.",
    }),
  }),
});

const WebhookFilter = builder.inputType("WebhookFilter", {
  description: "Filters the webhooks. Null or omitted fields do not filter.",
  fields: (t) => ({
    isActive: t.boolean({
      description: "True returns only active webhooks, false only the others.",
    }),
  }),
});

builder.queryField("webhooks", (t) =>
  t.connection({
    type: WebhookType,
    description: "The webhooks that are not deleted, ordered by REST id. The oldest comes first.",
    args: {
      filter: t.arg({ type: WebhookFilter, description: "The filter. The default is all." }),
    },
    resolve: (_, args, { reports }) => reports.page("webhooks", args),
  }, builder.connectionObject({ type: WebhookType, name: "WebhookConnection" })));
