import type { ReplacedSecret } from "./webhook_secret.ts";
import type { Environment } from "../environment.ts";
import type { EventType } from "./event_catalogue.ts";
import type { DeliveryChannel } from "./webhook.ts";

/** The statuses of an attempt (core/webhooks/README.md 4). */
export const attemptStatuses = ["PENDING", "DELIVERED", "FAILED", "ABANDONED"] as const;
export type AttemptStatus = (typeof attemptStatuses)[number];

/** An attempt that a worker has claimed, with everything that is needed to send it. */
export interface ClaimedAttempt {
  id: string;
  organizationId: number;
  webhookId: number;
  createdAt: Temporal.Instant;
  environment: Environment;
  eventId: string;
  eventType: EventType;
  deliveryId: string;
  /** Whether it is a test, which is attempted once and does not change the health. */
  isTest: boolean;
  /** The number of the attempt, from 1. */
  attempt: number;
  channel: DeliveryChannel;
  /** The stored body, of which `sentBody` is sent. */
  body: string;
  /** Whether the webhook gets the contact and the metadata. */
  includeContact: boolean;
  /** URL and secrets of the webhook at the time of the claim. */
  url: string;
  sealedSecret: string;
  previousSealedSecret: string | null;
  secretReplacedAt: Temporal.Instant | null;
  earlierSecrets: readonly ReplacedSecret[];
  /** The fencing token of this claim. Only its holder may settle the attempt (core/webhooks/README.md 11). */
  lease: string;
}

/** The result of sending an attempt. */
export interface SendingResult {
  /** Whether a 2xx response arrived in time. */
  isDelivered: boolean;
  /** Whether nothing was sent, because there was no reason any more. Then the attempt is the last one. */
  isAbandoned?: boolean;
  statusCode: number | null;
  responseTimeMs: number;
  /** The failure in words for people; null if the attempt succeeded. */
  error: string | null;
  /** The headers of the answer; absent without an answer. */
  responseHeaders?: Readonly<Record<string, string>>;
}

/** An attempt that was made, with what the queue must write about it. */
export interface SettledAttempt {
  claimed: ClaimedAttempt;
  /** Time when the attempt was sent. */
  sentAt: Temporal.Instant;
  result: SendingResult;
  /** The headers of the answer for the log (core/webhooks/README.md 12); null without an answer. */
  responseHeaders: Record<string, string> | null;
  /** Time of the next attempt; null if there is none. */
  nextRetryAt: Temporal.Instant | null;
  /** False for a test: it does not change the webhook's health. */
  countsForHealth: boolean;
}

/** The attempts that are due now or later. Any number of workers share them through leases. */
export interface DeliveryQueue {
  /**
   * Leases at most `limit` attempts of a channel (HTTP) that are due, and at most `maxInFlightPerWebhook` of one webhook
   * over all workers. First attempts go before retries, and active webhooks take turns. An expired lease frees its attempt.
   */
  claim(limit: number, channel?: DeliveryChannel): Promise<ClaimedAttempt[]>;
  /**
   * Writes the results of attempts, their next attempts and the health of the webhooks in one transaction. It skips an
   * attempt whose lease another worker holds by now, or whose webhook was deleted.
   */
  settle(settled: readonly SettledAttempt[]): Promise<void>;
  /** Ends the leases of attempts that were claimed and not made. */
  release(claimed: readonly ClaimedAttempt[]): Promise<void>;
  /** Abandons attempts that could not be made within `maxDeliveryHours` of their event. Returns their number. */
  abandonOverdue(): Promise<number>;
}

/**
 * Minutes from the start of each attempt to the next one (core/webhooks/README.md 4). A mail that is lost cannot be sent
 * by hand, so its attempts go on for 17 hours (core/email/README.md 1).
 */
const delayMinutes: Readonly<Record<DeliveryChannel, readonly number[]>> = {
  HTTP: [1, 5, 30, 120],
  EMAIL: [5, 60, 240, 720],
};

/** The attempts that a delivery gets. */
export const maxAttempts = delayMinutes.HTTP.length + 1;

/** The maximum number of attempts of one webhook in flight, over all workers (core/webhooks/README.md 11). */
export const maxInFlightPerWebhook = 8;

/**
 * Durations of leases. An attempt takes at most 5 s, a mail 20 s and the reading of its appointment. The attempts of a
 * killed worker can be claimed after it.
 */
export const leaseSeconds: Readonly<Record<DeliveryChannel, number>> = { HTTP: 15, EMAIL: 45 };

/** An attempt that could not be made within this number of hours after its event is ABANDONED. */
export const maxDeliveryHours = 24;

/** Returns the time of the attempt after attempt number `attempt` (from 1), made at `triedAt`; null after the last. */
export function nextAttemptAt(
  attempt: number,
  triedAt: Temporal.Instant,
  channel: DeliveryChannel = "HTTP",
): Temporal.Instant | null {
  if (!Number.isInteger(attempt) || attempt < 1) {
    throw new RangeError(`The number of an attempt must be an integer from 1, not ${attempt}`);
  }
  const minutes = delayMinutes[channel][attempt - 1];
  return minutes === undefined ? null : triedAt.add({ minutes });
}
