import type { BookingScope, NewEvent, Ports, Subscription, WebhookRef } from "../../../core/mod.ts";
import { abandon, keepAttempt, pendingOf } from "./delivery_attempts.ts";
import type { WebhookMemory } from "./memory.ts";
import { addIn, changeIn, record } from "./rows.ts";

/** The webhooks in memory. */
export function webhooksIn(memory: WebhookMemory): Ports["webhooks"] {
  return {
    async add(webhook, audit) {
      addIn(memory, memory.webhooks, webhook, audit);
    },
    list: async (organizationId) =>
      memory.webhooks.filter((one) =>
        one.organizationId === organizationId && one.deletedAt === null
      ),
    find: async (ref) => findWebhook(memory, ref),
    change: async (ref, change, audit) =>
      changeIn(memory, findWebhook(memory, ref), { change, audit }),
    async delete(ref, at, audit) {
      const webhook = findWebhook(memory, ref);
      if (!webhook) return false;
      webhook.deletedAt = at;
      for (const attempt of pendingOf(memory, webhook.id)) {
        abandon(attempt, "The webhook was deleted");
      }
      record(memory, audit(webhook));
      return true;
    },
  };
}

/** Returns the webhooks that get events of an organization's environment. */
export function subscriptionsIn(
  { webhooks }: WebhookMemory,
  { organizationId, environment }: BookingScope,
): Subscription[] {
  return webhooks
    .filter((one) =>
      one.organizationId === organizationId && one.deletedAt === null && one.isActive &&
      (environment === "LIVE" || one.includeTest)
    )
    .map(({ id, events, includeContact }) => ({ webhookId: id, events, includeContact }));
}

/** Adds events, each with one pending attempt for each of its webhooks. */
export function keepEvents(
  memory: WebhookMemory,
  { organizationId, environment }: BookingScope,
  events: readonly NewEvent[],
): void {
  for (const event of events) {
    for (const webhookId of event.webhookIds) {
      const { id: eventId, type: eventType, createdAt: eventCreatedAt } = event;
      const { webhookBody: body = event.body } = event;
      const attempted = { organizationId, environment, webhookId, eventId, eventType, body };
      keepAttempt(memory, { ...attempted, eventCreatedAt }, eventCreatedAt);
    }
  }
}

/** Returns a webhook that is not deleted. */
export function findWebhook({ webhooks }: WebhookMemory, { organizationId, id }: WebhookRef) {
  return webhooks.find((one) =>
    one.id === id && one.organizationId === organizationId && one.deletedAt === null
  );
}
