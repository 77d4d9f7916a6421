import type { Ports } from "../../../core/mod.ts";
import { claim, compareTimes, isBefore, keepAttempt, logged } from "./delivery_attempts.ts";
import { record } from "./rows.ts";
import type { KeptAttempt, WebhookMemory } from "./memory.ts";
import { findWebhook, keepEvents } from "./webhooks.ts";

/** The log of deliveries in memory. */
export function deliveryLogIn(memory: WebhookMemory, now: Ports["now"]): Ports["deliveryLog"] {
  const of = (organizationId: number, attemptId: number) =>
    memory.webhookAttempts.find((one) =>
      one.id === attemptId && one.organizationId === organizationId
    );
  return {
    async page({ organizationId, id }, { page, size, status, sort }) {
      const entries = memory.webhookAttempts.filter((one) =>
        one.organizationId === organizationId && one.webhookId === id &&
        (status === null || one.status === status)
      );
      const time = sort.field === "createdAt" ? compareTimes : () => 0;
      const sign = sort.direction === "asc" ? 1 : -1;
      entries.sort((a, b) => sign * (time(a.createdAt, b.createdAt) || a.id - b.id));
      const items = entries.slice(page * size, (page + 1) * size).map(logged);
      return { items, totalElements: entries.length };
    },
    async find(organizationId, attemptId) {
      const attempt = of(organizationId, attemptId);
      if (!attempt) return undefined;
      return { body: attempt.body, attempts: sameDelivery(memory, attempt).map(logged) };
    },
    async retry(organizationId, attemptId, audit) {
      const attempt = of(organizationId, attemptId);
      const webhook = attempt && findWebhook(memory, { organizationId, id: attempt.webhookId });
      if (!webhook) return "unknown";
      if (isSettledOrTried(memory, attempt)) return "busy";
      const made = logged(keepAttempt(memory, attempt, now()));
      record(memory, audit({ attempt: made, url: webhook.url }));
      return made;
    },
    async retryFailedSince(ref, since, audit) {
      if (!findWebhook(memory, ref)) return 0;
      const failed = memory.webhookAttempts.filter((one) =>
        one.webhookId === ref.id && !isBefore(one.eventCreatedAt, since) &&
        one.eventType !== "webhook.test" && !isSettledOrTried(memory, one)
      );
      const byEvent = new Map(failed.map((one) => [one.eventId, one]));
      for (const one of byEvent.values()) keepAttempt(memory, one, now());
      record(memory, audit(byEvent.size));
      return byEvent.size;
    },
    async startTest({ organizationId, id }, event, audit) {
      if (!findWebhook(memory, { organizationId, id })) return undefined;
      const scope = { organizationId, environment: "LIVE" } as const;
      keepEvents(memory, scope, [{ ...event, webhookIds: [id] }]);
      const claimed = claim(memory, memory.webhookAttempts.at(-1)!, now());
      record(memory, audit(claimed));
      return claimed;
    },
  };
}

function sameDelivery({ webhookAttempts }: WebhookMemory, { eventId, webhookId }: KeptAttempt) {
  return webhookAttempts.filter((one) => one.eventId === eventId && one.webhookId === webhookId);
}

function isSettledOrTried(memory: WebhookMemory, attempt: KeptAttempt): boolean {
  return sameDelivery(memory, attempt)
    .some(({ status }) => status === "PENDING" || status === "DELIVERED");
}
