import { type Actor, operator } from "../audit/audit_record.ts";
import type { Ports } from "../ports.ts";
import { attemptDelivery } from "./attempt_delivery.ts";
import { testEvent } from "./new_event.ts";
import { webhookNotFound } from "./update_webhook.ts";
import { auditOfWebhook, type WebhookRef } from "./webhook.ts";

/** The result of a test event. It never contains the receiver's response body. */
export interface TestResult {
  success: boolean;
  statusCode: number | null;
  responseTimeMs: number;
  error: string | null;
  deliveryId: string;
}

/**
 * Sends a signed test event now and returns the result within 5 s. It is one attempt; it is logged and does not change
 * the health. An inactive webhook can also be tested. Throws WEBHOOK_NOT_FOUND.
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
