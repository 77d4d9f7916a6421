import { z } from "zod";
import {
  type AuditAction,
  type Audited,
  type AuditedChange,
  type AuditRecord,
  recordOf,
} from "../audit/audit_record.ts";
import { formatInstant } from "../local_date_time.ts";
import { type EventName, eventNames } from "./event_catalogue.ts";
import { DomainError } from "../errors.ts";
import { count, id, localDateTime, text } from "../view_fields.ts";
import { say } from "../messages.ts";
import {
  isOverlapping,
  maxEarlierSecrets,
  type ReplacedSecret,
  replacedSecretsOf,
} from "./webhook_secret.ts";

/** How a webhook sends: by HTTP to its URL, or as e-mail to the people of appointments (core/email/README.md 1). */
export const deliveryChannels = ["HTTP", "EMAIL"] as const;
export type DeliveryChannel = (typeof deliveryChannels)[number];

/** A URL that receives events of an organization. A deleted webhook stays as the owner of its log. */
export class Webhook {
  id!: number;
  organizationId: number;
  url: string;
  events: EventName[];
  isActive = true;
  /** Whether events of the TEST environment are also sent. */
  includeTest = false;
  /** Whether events of appointments have the e-mail address, the language and the metadata. */
  includeContact = false;
  /** The signing secret, encrypted. */
  sealedSecret: string;
  /** The previous secret, encrypted. It still signs for 24 hours after its replacement. */
  previousSealedSecret: string | null = null;
  secretReplacedAt: Temporal.Instant | null = null;
  /** The secrets before the previous one that still sign, encrypted, the newest first. */
  earlierSecrets: ReplacedSecret[] = [];
  createdAt: Temporal.Instant;
  lastTriggeredAt: Temporal.Instant | null = null;
  /** The number of failed attempts since the last success. */
  consecutiveFailures = 0;
  /** Time of the last successful delivery; tests do not count. */
  lastDeliveredAt: Temporal.Instant | null = null;
  /** Time and outcome of the last test. */
  lastTestedAt: Temporal.Instant | null = null;
  lastTestSucceeded: boolean | null = null;
  deletedAt: Temporal.Instant | null = null;
  channel: DeliveryChannel = "HTTP";
  /** Raised by the database with each change of the settings (core/README.md 5). */
  version = 1;

  constructor(
    made: Pick<Webhook, "organizationId" | "url" | "events" | "sealedSecret" | "createdAt">,
  ) {
    this.organizationId = made.organizationId;
    this.url = made.url;
    this.events = made.events;
    this.sealedSecret = made.sealedSecret;
    this.createdAt = made.createdAt;
  }

  /** Replaces the secret. Every replaced secret signs for 24 hours, except the oldest of more than four. */
  replaceSecret(sealedSecret: string, now: Temporal.Instant): void {
    this.earlierSecrets = replacedSecretsOf(this)
      .filter(({ replacedAt }) => isOverlapping(replacedAt, now))
      .slice(0, maxEarlierSecrets);
    this.previousSealedSecret = this.sealedSecret;
    this.secretReplacedAt = now;
    this.sealedSecret = sealedSecret;
  }
}

/** The health of a webhook. It is only shown and changes nothing else (core/webhooks/README.md 8). */
export const healthStatuses = ["HEALTHY", "DEGRADED", "FAILING"] as const;
export type HealthStatus = (typeof healthStatuses)[number];

/** A webhook as staff see it, without its secret. Times are local to the organization. */
export const webhookView = z.object({
  id: id("Id of the webhook", 1),
  url: text("URL of the receiver; https only", "https://example.org/hooks"),
  events: z.array(z.enum(eventNames)).min(1).meta({
    description: "Events to send",
    examples: [["APPOINTMENT_CREATED"]],
  }),
  isActive: z.boolean().meta({
    description: "Whether events are delivered",
    examples: [true],
  }),
  includeTest: z.boolean().meta({
    description: "Whether events of the TEST environment are also sent",
    examples: [false],
  }),
  includeContact: z.boolean().meta({
    description: "Whether events of appointments have `email`, `locale` and `metadata`",
    examples: [false],
  }),
  createdAt: localDateTime("Time of the creation", "2026-02-27T09:12:44"),
  lastTriggeredAt: localDateTime("Time of the last attempt", "2026-03-01T08:00:00").nullable()
    .meta({ description: "Time of the last attempt; null before the first" }),
  healthStatus: z.enum(healthStatuses).meta({
    description:
      "DEGRADED if the last delivery failed, FAILING if 5 or more failed in a row, otherwise " +
      "HEALTHY",
    examples: ["HEALTHY"],
  }),
  version: count("Raised with each change (core/README.md 5)", 1),
  lastDeliveredAt: localDateTime("Time of the last delivery, tests excepted", "2026-03-01T08:00:00")
    .nullable(),
  lastTest: z
    .object({
      at: localDateTime("Time of the test", "2026-03-01T08:00:00"),
      isDelivered: z.boolean().meta({ description: "Whether it was delivered", examples: [true] }),
    })
    .nullable()
    .meta({ description: "The last test; null before the first" }),
});
export type WebhookView = z.output<typeof webhookView>;

/** Makes the view of a webhook, without its secret. */
export function toWebhookView(webhook: Webhook, timeZone: string): WebhookView {
  const { id, url, events, isActive, includeTest, includeContact, version } = webhook;
  const { lastTriggeredAt } = webhook;
  const { lastDeliveredAt, lastTestedAt, lastTestSucceeded } = webhook;
  return {
    id,
    url,
    events,
    isActive,
    includeTest,
    includeContact,
    createdAt: formatInstant(webhook.createdAt, timeZone),
    lastTriggeredAt: lastTriggeredAt && formatInstant(lastTriggeredAt, timeZone),
    healthStatus: healthStatusOf(webhook.consecutiveFailures),
    version,
    lastDeliveredAt: lastDeliveredAt && formatInstant(lastDeliveredAt, timeZone),
    lastTest: lastTestedAt && {
      at: formatInstant(lastTestedAt, timeZone),
      isDelivered: lastTestSucceeded === true,
    },
  };
}

/** Identifies a webhook of an organization. */
export interface WebhookRef {
  organizationId: number;
  id: number;
}

/** Makes the audit record of an action on a webhook. The record names the webhook by its URL. */
export function auditOfWebhook(
  { organizationId, id, url }: Pick<Webhook, "organizationId" | "id" | "url">,
  action: Pick<AuditRecord, "actor" | "at"> & {
    action: AuditAction & `webhook.${string}`;
    changes?: AuditRecord["changes"];
  },
): AuditRecord {
  return recordOf({ organizationId, id, name: url }, action);
}

/** The webhooks that are not deleted. `audit` makes the audit record of a change. */
export interface Webhooks {
  /** Stores a new webhook and sets its id. */
  add(webhook: Webhook, audit: Audited<Webhook>): Promise<void>;
  /** Returns the webhooks of an organization in the order of their ids. */
  list(organizationId: number): Promise<Webhook[]>;
  find(ref: WebhookRef): Promise<Webhook | undefined>;
  /** Locks a webhook, changes it and returns it; undefined if it does not exist. */
  change(
    ref: WebhookRef,
    change: (webhook: Webhook) => void,
    audit: AuditedChange<Webhook>,
  ): Promise<Webhook | undefined>;
  /** Deletes a webhook and abandons its pending attempts. Returns false if it does not exist. */
  delete(ref: WebhookRef, at: Temporal.Instant, audit: Audited<Webhook>): Promise<boolean>;
}

const failingFrom = 5;

/** Returns the `healthStatus` of a webhook from the number of failures since its last success. */
export function healthStatusOf(consecutiveFailures: number): HealthStatus {
  if (consecutiveFailures >= failingFrom) return "FAILING";
  return consecutiveFailures > 0 ? "DEGRADED" : "HEALTHY";
}

/** Makes the error of a webhook that does not exist. */
export function webhookNotFound(): DomainError {
  return new DomainError("WEBHOOK_NOT_FOUND", say("webhookNotFound"));
}
