import type { Ports } from "../ports.ts";
import { webhookNotFound } from "./update_webhook.ts";
import type { WebhookName } from "./webhook.ts";

/** Deletes a webhook and abandons what is still to be delivered to it. Throws WEBHOOK_NOT_FOUND. */
export async function deleteWebhook(
  { now, webhooks }: Pick<Ports, "now" | "webhooks">,
  name: WebhookName,
): Promise<void> {
  if (!(await webhooks.delete(name, now()))) throw webhookNotFound();
}
