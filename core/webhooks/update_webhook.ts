import { z } from "zod";
import { type Actor, changesBetween, ifChanged, operator } from "../audit/audit_record.ts";
import { DomainError } from "../errors.ts";
import { booleanField, parseInput } from "../input.ts";
import type { Ports } from "../ports.ts";
import { eventsField, refuseBadUrl, urlField } from "./create_webhook.ts";
import { auditOfWebhook, type Webhook, type WebhookRef } from "./webhook.ts";

/** What of a webhook may be changed (interface, "PATCH /webhooks/{id}"); only what is given changes. */
export const updateWebhookInput = z.object({
  url: urlField.nullish(),
  events: eventsField.nullish(),
  isActive: booleanField("Whether new events are delivered").nullish(),
});

/** The same on surfaces that may also choose the events of the TEST environment. */
export const updateWebhookWithTestInput = updateWebhookInput.extend({
  includeTest: booleanField("Whether events of the TEST environment are sent too").nullish(),
});

/**
 * Changes what is given of a webhook. While it is inactive new events make no delivery for it, and pending
 * ones wait (decisions 8). Throws VALIDATION_ERROR or WEBHOOK_NOT_FOUND.
 */
export async function updateWebhook(
  ports: Pick<Ports, "now" | "webhooks" | "refuseUrl">,
  ref: WebhookRef,
  input: unknown,
  actor: Actor = operator,
): Promise<Webhook> {
  const { url, events, isActive, includeTest } = parseInput(updateWebhookWithTestInput, input);
  // Before the URL is judged: its host would be looked up for somebody else's webhook.
  if (!(await ports.webhooks.find(ref))) throw webhookNotFound();
  if (typeof url === "string") await refuseBadUrl(ports, url);
  const apply = (found: Webhook) => {
    found.url = url ?? found.url;
    found.events = events ?? found.events;
    found.isActive = isActive ?? found.isActive;
    found.includeTest = includeTest ?? found.includeTest;
  };
  const fields = ["url", "events", "isActive", "includeTest"] as const;
  const webhook = await ports.webhooks.change(ref, apply, (after, before) => {
    const changes = changesBetween(before, after, { fields });
    const deed = { actor, action: "webhook.updated", changes, at: ports.now() } as const;
    return ifChanged(auditOfWebhook(after, deed));
  });
  if (!webhook) throw webhookNotFound();
  return webhook;
}

/** The refusal of an id that no webhook of the organization has. */
export function webhookNotFound(): DomainError {
  return new DomainError("WEBHOOK_NOT_FOUND", "There is no webhook with this id");
}
