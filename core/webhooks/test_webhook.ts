import { type Actor, operator } from "../audit/audit_record.ts";
import type { Ports } from "../ports.ts";
import { attemptDelivery } from "./attempt_delivery.ts";
import { testEvent } from "./new_event.ts";
import { webhookNotFound } from "./update_webhook.ts";
import { auditOfWebhook, type WebhookRef } from "./webhook.ts";

/** How a test event was received (decisions 7); of the answer only its status. */
export interface TestResult {
  success: boolean;
  statusCode: number | null;
  responseTimeMs: number;
  error: string | null;
  deliveryId: string;
}

/**
 * Sends a signed test event at once and waits for what comes of it, 5 s at most (interface, "POST
 * /webhooks/{id}/test"). It is one attempt, logged, without effect on the health; an inactive webhook can be
 * tested too. Throws WEBHOOK_NOT_FOUND.
 */
export async function testWebhook(
  ports: Pick<
    Ports,
    "now" | "secretBox" | "hmacSha256" | "sendDelivery" | "deliveryLog" | "deliveryQueue"
  >,
  ref: WebhookRef,
  actor: Actor = operator,
): Promise<TestResult> {
  const at = ports.now();
  const claimed = await ports.deliveryLog.startTest(
    ref,
    testEvent(ref.id, at),
    ({ url }) => auditOfWebhook({ ...ref, url }, { actor, action: "webhook.tested", at }),
  );
  if (!claimed) throw webhookNotFound();
  const settled = await attemptDelivery(ports, claimed);
  await ports.deliveryQueue.settle([settled]);
  const { isDelivered: success, statusCode, responseTimeMs, error } = settled.result;
  return { success, statusCode, responseTimeMs, error, deliveryId: claimed.deliveryId };
}
