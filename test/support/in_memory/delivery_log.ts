import type { Ports } from "../../../core/mod.ts";
import {
  claim,
  compareTimes,
  eventOf,
  isBefore,
  isLeased,
  keepAttempt,
  logged,
} from "./delivery_attempts.ts";
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
    async events({ organizationId, id }, { page, size, state }) {
      const events = memory.webhookAttempts
        .filter((one) =>
          one.organizationId === organizationId && one.webhookId === id && one.attempt === 1 &&
          Temporal.Instant.compare(one.createdAt, one.eventCreatedAt) === 0
        )
        .toSorted((a, b) => compareTimes(b.createdAt, a.createdAt) || b.id - a.id)
        .map((first) => eventOf(first, sameDelivery(memory, first)))
        .filter((event) => state === null || event.state === state);
      const items = events.slice(page * size, (page + 1) * size);
      return { items, totalElements: events.length };
    },
    async find(organizationId, attemptId) {
      const attempt = of(organizationId, attemptId);
      if (!attempt) return undefined;
      const { body, environment } = attempt;
      const attempts = sameDelivery(memory, attempt).map((one) => {
        const { dueAt, attemptedAt, responseHeaders } = one;
        return Object.assign(logged(one), { dueAt, attemptedAt, responseHeaders });
      });
      return { body, environment, attempts };
    },
    async retry(organizationId, attemptId, audit) {
      const attempt = of(organizationId, attemptId);
      const webhook = attempt && findWebhook(memory, { organizationId, id: attempt.webhookId });
      if (!webhook) return "unknown";
      const pending = sameDelivery(memory, attempt).find(({ status }) => status === "PENDING");
      if (pending && isLeased(pending, now())) return "busy";
      if (!pending && isSettledOrTried(memory, attempt)) return "busy";
      const made = logged(
        pending ? hasten(memory, pending, now()) : keepAttempt(memory, attempt, now()),
      );
      record(memory, audit({ attempt: made, url: webhook.url }));
      return made;
    },
    async retryFailedSince(ref, since, audit) {
      if (!findWebhook(memory, ref)) return 0;
      const failed = memory.webhookAttempts.filter((one) =>
        one.webhookId === ref.id && !isBefore(one.eventCreatedAt, since) &&
        !one.isTest && !isSettledOrTried(memory, one)
      );
      const retries = memory.webhookAttempts.filter((one) =>
        one.webhookId === ref.id && !isBefore(one.eventCreatedAt, since) &&
        one.status === "PENDING" && one.attempt > 1 &&
        isBefore(now(), one.dueAt) && !isLeased(one, now())
      );
      for (const one of retries) hasten(memory, one, now());
      const byEvent = new Map(failed.map((one) => [one.eventId, one]));
      for (const one of byEvent.values()) keepAttempt(memory, one, now());
      const count = retries.length + byEvent.size;
      record(memory, audit(count));
      return count;
    },
    async startTest({ organizationId, id }, event, audit) {
      if (!findWebhook(memory, { organizationId, id })) return undefined;
      const scope = { organizationId, environment: "LIVE" } as const;
      keepEvents(memory, scope, [{ ...event, webhookIds: [id] }]);
      const attempt = memory.webhookAttempts.at(-1)!;
      attempt.isTest = true;
      const claimed = claim(memory, attempt, now());
      record(memory, audit(claimed));
      return claimed;
    },
  };
}

function sameDelivery({ webhookAttempts }: WebhookMemory, { eventId, webhookId }: KeptAttempt) {
  return webhookAttempts.filter((one) => one.eventId === eventId && one.webhookId === webhookId);
}

/** Makes a pending attempt due now. */
function hasten(memory: WebhookMemory, attempt: KeptAttempt, at: Temporal.Instant): KeptAttempt {
  if (isBefore(at, attempt.dueAt)) attempt.dueAt = at;
  const before = sameDelivery(memory, attempt).find((one) =>
    one.deliveryId === attempt.deliveryId && one.attempt === attempt.attempt - 1
  );
  if (before) before.nextRetryAt = attempt.dueAt;
  return attempt;
}

function isSettledOrTried(memory: WebhookMemory, attempt: KeptAttempt): boolean {
  return sameDelivery(memory, attempt)
    .some(({ status }) => status === "PENDING" || status === "DELIVERED");
}
