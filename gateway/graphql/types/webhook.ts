import { healthStatusOf, type ListedWebhook } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { numberOf } from "../relay.ts";
import { WebhookEventType, WebhookHealthType } from "./enums.ts";

/** A webhook, deleted or not; a field may resolve to its REST id. */
export const WebhookType = builder.loadableNodeRef("Webhook", {
  id: { resolve: ({ id }: ListedWebhook) => id, parse: numberOf },
  load: (ids: number[], { reports }) => reports.byIds("webhooks", ids),
  toKey: ({ id }) => id,
  sort: true,
  cacheResolved: true,
});

WebhookType.implement({
  description: "Where the organization wants to be told of events; its secret is never shown.",
  fields: (t) => ({
    restId: t.exposeID("id", { description: "Its id in the REST API." }),
    url: t.exposeString("url", { description: "Where events are sent." }),
    events: t.expose("events", { type: [WebhookEventType], description: "What it is told of." }),
    isActive: t.exposeBoolean("isActive", { description: "Whether it is told of new events." }),
    includeTest: t.exposeBoolean("includeTest", {
      description: "Whether it is told of TEST events as well.",
    }),
    healthStatus: t.field({
      type: WebhookHealthType,
      description: "How its last attempts went.",
      resolve: ({ consecutiveFailures }) => healthStatusOf(consecutiveFailures),
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was made." }),
    lastTriggeredAt: t.expose("lastTriggeredAt", {
      type: "DateTime",
      nullable: true,
      description: "When something was last sent to it; null if nothing was.",
    }),
    deletedAt: t.expose("deletedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was deleted; null if it was not. The list of webhooks leaves it out " +
        "from then on; its deliveries and node(id) still lead to it.",
    }),
  }),
});

const WebhookFilter = builder.inputType("WebhookFilter", {
  description: "Which webhooks are listed; what is null or left out does not narrow the list.",
  fields: (t) => ({
    isActive: t.boolean({ description: "Only those that are told of events, or the others." }),
  }),
});

builder.queryField("webhooks", (t) =>
  t.connection({
    type: WebhookType,
    description: "The webhooks that are not deleted, by their ids in REST, the oldest first.",
    args: {
      filter: t.arg({ type: WebhookFilter, description: "Which of them; all if left out." }),
    },
    resolve: (_, asked, { reports }) => reports.page("webhooks", asked),
  }, builder.connectionObject({ type: WebhookType, name: "WebhookConnection" })));
