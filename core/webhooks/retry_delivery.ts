import { z } from "zod";
import { type Actor, operator } from "../audit/audit_record.ts";
import { DomainError } from "../errors.ts";
import { parseInput, queriedBound } from "../input.ts";
import { formatLocalDateTime } from "../local_date_time.ts";
import type { Ports } from "../ports.ts";
import { startOf } from "../calendar.ts";
import type { LoggedAttempt } from "./delivery_log.ts";
import { webhookNotFound } from "./change_webhooks.ts";
import { auditOfWebhook, type WebhookRef } from "./webhook.ts";

/**
 * Delivers the event of a failed delivery again: the same bytes with a new `X-Service-Delivery` and the full schedule
 * (core/webhooks/README.md 5). Throws WEBHOOK_LOG_NOT_FOUND, or CONFLICT if the delivery succeeded or has a pending attempt.
 */
export async function retryDelivery(
  { now, deliveryLog }: Pick<Ports, "now" | "deliveryLog">,
  { organizationId }: { organizationId: number },
  attemptId: number,
  actor: Actor = operator,
): Promise<LoggedAttempt> {
  const made = await deliveryLog.retry(
    organizationId,
    attemptId,
    ({ attempt, url }) =>
      auditOfWebhook({ organizationId, id: attempt.webhookId, url }, {
        actor,
        action: "webhook.delivery_retried",
        changes: [{ field: "logId", before: attemptId, after: attempt.id }],
        at: now(),
      }),
  );
  if (made === "unknown") throw attemptNotFound();
  if (made === "busy") {
    throw new DomainError(
      "CONFLICT",
      "The delivery has succeeded or is still being attempted. Only a failed delivery can be retried.",
    );
  }
  return made;
}

/** Input of `recoverSince`. */
export const recoverSinceInput = z.object({ since: queriedBound("00:00:00") });

/**
 * Delivers every event since a local date-time again whose delivery to a webhook failed or was abandoned. Returns
 * their number. Throws VALIDATION_ERROR, INVALID_DATE_FORMAT or WEBHOOK_NOT_FOUND.
 */
export async function recoverSince(
  { now, webhooks, deliveryLog }: Pick<Ports, "now" | "webhooks" | "deliveryLog">,
  { id, organizationId, timeZone }: WebhookRef & { timeZone: string },
  input: unknown,
  actor: Actor = operator,
): Promise<{ deliveries: number }> {
  const { since } = parseInput(recoverSinceInput, input);
  const ref = { id, organizationId };
  const webhook = await webhooks.find(ref);
  if (!webhook) throw webhookNotFound();
  const instant = startOf(since, timeZone);
  const count = await deliveryLog.retryFailedSince(ref, instant, (deliveries) => {
    if (deliveries === 0) return null;
    const changes = [
      { field: "since", after: formatLocalDateTime(since) },
      { field: "deliveries", after: deliveries },
    ];
    return auditOfWebhook(webhook, { actor, action: "webhook.recovered", changes, at: now() });
  });
  return { deliveries: count };
}

/** Makes the error of a log entry that does not exist. */
export function attemptNotFound(): DomainError {
  return new DomainError("WEBHOOK_LOG_NOT_FOUND", "No log entry has this id");
}
