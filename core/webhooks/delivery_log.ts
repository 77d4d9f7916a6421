import { z } from "zod";
import type { Audited } from "../audit/audit_record.ts";
import { formatInstant } from "../local_date_time.ts";
import { id, localDateTime, text } from "../view_fields.ts";
import type { PageRequest } from "../page.ts";
import type { Environment } from "../environment.ts";
import { deliveryHeaders } from "./attempt_delivery.ts";
import {
  type AttemptStatus,
  attemptStatuses,
  type ClaimedAttempt,
  maxAttempts,
} from "./delivery_queue.ts";
import type { EventType } from "./event_catalogue.ts";
import { hiddenValue } from "./logged_headers.ts";
import type { WebhookRef } from "./webhook.ts";
import type { NewEvent } from "./new_event.ts";
import type { WebhookEvent, WebhookEventQuery } from "./webhook_event.ts";

/** An entry of the delivery log: one attempt. It is written as PENDING when the attempt is scheduled. */
export interface LoggedAttempt {
  id: number;
  webhookId: number;
  eventId: string;
  deliveryId: string;
  eventType: EventType;
  attempt: number;
  status: AttemptStatus;
  statusCode: number | null;
  responseTimeMs: number | null;
  error: string | null;
  createdAt: Temporal.Instant;
  nextRetryAt: Temporal.Instant | null;
}

/** What a test and an attempt say of the answer. */
export const outcomeFields = {
  statusCode: z.int().nullable().meta({
    description: "Status of the receiver's response; null if there was none",
    examples: [204],
  }),
  error: z.string().nullable().meta({
    description: "The failure in words for people; null if there was none",
    examples: [null, "No answer within 5 s"],
  }),
};

/** The id of a delivery. */
export const deliveryIdField = z.uuid().meta({
  description: "Id of the delivery, sent as X-Service-Delivery; the same on every attempt",
  examples: ["b2f7f0c4-4d5c-4c36-8f3e-0b7f5f0b8a11"],
});

/** A log entry as staff see it. Times are local to the organization. */
export const loggedAttemptView = z
  .object({
    id: id("Id of the log entry", 1),
    webhookId: id("Id of the webhook", 1),
    eventId: z.uuid().meta({
      description: "Id of the event; the `id` in the body",
      examples: ["0199f0c4-4d5c-7c36-8f3e-0b7f5f0b8a11"],
    }),
    deliveryId: deliveryIdField,
    eventType: text("Type of the event", "appointment.created"),
    attempt: z.int().min(1).max(maxAttempts).meta({
      description: "Number of the attempt within its delivery",
      examples: [1],
    }),
    status: z.enum(attemptStatuses).meta({
      description: "Status of the attempt",
      examples: ["DELIVERED"],
    }),
    ...outcomeFields,
    responseTimeMs: z.int().min(0).nullable().meta({
      description: "Duration in milliseconds; null before the attempt is made",
      examples: [84],
    }),
    createdAt: localDateTime("Time when the attempt was scheduled", "2026-03-01T08:00:00"),
    nextRetryAt: localDateTime("Time of the next attempt", "2026-03-01T08:01:00").nullable()
      .meta({ description: "Time of the next attempt; null if there is none", examples: [null] }),
  })
  .meta({ id: "WebhookDeliveryAttempt", description: "One delivery attempt" });
export type LoggedAttemptView = z.output<typeof loggedAttemptView>;

/** Makes the view of a log entry. */
export function toLoggedAttemptView(attempt: LoggedAttempt, timeZone: string): LoggedAttemptView {
  return {
    ...attempt,
    createdAt: formatInstant(attempt.createdAt, timeZone),
    nextRetryAt: attempt.nextRetryAt && formatInstant(attempt.nextRetryAt, timeZone),
  };
}

/** Filter, order and page of log entries. */
export interface DeliveryLogQuery extends PageRequest {
  status: AttemptStatus | null;
  sort: { field: "createdAt" | "id"; direction: "asc" | "desc" };
}

/** An event with every attempt to deliver it to one webhook. */
export interface Delivery {
  /** The exact body of every attempt. */
  body: string;
  environment: Environment;
  /** Oldest first. */
  attempts: DeliveryAttempt[];
}

/** An attempt with what was sent and answered. */
export interface DeliveryAttempt extends LoggedAttempt {
  /** Time from which the attempt may be sent. */
  dueAt: Temporal.Instant;
  /** Time when the attempt was sent; null before. */
  attemptedAt: Temporal.Instant | null;
  /** The headers of the answer as they are logged; null without an answer. */
  responseHeaders: Record<string, string> | null;
}

/** An attempt of a delivery as staff see it. */
export interface DeliveryAttemptView extends LoggedAttemptView {
  dueAt: string;
  attemptedAt: string | null;
  /** The headers of the request without the signatures; null before it was sent. */
  requestHeaders: Record<string, string> | null;
  responseHeaders: Record<string, string> | null;
}

/** Makes the view of an attempt of a delivery. */
export function toDeliveryAttemptView(
  { attemptedAt, dueAt, responseHeaders, ...attempt }: DeliveryAttempt,
  { environment, timeZone }: { environment: Environment; timeZone: string },
): DeliveryAttemptView {
  const { eventType: type, eventId, deliveryId } = attempt;
  const signatures = { own: hiddenValue, standard: hiddenValue };
  return {
    ...toLoggedAttemptView(attempt, timeZone),
    dueAt: formatInstant(dueAt, timeZone),
    attemptedAt: attemptedAt && formatInstant(attemptedAt, timeZone),
    requestHeaders: attemptedAt && deliveryHeaders(
      { type, eventId, deliveryId, environment, sentAt: attemptedAt },
      signatures,
    ),
    responseHeaders,
  };
}

/** The attempts of the last 90 days, and the changes of staff to them. `audit` makes the audit record of a change. */
export interface DeliveryLog {
  /** Returns one page of a webhook's attempts. */
  page(
    webhook: WebhookRef,
    query: DeliveryLogQuery,
  ): Promise<{ items: LoggedAttempt[]; totalElements: number }>;
  /** Returns one page of the events of a webhook, newest first. */
  events(
    webhook: WebhookRef,
    query: WebhookEventQuery,
  ): Promise<{ items: WebhookEvent[]; totalElements: number }>;
  /** Returns the delivery of a log entry of the organization. */
  find(organizationId: number, attemptId: number): Promise<Delivery | undefined>;
  /**
   * Delivers the event of a log entry now. A pending attempt becomes due at once; otherwise a new attempt is scheduled
   * under a new delivery id. Returns the entry of that attempt. Returns "unknown" if the organization has no such entry
   * or its webhook is deleted. Returns "busy" if the event was delivered to the webhook or is being sent there.
   */
  retry(
    organizationId: number,
    attemptId: number,
    audit: Audited<{ attempt: LoggedAttempt; url: string }>,
  ): Promise<LoggedAttempt | "unknown" | "busy">;
  /**
   * Delivers every event since `since` now whose delivery to the webhook failed or was abandoned, or that waits for
   * another attempt after a failure. Returns their number.
   */
  retryFailedSince(
    webhook: WebhookRef,
    since: Temporal.Instant,
    audit: Audited<number>,
  ): Promise<number>;
  /**
   * Writes a test event with its only attempt. The caller holds the claim and must settle it. Returns undefined if the
   * webhook does not exist.
   */
  startTest(
    webhook: WebhookRef,
    event: NewEvent,
    audit: Audited<ClaimedAttempt>,
  ): Promise<ClaimedAttempt | undefined>;
}
