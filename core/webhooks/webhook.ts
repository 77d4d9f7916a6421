import {
  type AuditAction,
  type Audited,
  type AuditedChange,
  type AuditRecord,
  recordOf,
} from "../audit/audit_record.ts";
import { formatInstant } from "../local_date_time.ts";
import type { EventName } from "./event_types.ts";
import { type HealthStatus, healthStatusOf } from "./health.ts";

/** Where an organization wants to be told of its events. Deleted, only its log remains. */
export class Webhook {
  id!: number;
  organizationId: number;
  url: string;
  events: EventName[];
  isActive = true;
  /** Whether events of the TEST environment are sent too. */
  includeTest = false;
  /** The signing secret, encrypted. */
  sealedSecret: string;
  /** The secret before it, which signs for 24 hours more. */
  previousSealedSecret: string | null = null;
  secretReplacedAt: Temporal.Instant | null = null;
  createdAt: Temporal.Instant;
  lastTriggeredAt: Temporal.Instant | null = null;
  /** Failed attempts since the last that succeeded. */
  consecutiveFailures = 0;
  deletedAt: Temporal.Instant | null = null;

  constructor(
    made: Pick<Webhook, "organizationId" | "url" | "events" | "sealedSecret" | "createdAt">,
  ) {
    this.organizationId = made.organizationId;
    this.url = made.url;
    this.events = made.events;
    this.sealedSecret = made.sealedSecret;
    this.createdAt = made.createdAt;
  }

  /** Puts another secret in place; the one until now still signs for 24 hours, beside it. */
  replaceSecret(sealedSecret: string, now: Temporal.Instant): void {
    this.previousSealedSecret = this.sealedSecret;
    this.secretReplacedAt = now;
    this.sealedSecret = sealedSecret;
  }
}

/** A webhook as staff see it (interface, "Webhook (staff view)"). */
export interface WebhookView
  extends Pick<Webhook, "id" | "url" | "events" | "isActive" | "includeTest"> {
  createdAt: string;
  lastTriggeredAt: string | null;
  healthStatus: HealthStatus;
}

/** What is shown of a webhook, with times of the organization's zone; never the secret. */
export function toWebhookView(webhook: Webhook, timeZone: string): WebhookView {
  const { id, url, events, isActive, includeTest, lastTriggeredAt } = webhook;
  return {
    id,
    url,
    events,
    isActive,
    includeTest,
    createdAt: formatInstant(webhook.createdAt, timeZone),
    lastTriggeredAt: lastTriggeredAt && formatInstant(lastTriggeredAt, timeZone),
    healthStatus: healthStatusOf(webhook.consecutiveFailures),
  };
}

/** Identifies a webhook of an organization. */
export interface WebhookRef {
  organizationId: number;
  id: number;
}

/** The record of a deed on a webhook, which people call by its URL. */
export function auditOfWebhook(
  { organizationId, id, url }: Pick<Webhook, "organizationId" | "id" | "url">,
  deed: Pick<AuditRecord, "actor" | "at"> & {
    action: AuditAction & `webhook.${string}`;
    changes?: AuditRecord["changes"];
  },
): AuditRecord {
  return recordOf({ organizationId, id, name: url }, deed);
}

/** The webhooks that are not deleted; `audit` is written with what it tells. */
export interface Webhooks {
  /** Keeps a new webhook and gives it its id. */
  add(webhook: Webhook, audit: Audited<Webhook>): Promise<void>;
  /** Those of an organization, by id. */
  list(organizationId: number): Promise<Webhook[]>;
  find(ref: WebhookRef): Promise<Webhook | undefined>;
  /** Changes a webhook under its lock; undefined where there is none. */
  change(
    ref: WebhookRef,
    change: (webhook: Webhook) => void,
    audit: AuditedChange<Webhook>,
  ): Promise<Webhook | undefined>;
  /** Deletes a webhook and abandons its pending attempts; false where there is none. */
  delete(ref: WebhookRef, at: Temporal.Instant, audit: Audited<Webhook>): Promise<boolean>;
}
