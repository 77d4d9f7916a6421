import { answering } from "../audit/audit_record.ts";
import { DomainError } from "../errors.ts";
import { idInput, parseInput, queriedBound } from "../input.ts";
import { formatLocalDateTime } from "../local_date_time.ts";
import { startOf } from "../calendar.ts";
import { auditOfWebhook, webhookNotFound, type Webhooks } from "./webhook.ts";
import type { Caller } from "../access/caller.ts";
import { type DeliveryLog, type LoggedAttemptView, toLoggedAttemptView } from "./delivery_log.ts";
import type { Clock } from "../platform.ts";
import { say } from "../messages.ts";

/**
 * Delivers the event of a log entry now. A pending attempt is made at once. A delivery that has failed starts again: the
 * same bytes with a new `X-Service-Delivery` and the full schedule (core/webhooks/README.md 5). Throws
 * WEBHOOK_LOG_NOT_FOUND, or CONFLICT if the delivery succeeded or is being sent at this moment.
 */
export async function retryDelivery(
  { now, deliveryLog }: Clock & { deliveryLog: DeliveryLog },
  { organizationId, actor, timeZone }: Caller,
  input: unknown,
): Promise<LoggedAttemptView> {
  const { id: attemptId } = parseInput(idInput, input);
  const made = await deliveryLog.retry(
    organizationId,
    attemptId,
    ({ attempt, url }) =>
      auditOfWebhook({ organizationId, id: attempt.webhookId, url }, {
        actor: answering(actor, toLoggedAttemptView(attempt, timeZone)),
        action: "webhook.delivery_retried",
        changes: [{ field: "logId", before: attemptId, after: attempt.id }],
        at: now(),
      }),
  );
  if (made === "unknown") throw attemptNotFound();
  if (made === "busy") {
    throw new DomainError(
      "CONFLICT",
      say("alreadyDelivered"),
    );
  }
  return toLoggedAttemptView(made, timeZone);
}

/** Input of `recoverSince`. */
export const recoverSinceInput = idInput.extend({ since: queriedBound("00:00:00") });

/**
 * Delivers every event since a local date-time now whose delivery to a webhook failed or was abandoned, or that waits
 * for another attempt. Returns their number. Throws VALIDATION_ERROR, INVALID_DATE_FORMAT or WEBHOOK_NOT_FOUND.
 */
export async function recoverSince(
  { now, webhooks, deliveryLog }: Clock & { webhooks: Webhooks; deliveryLog: DeliveryLog },
  { organizationId, actor, timeZone }: Caller,
  input: unknown,
): Promise<{ deliveries: number }> {
  const { id, since } = parseInput(recoverSinceInput, input);
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
    const by = answering(actor, { deliveries });
    return auditOfWebhook(webhook, { actor: by, action: "webhook.recovered", changes, at: now() });
  });
  return { deliveries: count };
}

/** Makes the error of a log entry that does not exist. */
export function attemptNotFound(): DomainError {
  return new DomainError("WEBHOOK_LOG_NOT_FOUND", say("attemptNotFound"));
}
