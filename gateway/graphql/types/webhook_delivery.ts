import type { ListedDelivery } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { idIn, numberOf } from "../relay.ts";
import { pageOfOwner } from "../nested_pages.ts";
import { AppointmentType } from "./appointment.ts";
import { daysArgs, replacedByDays } from "./days.ts";
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
  description: "An attempt to deliver an event to a webhook. The service keeps it for 90 days.",
  fields: (t) => ({
    restId: t.exposeID("id", { description: "The id in the REST API." }),
    environment: t.expose("environment", {
      type: EnvironmentType,
      description: "The environment of the event.",
    }),
    eventId: t.exposeString("eventId", {
      description: "The id of the event: the `id` in the body.",
    }),
    eventType: t.exposeString("eventType", {
      description:
        "The `type` in the body, such as `appointment.created`. `webhook.test` for a test.",
    }),
    deliveryId: t.exposeString("deliveryId", {
      description:
        "The id of the delivery, sent as X-Service-Delivery. All its attempts have the same id.",
    }),
    attempt: t.exposeInt("attempt", {
      description: "The number of the attempt within its delivery, from 1.",
    }),
    status: t.expose("status", {
      type: DeliveryStatusType,
      description: "The status of the attempt.",
    }),
    statusCode: t.exposeInt("statusCode", {
      nullable: true,
      description:
        "The HTTP status of the receiver's answer. Null if there is no answer, or not yet.",
    }),
    responseTimeMs: t.exposeInt("responseTimeMs", {
      nullable: true,
      description: "The response time in milliseconds. Null until the attempt was made.",
    }),
    error: t.exposeString("error", {
      nullable: true,
      description: "The error, as text for people. Null if there is none.",
    }),
    createdAt: t.expose("createdAt", {
      type: "DateTime",
      description: "When the attempt was scheduled.",
    }),
    nextRetryAt: t.expose("nextRetryAt", {
      type: "DateTime",
      nullable: true,
      description: "When the next attempt is due. Null if there is none.",
    }),
    webhook: t.field({
      type: WebhookType,
      description: "The webhook. `deletedAt` is set if it was deleted meanwhile.",
      resolve: ({ webhookId }) => webhookId,
    }),
    appointment: t.field({
      type: AppointmentType,
      nullable: true,
      description: "The appointment of the event. Null for slot events and tests.",
      resolve: ({ appointmentId }) => appointmentId,
    }),
  }),
});

const WebhookDeliveryConnection = builder.connectionObject({
  type: WebhookDeliveryType,
  name: "WebhookDeliveryConnection",
});

const WebhookDeliveryFilter = builder.inputType("WebhookDeliveryFilter", {
  description: "Filters the attempts. Null or omitted fields do not filter.",
  fields: (t) => ({
    environment: t.field({
      type: EnvironmentType,
      description: "Returns only items of this environment.",
    }),
    webhookId: t.id({
      description: "Returns only attempts to this webhook. Takes the global id or the REST id.",
    }),
    status: t.field({
      type: DeliveryStatusType,
      description: "Returns only attempts with this status.",
    }),
    eventType: t.string({
      description: "Returns only attempts of this `eventType`, such as `appointment.created`.",
    }),
    from: t.field({
      type: "DateTime",
      description: "Returns only attempts scheduled at this time or later.",
      ...replacedByDays.from,
    }),
    to: t.field({
      type: "DateTime",
      description: "Returns only attempts scheduled before this time.",
      ...replacedByDays.to,
    }),
  }),
});

const deliveryArgs = builder.args((t) => ({
  ...daysArgs("attempts scheduled"),
  filter: t.field({ type: WebhookDeliveryFilter, description: "The filter. The default is all." }),
}));

builder.queryField("webhookDeliveries", (t) =>
  t.connection({
    type: WebhookDeliveryType,
    description:
      "The delivery attempts to all webhooks, including deleted ones. The latest comes " +
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
    description: "The delivery attempts to this webhook. The latest comes first.",
    args: deliveryArgs,
    resolve: ({ id }, { filter, ...page }, { reports }) =>
      pageOfOwner(reports, "webhookDeliveries", { by: "webhookId", id }, {
        ...page,
        filter: { ...filter, webhookId: idIn("Webhook", filter?.webhookId) },
      }),
  }, WebhookDeliveryConnection));
