import { z } from "zod";
import { requireRoom } from "../access/organization_size.ts";
import type { Caller } from "../access/caller.ts";
import { changesBetween } from "../audit/audit_record.ts";
import { validationError } from "../errors.ts";
import { booleanField, inSchema, parseInput, rawField, requiredOr, textField } from "../input.ts";
import { secretContext } from "./attempt_delivery.ts";
import { type EventName, eventNames } from "./event_catalogue.ts";
import {
  auditOfWebhook,
  toWebhookView,
  Webhook,
  type Webhooks,
  type WebhookView,
} from "./webhook.ts";
import { generateWebhookSecret } from "./webhook_secret.ts";
import type { Clock, Randomness, SecretBox } from "../platform.ts";
import type { UrlCheck } from "./delivery_sender.ts";
import type { Organizations } from "../access/organization.ts";
import { type Message, say } from "../messages.ts";

const maxUrlLength = 2048;

/**
 * The URL of a receiver. It becomes the URL that is called, so that what staff see is what happens
 * (core/webhooks/README.md 9). `refuseBadUrl` checks that its address is public.
 */
export const urlField = textField(maxUrlLength, "URL of the receiver; https only").transform(
  (text, context) => {
    const url = URL.parse(text.trim());
    // No request has the part after #.
    if (url) url.hash = "";
    const message = refusalOfForm(text.trim(), url);
    if (url && message === undefined) return url.href;
    context.addIssue({ code: "custom", message: inSchema(message ?? say("httpsUrl")) });
    return z.NEVER;
  },
);

/** The events of a webhook, each once. The list is validated as a whole, so that a fault names the field `events`. */
export const eventsField = z
  .array(rawField<EventName>().meta({ type: "string", enum: [...eventNames] }), {
    error: requiredOr("mustBe", { what: `a list of ${eventNames.join(", ")}` }),
  })
  .refine(
    (list) => list.length > 0 && list.every(isEventName),
    inSchema("chooseOne", { list: eventNames.join(", ") }),
  )
  .transform((list) => eventNames.filter((name) => list.includes(name)));

/** Whether a webhook also receives events of the TEST environment. */
export const includeTestField = booleanField(
  "Whether events of the TEST environment are also sent",
).nullish().meta({ examples: [false] });

/** Whether the events of appointments have the contact and the metadata. */
export const includeContactField = booleanField(
  "Whether events of appointments have `email`, `locale` and `metadata`",
).nullish().meta({ examples: [false] });

/** What the documents say about the URL and the events of a webhook. */
export const webhookTexts = {
  url: {
    description: "URL of the receiver; https only. The webhook gets it in its normalized form",
    examples: ["https://example.org/hooks"],
  },
  events: {
    description: "Events to send; at least one",
    examples: [["APPOINTMENT_CREATED", "APPOINTMENT_CANCELLED"]],
  },
};

/** Input of a new webhook. */
export const createWebhookInput = z.object({
  url: urlField.meta(webhookTexts.url),
  events: eventsField.meta(webhookTexts.events),
  includeTest: includeTestField,
  includeContact: includeContactField,
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
  caller: Caller,
  input: unknown,
): Promise<WebhookView & { secret: string }> {
  const { organizationId, actor, timeZone } = caller;
  const { url, events, includeTest, includeContact } = parseInput(createWebhookInput, input);
  await refuseBadUrl(ports, caller, url);
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
  webhook.includeContact = includeContact ?? false;
  const fields = ["events", "includeTest", "includeContact"] as const;
  await ports.webhooks.add(webhook, (added) =>
    auditOfWebhook(added, {
      actor,
      action: "webhook.created",
      changes: changesBetween<Partial<Webhook>>({}, added, { fields }),
      at: added.createdAt,
    }));
  return { ...toWebhookView(webhook, timeZone), secret };
}

/**
 * Throws VALIDATION_ERROR on `url` if its address is forbidden (core/webhooks/README.md 9). Its name servers decide how
 * long this takes, so the caller's rights are checked again after it.
 */
export async function refuseBadUrl(
  { refuseUrl }: UrlCheck,
  { requireStill }: Pick<Caller, "requireStill">,
  url: string,
): Promise<void> {
  const message = await refuseUrl(url);
  await requireStill?.();
  if (message !== undefined) throw validationError({ field: "url", message });
}

// URL removes line ends and tabs, and makes slashes of backslashes: `https://good.example\@evil.example` calls
// good.example.
const misleading = /[\s\p{Cc}\\]/u;

function refusalOfForm(text: string, url: URL | null): Message | undefined {
  if (misleading.test(text)) return say("misleadingUrl");
  if (url?.protocol !== "https:") return say("httpsUrl");
  if (url.username + url.password !== "") return say("noUserInUrl");
  if (url.port === "0") return say("noPort0");
  return url.href.length > maxUrlLength ? say("tooLong", { max: maxUrlLength }) : undefined;
}

function isEventName(value: unknown): value is EventName {
  return eventNames.some((name) => name === value);
}
