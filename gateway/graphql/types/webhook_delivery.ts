import type { ListedDelivery } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { idIn, numberOf } from "../relay.ts";
import { pageOfOwner } from "../nested_pages.ts";
import { AppointmentType } from "./appointment.ts";
import { DeliveryStatusType, EnvironmentType } from "./enums.ts";
import { WebhookType } from "./webhook.ts";

const WebhookDeliveryType = builder.loadableNodeRef("WebhookDelivery", {
  id: { resolve: ({ id }: ListedDelivery) => id, parse: numberOf },
  load: (ids: number[], { reports }) => reports.byIds("webhookDeliveries", ids),
  toKey: ({ id }) => id,
  sort: true,
  cacheResolved: true,
});

WebhookDeliveryType.implement({
  description: "An attempt to deliver an event to a webhook: an entry of its log, kept 90 days.",
  fields: (t) => ({
    restId: t.exposeID("id", { description: "Its id in the REST API." }),
    environment: t.expose("environment", {
      type: EnvironmentType,
      description: "Where the event happened.",
    }),
    eventId: t.exposeString("eventId", { description: "The event: the `id` of its body." }),
    eventType: t.exposeString("eventType", {
      description: "The `type` of the body: `appointment.created`; `webhook.test` for a test.",
    }),
    deliveryId: t.exposeString("deliveryId", {
      description: "The delivery, by X-Service-Delivery; its attempts share it.",
    }),
    attempt: t.exposeInt("attempt", { description: "Which attempt of its delivery, from 1." }),
    status: t.expose("status", { type: DeliveryStatusType, description: "What became of it." }),
    statusCode: t.exposeInt("statusCode", {
      nullable: true,
      description: "What the receiver answered; null if it did not, or has not yet.",
    }),
    responseTimeMs: t.exposeInt("responseTimeMs", {
      nullable: true,
      description: "How long it took, in milliseconds; null until it was made.",
    }),
    error: t.exposeString("error", {
      nullable: true,
      description: "What went wrong, for people to read; null if nothing did.",
    }),
    createdAt: t.expose("createdAt", {
      type: "DateTime",
      description: "When it was scheduled.",
    }),
    nextRetryAt: t.expose("nextRetryAt", {
      type: "DateTime",
      nullable: true,
      description: "When the next attempt is made; null if none is.",
    }),
    webhook: t.field({
      type: WebhookType,
      description: "To which webhook; one that was deleted since has `deletedAt`.",
      resolve: ({ webhookId }) => webhookId,
    }),
    appointment: t.field({
      type: AppointmentType,
      nullable: true,
      description: "Of which appointment the event tells; null for slots and tests.",
      resolve: ({ appointmentId }) => appointmentId,
    }),
  }),
});

const WebhookDeliveryConnection = builder.connectionObject({
  type: WebhookDeliveryType,
  name: "WebhookDeliveryConnection",
});

const WebhookDeliveryFilter = builder.inputType("WebhookDeliveryFilter", {
  description: "Which attempts are listed; what is null or left out does not narrow the list.",
  fields: (t) => ({
    environment: t.field({ type: EnvironmentType, description: "Only those of this one." }),
    webhookId: t.id({ description: "Only those to this webhook, by its id or its REST id." }),
    status: t.field({ type: DeliveryStatusType, description: "Only those of this status." }),
    eventType: t.string({
      description: "Only those of this event: `appointment.created`, as in `eventType`.",
    }),
    from: t.field({ type: "DateTime", description: "Only those scheduled then or later." }),
    to: t.field({ type: "DateTime", description: "Only those scheduled before then." }),
  }),
});

const deliveryArgs = builder.args((t) => ({
  filter: t.field({ type: WebhookDeliveryFilter, description: "Which of them; all if left out." }),
}));

builder.queryField("webhookDeliveries", (t) =>
  t.connection({
    type: WebhookDeliveryType,
    description: "The attempts to deliver events to all webhooks, deleted ones too, the latest " +
      "first.",
    args: deliveryArgs,
    resolve: (_, { filter, ...page }, { reports }) =>
      reports.page("webhookDeliveries", {
        ...page,
        filter: { ...filter, webhookId: idIn("Webhook", filter?.webhookId) },
      }),
  }, WebhookDeliveryConnection));

builder.objectField(WebhookType, "deliveries", (t) =>
  t.connection({
    type: WebhookDeliveryType,
    description: "The attempts to deliver events to it, the latest first.",
    args: deliveryArgs,
    resolve: ({ id }, { filter, ...page }, { reports }) =>
      pageOfOwner(reports, "webhookDeliveries", { by: "webhookId", id }, {
        ...page,
        filter: { ...filter, webhookId: idIn("Webhook", filter?.webhookId) },
      }),
  }, WebhookDeliveryConnection));
