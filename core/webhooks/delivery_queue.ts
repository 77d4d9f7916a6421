import type { Environment } from "../booking/environment.ts";
import type { EventType } from "./event_types.ts";

/** What has become of an attempt to deliver an event (decisions 7). */
export const attemptStatuses = ["PENDING", "DELIVERED", "FAILED", "ABANDONED"] as const;
export type AttemptStatus = (typeof attemptStatuses)[number];

/** An attempt that somebody has claimed, with all that sending it takes. */
export interface ClaimedAttempt {
  id: string;
  organizationId: number;
  webhookId: number;
  createdAt: Temporal.Instant;
  environment: Environment;
  eventId: string;
  eventType: EventType;
  deliveryId: string;
  /** From 1. */
  attempt: number;
  /** The exact text to send. */
  body: string;
  /** As the webhook has them at this moment. */
  url: string;
  sealedSecret: string;
  previousSealedSecret: string | null;
  secretReplacedAt: Temporal.Instant | null;
  /** Names this claim: who comes with another may not settle the attempt. */
  lease: string;
}

/** How sending an attempt went. */
export interface SendingResult {
  /** Whether a 2xx came in time. */
  isDelivered: boolean;
  statusCode: number | null;
  responseTimeMs: number;
  /** For people to read; null when it was delivered. */
  error: string | null;
}

/** What is to be written of an attempt that was made. */
export interface SettledAttempt {
  claimed: ClaimedAttempt;
  result: SendingResult;
  /** When it is tried again; null for never. */
  nextRetryAt: Temporal.Instant | null;
  /** False for a test, which says nothing of how the webhook fares. */
  countsForHealth: boolean;
}

/** The attempts that wait for their time, shared by any number of workers through leases. */
export interface DeliveryQueue {
  /**
   * Leases attempts that are due, at most `limit`: of each active webhook at most 8 at a time over all
   * workers, first attempts before retries, webhooks in turns. A lease that runs out frees the attempt.
   */
  claim(limit: number): Promise<ClaimedAttempt[]>;
  /**
   * Writes what came of attempts, their next ones and the webhooks' health, in one transaction. An attempt
   * whose lease another worker holds by now, or whose webhook was deleted, is left as it is.
   */
  settle(settled: readonly SettledAttempt[]): Promise<void>;
  /** Hands back what was claimed and not tried. */
  release(claimed: readonly ClaimedAttempt[]): Promise<void>;
  /** Abandons what could not be tried within 24 hours; how many that were. */
  abandonOverdue(): Promise<number>;
}
