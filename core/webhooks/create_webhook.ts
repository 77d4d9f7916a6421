import { z } from "zod";
import { requireRoom } from "../access/organization_size.ts";
import type { Caller } from "../access/caller.ts";
import { changesBetween } from "../audit/audit_record.ts";
import { validationError } from "../errors.ts";
import { booleanField, parseInput, rawField, requiredOr, textField } from "../input.ts";
import { secretContext } from "./attempt_delivery.ts";
import { type EventName, eventNames } from "./event_types.ts";
import {
  auditOfWebhook,
  toWebhookView,
  Webhook,
  type Webhooks,
  type WebhookView,
} from "./webhook.ts";
import { generateWebhookSecret, type SecretBox } from "./webhook_secret.ts";
import type { Clock, Randomness } from "../platform.ts";
import type { UrlCheck } from "./delivery_sender.ts";
import type { Organizations } from "../access/organization.ts";

const listOfEvents = `Must be a list of ${eventNames.join(", ")}`;

/** The URL of a receiver: https and without credentials. `refuseBadUrl` checks that its address is public. */
export const urlField = textField(2048, "URL of the receiver; https only").superRefine(
  (url, context) => {
    const message = refusalOfForm(URL.parse(url));
    if (message !== undefined) context.addIssue({ code: "custom", message });
  },
);

/** The events of a webhook, each once. The list is validated as a whole, so that a fault names the field `events`. */
export const eventsField = z
  .array(rawField<EventName>(), { error: requiredOr(listOfEvents) })
  .refine(
    (list) => list.length > 0 && list.every(isEventName),
    `Must contain one or more of ${eventNames.join(", ")}, and nothing else`,
  )
  .transform((list) => eventNames.filter((name) => list.includes(name)));

/** Whether a webhook also receives events of the TEST environment. */
export const includeTestField = booleanField(
  "Whether events of the TEST environment are also sent",
).nullish();

/** Input of a new webhook. */
export const createWebhookInput = z.object({
  url: urlField,
  events: eventsField,
  includeTest: includeTestField,
});

/**
 * Creates a webhook. Returns it with its signing secret, which is never returned again. Throws VALIDATION_ERROR, also
 * for a URL that is not https or not public (core/webhooks/README.md 9), and CONFLICT if there is no room.
 */
export async function createWebhook(
  ports: Clock & Randomness & UrlCheck & {
    secretBox: SecretBox;
    webhooks: Webhooks;
    organizations: Organizations;
  },
  { organizationId, actor, timeZone }: Caller,
  input: unknown,
): Promise<WebhookView & { secret: string }> {
  const { url, events, includeTest } = parseInput(createWebhookInput, input);
  await refuseBadUrl(ports, url);
  await requireRoom(ports, organizationId, "webhooks");
  const secret = generateWebhookSecret(ports);
  const webhook = new Webhook({
    organizationId,
    url,
    events,
    sealedSecret: ports.secretBox.seal(secret, secretContext(organizationId)),
    createdAt: ports.now(),
  });
  webhook.includeTest = includeTest ?? false;
  const fields = ["events", "includeTest"] as const;
  await ports.webhooks.add(webhook, (added) =>
    auditOfWebhook(added, {
      actor,
      action: "webhook.created",
      changes: changesBetween<Partial<Webhook>>({}, added, { fields }),
      at: added.createdAt,
    }));
  return { ...toWebhookView(webhook, timeZone), secret };
}

/** Throws VALIDATION_ERROR on `url` if its address is forbidden (core/webhooks/README.md 9). */
export async function refuseBadUrl(
  { refuseUrl }: UrlCheck,
  url: string,
): Promise<void> {
  const message = await refuseUrl(url);
  if (message !== undefined) throw validationError({ field: "url", message });
}

function refusalOfForm(url: URL | null): string | undefined {
  if (url?.protocol !== "https:") return "Must be an https URL";
  return url.username + url.password === ""
    ? undefined
    : "Must not contain a user name or password";
}

function isEventName(value: unknown): value is EventName {
  return eventNames.some((name) => name === value);
}
