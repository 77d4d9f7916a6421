import { type Actor, operator } from "../audit/audit_record.ts";
import type { Ports } from "../ports.ts";
import { secretContext } from "./attempt_delivery.ts";
import { webhookNotFound } from "./update_webhook.ts";
import { auditOfWebhook, type Webhook, type WebhookRef } from "./webhook.ts";
import { generateWebhookSecret } from "./webhook_secret.ts";

/**
 * Replaces a webhook's secret. Returns the new secret, which is never returned again. For 24 hours
 * `webhook-signature` has the signatures of both secrets (core/webhooks/README.md 7). Throws WEBHOOK_NOT_FOUND.
 */
export async function replaceSecret(
  ports: Pick<Ports, "now" | "randomBytes" | "secretBox" | "webhooks">,
  ref: WebhookRef,
  actor: Actor = operator,
): Promise<{ webhook: Webhook; secret: string }> {
  const secret = generateWebhookSecret(ports);
  const sealed = ports.secretBox.seal(secret, secretContext(ref.organizationId));
  const at = ports.now();
  const webhook = await ports.webhooks.change(
    ref,
    (found) => found.replaceSecret(sealed, at),
    (found) => auditOfWebhook(found, { actor, action: "webhook.secret_replaced", at }),
  );
  if (!webhook) throw webhookNotFound();
  return { webhook, secret };
}
