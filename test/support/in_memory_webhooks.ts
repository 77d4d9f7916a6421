import type {
  BookingScope,
  ClaimedAttempt,
  LoggedAttempt,
  NewEvent,
  Ports,
  SettledAttempt,
  Subscription,
  Webhook,
  WebhookRef,
} from "../../core/mod.ts";

import { type AuditMemory, changeIn, record } from "./in_memory_audit.ts";

/** An attempt as it is kept, with what the queue needs to know of it. */
export interface KeptAttempt extends LoggedAttempt, BookingScope {
  body: string;
  eventCreatedAt: Temporal.Instant;
  dueAt: Temporal.Instant;
  abandonAt: Temporal.Instant;
  lease: string | null;
  leasedUntil: Temporal.Instant | null;
}

/** The webhooks and their deliveries. */
export interface WebhookMemory extends AuditMemory {
  /** Deleted ones too. */
  webhooks: Webhook[];
  webhookAttempts: KeptAttempt[];
}

const maxInFlightPerWebhook = 8;
const lease = { seconds: 15 };
const lifetime = { hours: 24 };

/** Core's webhooks, their log and their queue over plain memory. */
export function createInMemoryWebhooks(
  memory: WebhookMemory,
  now: Ports["now"],
): Pick<Ports, "webhooks" | "deliveryLog" | "deliveryQueue"> {
  return {
    webhooks: webhooksIn(memory),
    deliveryLog: logIn(memory, now),
    deliveryQueue: queueIn(memory, now),
  };
}

/** The webhooks that are told of events of an organization's environment. */
export function subscriptionsIn(
  { webhooks }: WebhookMemory,
  { organizationId, environment }: BookingScope,
): Subscription[] {
  return webhooks
    .filter((one) =>
      one.organizationId === organizationId && one.deletedAt === null && one.isActive &&
      (environment === "LIVE" || one.includeTest)
    )
    .map(({ id, events }) => ({ webhookId: id, events }));
}

/** Keeps events, each with one pending attempt for each webhook that is told. */
export function keepEvents(
  memory: WebhookMemory,
  { organizationId, environment }: BookingScope,
  events: readonly NewEvent[],
): void {
  for (const event of events) {
    for (const webhookId of event.webhookIds) {
      const { id: eventId, type: eventType, createdAt, body } = event;
      const told = { organizationId, environment, webhookId, eventId, eventType, body };
      keepAttempt(memory, { ...told, eventCreatedAt: createdAt }, createdAt);
    }
  }
}

function webhooksIn(memory: WebhookMemory): Ports["webhooks"] {
  return {
    async add(webhook, audit) {
      webhook.id = memory.webhooks.length + 1;
      memory.webhooks.push(webhook);
      record(memory, audit(webhook));
    },
    list: async (organizationId) =>
      memory.webhooks.filter((one) =>
        one.organizationId === organizationId && one.deletedAt === null
      ),
    find: async (ref) => found(memory, ref),
    change: async (ref, change, audit) => changeIn(memory, found(memory, ref), { change, audit }),
    async delete(ref, at, audit) {
      const webhook = found(memory, ref);
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

function logIn(memory: WebhookMemory, now: Ports["now"]): Ports["deliveryLog"] {
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
      const asked = of(organizationId, attemptId);
      if (!asked) return undefined;
      return { body: asked.body, attempts: sameDelivery(memory, asked).map(logged) };
    },
    async retry(organizationId, attemptId, audit) {
      const asked = of(organizationId, attemptId);
      const webhook = asked && found(memory, { organizationId, id: asked.webhookId });
      if (!webhook) return "unknown";
      if (isSettledOrTried(memory, asked)) return "busy";
      const attempt = logged(keepAttempt(memory, asked, now()));
      record(memory, audit({ attempt, url: webhook.url }));
      return attempt;
    },
    async retryFailedSince(ref, since, audit) {
      if (!found(memory, ref)) return 0;
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
      if (!found(memory, { organizationId, id })) return undefined;
      const scope = { organizationId, environment: "LIVE" } as const;
      keepEvents(memory, scope, [{ ...event, webhookIds: [id] }]);
      const claimed = claim(memory, memory.webhookAttempts.at(-1)!, now());
      record(memory, audit(claimed));
      return claimed;
    },
  };
}

function queueIn(memory: WebhookMemory, now: Ports["now"]): Ports["deliveryQueue"] {
  return {
    async claim(limit) {
      const at = now();
      const turns = memory.webhooks
        .filter((webhook) => webhook.isActive && webhook.deletedAt === null)
        .map((webhook) => dueOf(memory, webhook.id, at));
      const inTurn = Array.from({ length: maxInFlightPerWebhook }, (_, i) => i)
        .flatMap((i) => turns.flatMap((due) => due[i] ?? []));
      return inTurn.slice(0, limit).map((attempt) => claim(memory, attempt, at));
    },
    async settle(settled) {
      for (const one of settled) settle(memory, one, now());
    },
    async release(claimed) {
      for (const attempt of claimed.flatMap((one) => heldBy(memory, one) ?? [])) free(attempt);
    },
    async abandonOverdue() {
      const at = now();
      const overdue = memory.webhookAttempts.filter((one) =>
        one.status === "PENDING" && !isBefore(at, one.abandonAt) && !isLeased(one, at)
      );
      for (const attempt of overdue) abandon(attempt, "Could not be tried within 24 hours");
      return overdue.length;
    },
  };
}

/** The attempts of a webhook that may be claimed, in their order. */
function dueOf(memory: WebhookMemory, webhookId: number, at: Temporal.Instant): KeptAttempt[] {
  const pending = pendingOf(memory, webhookId);
  const leased = pending.filter((one) => isLeased(one, at));
  return pending
    .filter((one) => !isLeased(one, at) && !isBefore(at, one.dueAt) && isBefore(at, one.abandonAt))
    .sort((a, b) =>
      Number(a.attempt > 1) - Number(b.attempt > 1) || compareTimes(a.dueAt, b.dueAt) || a.id - b.id
    )
    .slice(0, Math.max(0, maxInFlightPerWebhook - leased.length));
}

function claim(memory: WebhookMemory, attempt: KeptAttempt, at: Temporal.Instant): ClaimedAttempt {
  attempt.lease = crypto.randomUUID();
  attempt.leasedUntil = at.add(lease);
  const webhook = memory.webhooks.find(({ id }) => id === attempt.webhookId)!;
  const { url, sealedSecret, previousSealedSecret, secretReplacedAt } = webhook;
  const { organizationId, environment, webhookId, eventId, eventType, deliveryId } = attempt;
  return {
    id: String(attempt.id),
    organizationId,
    environment,
    webhookId,
    eventId,
    eventType,
    deliveryId,
    createdAt: attempt.createdAt,
    attempt: attempt.attempt,
    body: attempt.body,
    lease: attempt.lease,
    url,
    sealedSecret,
    previousSealedSecret,
    secretReplacedAt,
  };
}

function settle(
  memory: WebhookMemory,
  { claimed, result, nextRetryAt, countsForHealth }: SettledAttempt,
  at: Temporal.Instant,
): void {
  const attempt = heldBy(memory, claimed);
  if (!attempt) return;
  const { isDelivered, statusCode, responseTimeMs, error } = result;
  const status = isDelivered ? "DELIVERED" : "FAILED";
  Object.assign(attempt, { status, statusCode, responseTimeMs, error, nextRetryAt });
  free(attempt);
  const webhook = memory.webhooks.find(({ id }) => id === attempt.webhookId)!;
  webhook.lastTriggeredAt = at;
  if (countsForHealth) {
    webhook.consecutiveFailures = isDelivered ? 0 : webhook.consecutiveFailures + 1;
  }
  if (!nextRetryAt) return;
  const { deliveryId, abandonAt } = attempt;
  const next = keepAttempt(memory, attempt, at);
  Object.assign(next, { deliveryId, abandonAt, attempt: attempt.attempt + 1, dueAt: nextRetryAt });
}

/** Keeps a first attempt at an event's delivery, due now. */
function keepAttempt(
  { webhookAttempts }: WebhookMemory,
  told: Pick<
    KeptAttempt,
    | "organizationId"
    | "environment"
    | "webhookId"
    | "eventId"
    | "eventType"
    | "eventCreatedAt"
    | "body"
  >,
  at: Temporal.Instant,
): KeptAttempt {
  const { organizationId, environment, webhookId, eventId, eventType, eventCreatedAt, body } = told;
  const attempt: KeptAttempt = {
    id: webhookAttempts.length + 1,
    organizationId,
    environment,
    webhookId,
    eventId,
    eventType,
    eventCreatedAt,
    body,
    deliveryId: crypto.randomUUID(),
    attempt: 1,
    status: "PENDING",
    statusCode: null,
    responseTimeMs: null,
    error: null,
    createdAt: at,
    nextRetryAt: null,
    dueAt: at,
    abandonAt: at.add(lifetime),
    lease: null,
    leasedUntil: null,
  };
  webhookAttempts.push(attempt);
  return attempt;
}

function logged(attempt: KeptAttempt): LoggedAttempt {
  const { id, webhookId, eventId, deliveryId, eventType, status, statusCode, error } = attempt;
  const { attempt: number, responseTimeMs, createdAt, nextRetryAt } = attempt;
  const event = { eventId, deliveryId, eventType, attempt: number };
  const outcome = { status, statusCode, responseTimeMs, error, createdAt, nextRetryAt };
  return { id, webhookId, ...event, ...outcome };
}

function found({ webhooks }: WebhookMemory, { organizationId, id }: WebhookRef) {
  return webhooks.find((one) =>
    one.id === id && one.organizationId === organizationId && one.deletedAt === null
  );
}

function pendingOf({ webhookAttempts }: WebhookMemory, webhookId: number): KeptAttempt[] {
  return webhookAttempts.filter((one) => one.webhookId === webhookId && one.status === "PENDING");
}

function sameDelivery({ webhookAttempts }: WebhookMemory, { eventId, webhookId }: KeptAttempt) {
  return webhookAttempts.filter((one) => one.eventId === eventId && one.webhookId === webhookId);
}

function isSettledOrTried(memory: WebhookMemory, attempt: KeptAttempt): boolean {
  return sameDelivery(memory, attempt)
    .some(({ status }) => status === "PENDING" || status === "DELIVERED");
}

/** The attempt that a claim still holds. */
function heldBy({ webhookAttempts }: WebhookMemory, { id, lease }: ClaimedAttempt) {
  return webhookAttempts.find((one) =>
    String(one.id) === id && one.lease === lease && one.status === "PENDING"
  );
}

function abandon(attempt: KeptAttempt, error: string): void {
  attempt.status = "ABANDONED";
  attempt.error = error;
  free(attempt);
}

function free(attempt: KeptAttempt): void {
  attempt.lease = null;
  attempt.leasedUntil = null;
}

function isLeased({ leasedUntil }: KeptAttempt, at: Temporal.Instant): boolean {
  return leasedUntil !== null && isBefore(at, leasedUntil);
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return compareTimes(one, other) < 0;
}

function compareTimes(one: Temporal.Instant, other: Temporal.Instant): number {
  return Temporal.Instant.compare(one, other);
}
