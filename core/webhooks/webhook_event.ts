import type { Environment } from "../environment.ts";
import type { PageRequest } from "../page.ts";
import type { EventType } from "./event_catalogue.ts";

/**
 * The state of an event at a webhook. PENDING: not tried yet. RETRYING: the last attempt failed and another one is
 * scheduled. The others are final.
 */
export const eventStates = ["PENDING", "RETRYING", "DELIVERED", "FAILED", "ABANDONED"] as const;
export type EventState = (typeof eventStates)[number];

/** An event with the result of its attempts at one webhook. */
export interface WebhookEvent {
  /** The id of its first log entry. */
  id: number;
  eventId: string;
  eventType: EventType;
  environment: Environment;
  isTest: boolean;
  state: EventState;
  /** The number of attempts that were made. */
  attempts: number;
  /** The last attempt that was made. */
  statusCode: number | null;
  responseTimeMs: number | null;
  error: string | null;
  /** Time of the event. */
  createdAt: Temporal.Instant;
  /** Time of the scheduled attempt. */
  nextAttemptAt: Temporal.Instant | null;
  body: string;
  /** The name of the department in the body. */
  departmentName: string | null;
}

/** Filter and page of events. */
export interface WebhookEventQuery extends PageRequest {
  state: EventState | null;
}
