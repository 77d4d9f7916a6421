import { type ClaimedAttempt, type LoggedAttempt } from "../../../core/mod.ts";
import { leaseSeconds, maxDeliveryHours, type WebhookEvent } from "../../../core/ports.ts";
import type { KeptAttempt, WebhookMemory } from "./memory.ts";

/** Adds the first attempt of a delivery, which is due now. */
export function keepAttempt(
  { webhookAttempts }: WebhookMemory,
  event:
    & Pick<
      KeptAttempt,
      | "organizationId"
      | "environment"
      | "webhookId"
      | "eventId"
      | "eventType"
      | "eventCreatedAt"
      | "body"
    >
    & { isTest?: boolean },
  at: Temporal.Instant,
): KeptAttempt {
  const { organizationId, environment, webhookId, eventId, eventType, eventCreatedAt, body } =
    event;
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
    isTest: event.isTest ?? false,
    attempt: 1,
    status: "PENDING",
    statusCode: null,
    responseTimeMs: null,
    error: null,
    createdAt: at,
    nextRetryAt: null,
    attemptedAt: null,
    responseHeaders: null,
    dueAt: at,
    abandonAt: at.add({ hours: maxDeliveryHours }),
    lease: null,
    leasedUntil: null,
  };
  webhookAttempts.push(attempt);
  return attempt;
}

/** Claims an attempt. */
export function claim(
  memory: WebhookMemory,
  attempt: KeptAttempt,
  at: Temporal.Instant,
): ClaimedAttempt {
  attempt.lease = crypto.randomUUID();
  attempt.leasedUntil = at.add({ seconds: leaseSeconds.HTTP });
  const webhook = memory.webhooks.find(({ id }) => id === attempt.webhookId)!;
  const { url, sealedSecret, previousSealedSecret, secretReplacedAt, earlierSecrets } = webhook;
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
    isTest: attempt.isTest,
    attempt: attempt.attempt,
    body: attempt.body,
    channel: webhook.channel,
    includeContact: webhook.includeContact,
    lease: attempt.lease,
    url,
    sealedSecret,
    previousSealedSecret,
    secretReplacedAt,
    earlierSecrets,
  };
}

/** Ends a pending attempt that is not made any more. */
export function abandon(attempt: KeptAttempt, error: string): void {
  attempt.status = "ABANDONED";
  attempt.error = error;
  free(attempt);
}

/** Ends the lease of an attempt. */
export function free(attempt: KeptAttempt): void {
  attempt.lease = null;
  attempt.leasedUntil = null;
}

/** Returns the pending attempts of a webhook. */
export function pendingOf({ webhookAttempts }: WebhookMemory, webhookId: number): KeptAttempt[] {
  return webhookAttempts.filter((one) => one.webhookId === webhookId && one.status === "PENDING");
}

/** Returns the view of an attempt in the log. */
export function logged(attempt: KeptAttempt): LoggedAttempt {
  const { id, webhookId, eventId, deliveryId, eventType, status, statusCode, error } = attempt;
  const { attempt: number, responseTimeMs, createdAt, nextRetryAt } = attempt;
  const event = { eventId, deliveryId, eventType, attempt: number };
  const outcome = { status, statusCode, responseTimeMs, error, createdAt, nextRetryAt };
  return { id, webhookId, ...event, ...outcome };
}

/** Returns whether `one` is before `other`. */
export function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return compareTimes(one, other) < 0;
}

/** Compares two instants. */
export function compareTimes(one: Temporal.Instant, other: Temporal.Instant): number {
  return Temporal.Instant.compare(one, other);
}

/** Returns whether an attempt is being sent. */
export function isLeased({ leasedUntil }: KeptAttempt, at: Temporal.Instant): boolean {
  return leasedUntil !== null && isBefore(at, leasedUntil);
}

/** Returns an event with the result of all its attempts. */
export function eventOf(first: KeptAttempt, all: readonly KeptAttempt[]): WebhookEvent {
  const { id, eventId, eventType, environment, isTest, body, createdAt } = first;
  const has = (wanted: KeptAttempt["status"]) => all.some(({ status }) => status === wanted);
  const made = all.findLast(({ status }) => status !== "PENDING");
  const state = has("DELIVERED")
    ? "DELIVERED" as const
    : has("PENDING")
    ? has("FAILED") ? "RETRYING" as const : "PENDING" as const
    : made!.status as "FAILED";
  return {
    id,
    eventId,
    eventType,
    environment,
    isTest,
    body,
    createdAt,
    state,
    departmentName: null,
    attempts: all.filter(({ status }) => status === "DELIVERED" || status === "FAILED").length,
    statusCode: made?.statusCode ?? null,
    responseTimeMs: made?.responseTimeMs ?? null,
    error: made?.error ?? null,
    nextAttemptAt: all.find(({ status }) => status === "PENDING")?.dueAt ?? null,
  };
}
