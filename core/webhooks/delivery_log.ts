import type { Audited } from "../audit/audit_record.ts";
import { formatInstant } from "../local_date_time.ts";
import type { PageRequest } from "../page.ts";
import type { AttemptStatus, ClaimedAttempt } from "./delivery_queue.ts";
import type { EventType } from "./event_types.ts";
import type { NewEvent } from "./new_event.ts";
import type { WebhookRef } from "./webhook.ts";

/** An attempt as the log keeps it; its entry is written PENDING when it is scheduled. */
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

/** An entry of the log as staff see it (decisions 7). */
export type LoggedAttemptView = Omit<LoggedAttempt, "createdAt" | "nextRetryAt"> & {
  createdAt: string;
  nextRetryAt: string | null;
};

/** What is shown of an entry, with times of the organization's zone. */
export function toLoggedAttemptView(attempt: LoggedAttempt, timeZone: string): LoggedAttemptView {
  return {
    ...attempt,
    createdAt: formatInstant(attempt.createdAt, timeZone),
    nextRetryAt: attempt.nextRetryAt && formatInstant(attempt.nextRetryAt, timeZone),
  };
}

/** Which entries are asked for, and in which order. */
export interface DeliveryLogQuery extends PageRequest {
  status: AttemptStatus | null;
  sort: { field: "createdAt" | "id"; direction: "asc" | "desc" };
}

/** An event with every attempt to deliver it to one webhook. */
export interface Delivery {
  /** The exact text that is sent. */
  body: string;
  /** Oldest first. */
  attempts: LoggedAttempt[];
}

/**
 * Every attempt of the last 90 days, and the ways in which staff add to them; `audit` is written with what it
 * tells.
 */
export interface DeliveryLog {
  page(
    webhook: WebhookRef,
    query: DeliveryLogQuery,
  ): Promise<{ items: LoggedAttempt[]; totalElements: number }>;
  /** The delivery to which an entry of the organization belongs. */
  find(organizationId: number, attemptId: number): Promise<Delivery | undefined>;
  /**
   * Schedules an event's delivery anew, now and under a new delivery id. "unknown" where the organization
   * has no such entry or its webhook is deleted; "busy" while the event's delivery to that webhook has
   * succeeded or is still being tried. `audit` is given the new entry and the webhook's URL.
   */
  retry(
    organizationId: number,
    attemptId: number,
    audit: Audited<{ attempt: LoggedAttempt; url: string }>,
  ): Promise<LoggedAttempt | "unknown" | "busy">;
  /**
   * Schedules anew every event since `since` whose delivery to the webhook has failed or was abandoned;
   * how many that were.
   */
  retryFailedSince(
    webhook: WebhookRef,
    since: Temporal.Instant,
    audit: Audited<number>,
  ): Promise<number>;
  /** Writes a test event with its one attempt, claimed by the caller, who is to settle it. */
  startTest(
    webhook: WebhookRef,
    event: NewEvent,
    audit: Audited<ClaimedAttempt>,
  ): Promise<ClaimedAttempt | undefined>;
}
