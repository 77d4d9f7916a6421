import type { Ports } from "../ports.ts";
import { secretContext } from "./attempt_delivery.ts";
import { webhookNotFound } from "./update_webhook.ts";
import type { Webhook, WebhookName } from "./webhook.ts";
import { generateWebhookSecret } from "./webhook_secret.ts";

/**
 * Replaces a webhook's secret by a new one, shown this once; for 24 hours `webhook-signature` carries the
 * signatures of both (decisions 8). Throws WEBHOOK_NOT_FOUND.
 */
export async function replaceSecret(
  ports: Pick<Ports, "now" | "randomBytes" | "secretBox" | "webhooks">,
  name: WebhookName,
): Promise<{ webhook: Webhook; secret: string }> {
  const secret = generateWebhookSecret(ports);
  const sealed = ports.secretBox.seal(secret, secretContext(name.organizationId));
  const webhook = await ports.webhooks.change(name, (found) => {
    found.replaceSecret(sealed, ports.now());
  });
  if (!webhook) throw webhookNotFound();
  return { webhook, secret };
}
