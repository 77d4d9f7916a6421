import type { ClaimedAttempt, Ports, SettledAttempt } from "../../../core/mod.ts";
import { maxInFlightPerWebhook } from "../../../core/ports.ts";
import {
  abandon,
  claim,
  compareTimes,
  free,
  isBefore,
  isLeased,
  keepAttempt,
  pendingOf,
} from "./delivery_attempts.ts";
import type { KeptAttempt, Memory, WebhookMemory } from "./memory.ts";
import { openIn } from "./rows.ts";

/** The queue of deliveries in memory. */
export function deliveryQueueIn(memory: Memory, now: Ports["now"]): Ports["deliveryQueue"] {
  return {
    async claim(limit, channel = "HTTP") {
      const at = now();
      const turns = memory.webhooks
        .filter((webhook) =>
          webhook.channel === channel && webhook.isActive && webhook.deletedAt === null &&
          openIn(memory, webhook.organizationId)
        )
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

/** Returns the attempts of a webhook that can be claimed, in their order. */
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

function settle(
  memory: WebhookMemory,
  { claimed, sentAt, result, responseHeaders, nextRetryAt, countsForHealth }: SettledAttempt,
  at: Temporal.Instant,
): void {
  const attempt = heldBy(memory, claimed);
  if (!attempt) return;
  const { isDelivered, statusCode, responseTimeMs, error } = result;
  const status = isDelivered ? "DELIVERED" : "FAILED";
  Object.assign(attempt, { status, statusCode, responseTimeMs, error, nextRetryAt });
  Object.assign(attempt, { attemptedAt: sentAt, responseHeaders });
  free(attempt);
  const webhook = memory.webhooks.find(({ id }) => id === attempt.webhookId)!;
  webhook.lastTriggeredAt = at;
  if (attempt.isTest) {
    Object.assign(webhook, { lastTestedAt: sentAt, lastTestSucceeded: isDelivered });
  }
  if (countsForHealth && isDelivered) webhook.lastDeliveredAt = sentAt;
  if (countsForHealth) {
    webhook.consecutiveFailures = isDelivered ? 0 : webhook.consecutiveFailures + 1;
  }
  if (!nextRetryAt) return;
  const { deliveryId, abandonAt } = attempt;
  const next = keepAttempt(memory, attempt, at);
  Object.assign(next, { deliveryId, abandonAt, attempt: attempt.attempt + 1, dueAt: nextRetryAt });
}

/** Returns the attempt if the claim still holds it. */
function heldBy({ webhookAttempts }: WebhookMemory, { id, lease }: ClaimedAttempt) {
  return webhookAttempts.find((one) =>
    String(one.id) === id && one.lease === lease && one.status === "PENDING"
  );
}
