import { z } from "zod";
import { answering, changesBetween, ifChanged } from "../audit/audit_record.ts";
import { booleanField, idInput, parseInput } from "../input.ts";
import {
  eventsField,
  includeContactField,
  includeTestField,
  refuseBadUrl,
  urlField,
  webhookTexts,
} from "./create_webhook.ts";
import {
  auditOfWebhook,
  toWebhookView,
  type Webhook,
  webhookNotFound,
  type Webhooks,
  type WebhookView,
} from "./webhook.ts";
import { secretContext } from "./attempt_delivery.ts";
import { generateWebhookSecret } from "./webhook_secret.ts";
import type { Caller } from "../access/caller.ts";
import type { Clock, Randomness, SecretBox } from "../platform.ts";
import { changedMeanwhile, requireVersion, versionField } from "../version.ts";
import type { UrlCheck } from "./delivery_sender.ts";

/** The settings of a webhook that can change. Only given fields change. */
export const updateWebhookFields = z.object({
  url: urlField.nullish().meta(webhookTexts.url),
  events: eventsField.nullish().meta(webhookTexts.events),
  isActive: booleanField("Whether events are delivered").nullish().meta({ examples: [false] }),
  includeTest: includeTestField,
  includeContact: includeContactField,
});

/** Input of a change: the id, and the fields that change. */
export const updateWebhookInput = idInput.extend(updateWebhookFields.shape).extend({
  version: versionField,
});

/**
 * Changes the given fields of a webhook. While it is inactive, new events make no delivery for it and pending
 * deliveries wait (core/webhooks/README.md 6). Throws VALIDATION_ERROR, WEBHOOK_NOT_FOUND, or CONFLICT
 * if `version` is not the present one.
 */
export async function updateWebhook(
  ports: Clock & UrlCheck & { webhooks: Webhooks },
  caller: Caller,
  input: unknown,
): Promise<WebhookView> {
  const { organizationId, actor, timeZone } = caller;
  const { id, version, ...change } = parseInput(updateWebhookInput, input);
  const { url, events, isActive, includeTest, includeContact } = change;
  const ref = { id, organizationId };
  // Before the URL is checked: a caller must not cause DNS lookups for a webhook that is not its own.
  if (!(await ports.webhooks.find(ref))) throw webhookNotFound();
  if (typeof url === "string") await refuseBadUrl(ports, caller, url);
  const apply = (found: Webhook) => {
    requireVersion(found, version);
    found.url = url ?? found.url;
    found.events = events ?? found.events;
    found.isActive = isActive ?? found.isActive;
    found.includeTest = includeTest ?? found.includeTest;
    found.includeContact = includeContact ?? found.includeContact;
  };
  const fields = ["url", "events", "isActive", "includeTest", "includeContact"] as const;
  const webhook = await ports.webhooks.change(ref, apply, (after, before) => {
    const changes = changesBetween(before, after, { fields });
    const by = answering(actor, toWebhookView(after, timeZone));
    const action = { actor: by, action: "webhook.updated", changes, at: ports.now() } as const;
    return ifChanged(auditOfWebhook(after, action));
  });
  if (!webhook) throw webhookNotFound();
  return toWebhookView(webhook, timeZone);
}

/** Deletes a webhook and abandons its pending deliveries. Throws WEBHOOK_NOT_FOUND. */
export async function deleteWebhook(
  { now, webhooks }: Clock & { webhooks: Webhooks },
  { organizationId, actor }: Pick<Caller, "organizationId" | "actor">,
  input: unknown,
): Promise<void> {
  const ref = { ...parseInput(idInput, input), organizationId };
  const at = now();
  const isDeleted = await webhooks.delete(
    ref,
    at,
    (deleted) =>
      auditOfWebhook(deleted, { actor: answering(actor, null), action: "webhook.deleted", at }),
  );
  if (!isDeleted) throw webhookNotFound();
}

/**
 * Replaces a webhook's secret. Returns the new secret, which is never returned again. For 24 hours
 * `webhook-signature` has the signatures of both secrets (core/webhooks/README.md 7). Throws WEBHOOK_NOT_FOUND, or
 * CONFLICT if the secret was replaced at the same time: only the caller of the last one would know a valid secret.
 */
export async function replaceWebhookSecret(
  ports: Clock & Randomness & { secretBox: SecretBox; webhooks: Webhooks },
  { organizationId, actor, timeZone }: Caller,
  input: unknown,
): Promise<WebhookView & { secret: string }> {
  const ref = { ...parseInput(idInput, input), organizationId };
  const secret = generateWebhookSecret(ports);
  const sealed = ports.secretBox.seal(secret, secretContext(ref.organizationId));
  const startedAt = ports.now();
  const seen = (await ports.webhooks.find(ref))?.sealedSecret;
  const webhook = await ports.webhooks.change(
    ref,
    (found) => {
      if (found.sealedSecret !== seen || wasReplacedAfter(found, startedAt)) {
        throw changedMeanwhile();
      }
      found.replaceSecret(sealed, ports.now());
    },
    (found) => auditOfWebhook(found, { actor, action: "webhook.secret_replaced", at: ports.now() }),
  );
  if (!webhook) throw webhookNotFound();
  return { ...toWebhookView(webhook, timeZone), secret };
}

/** Finds a replacement that ended between the start of a request and its read. */
function wasReplacedAfter({ secretReplacedAt }: Webhook, startedAt: Temporal.Instant): boolean {
  return secretReplacedAt !== null && Temporal.Instant.compare(secretReplacedAt, startedAt) > 0;
}
