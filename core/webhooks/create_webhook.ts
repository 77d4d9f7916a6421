import { z } from "zod";
import { type Actor, changesBetween, operator } from "../audit/audit_record.ts";
import { validationError } from "../errors.ts";
import { booleanField, judgedField, parseInput, requiredOr, textField } from "../input.ts";
import type { Ports } from "../ports.ts";
import { secretContext } from "./attempt_delivery.ts";
import { type EventName, eventNames } from "./event_types.ts";
import { auditOfWebhook, Webhook } from "./webhook.ts";
import { generateWebhookSecret } from "./webhook_secret.ts";

const listOfEvents = `Must be a list of ${eventNames.join(", ")}`;

/** The URL of a receiver: https and without credentials. That it leads somewhere public is judged apart. */
export const urlField = textField(2048, "https URL of the receiver").superRefine((url, context) => {
  const message = refusalOfForm(URL.parse(url));
  if (message !== undefined) context.addIssue({ code: "custom", message });
});

/** The events that a webhook is told of, each once. Judged as a whole, so that the fault is the field's. */
export const eventsField = z
  .array(judgedField<EventName>(), { error: requiredOr(listOfEvents) })
  .refine(
    (list) => list.length > 0 && list.every(isEventName),
    `Must name at least one of ${eventNames.join(", ")}, and nothing else`,
  )
  .transform((list) => eventNames.filter((name) => list.includes(name)));

/** What is asked for of a new webhook (interface, "POST /webhooks"). */
export const createWebhookInput = z.object({ url: urlField, events: eventsField });

/** The same on surfaces that may also ask for the events of the TEST environment. */
export const createWebhookWithTestInput = createWebhookInput.extend({
  includeTest: booleanField("Whether events of the TEST environment are sent too").nullish(),
});

/**
 * Makes a webhook and returns it with its signing secret, which is shown this once (interface, "POST
 * /webhooks"; decisions 8). Throws VALIDATION_ERROR, also for a URL that is not https or not public.
 */
export async function createWebhook(
  ports: Pick<Ports, "now" | "randomBytes" | "secretBox" | "refuseUrl" | "webhooks">,
  { organizationId }: { organizationId: number },
  input: unknown,
  actor: Actor = operator,
): Promise<{ webhook: Webhook; secret: string }> {
  const { url, events, includeTest } = parseInput(createWebhookWithTestInput, input);
  await refuseBadUrl(ports, url);
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
  return { webhook, secret };
}

/** Throws VALIDATION_ERROR on `url` for one that a webhook may not have. */
export async function refuseBadUrl(
  { refuseUrl }: Pick<Ports, "refuseUrl">,
  url: string,
): Promise<void> {
  const message = await refuseUrl(url);
  if (message !== undefined) throw validationError({ field: "url", message });
}

function refusalOfForm(url: URL | null): string | undefined {
  if (url?.protocol !== "https:") return "Must be an https URL";
  return url.username + url.password === "" ? undefined : "Must not hold credentials";
}

function isEventName(value: unknown): value is EventName {
  return eventNames.some((name) => name === value);
}
