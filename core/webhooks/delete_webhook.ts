import { type Actor, operator } from "../audit/audit_record.ts";
import type { Ports } from "../ports.ts";
import { webhookNotFound } from "./update_webhook.ts";
import { auditOfWebhook, type WebhookRef } from "./webhook.ts";

/** Deletes a webhook and abandons its pending deliveries. Throws WEBHOOK_NOT_FOUND. */
export async function deleteWebhook(
  { now, webhooks }: Pick<Ports, "now" | "webhooks">,
  ref: WebhookRef,
  actor: Actor = operator,
): Promise<void> {
  const at = now();
  const isDeleted = await webhooks.delete(
    ref,
    at,
    (deleted) => auditOfWebhook(deleted, { actor, action: "webhook.deleted", at }),
  );
  if (!isDeleted) throw webhookNotFound();
}
