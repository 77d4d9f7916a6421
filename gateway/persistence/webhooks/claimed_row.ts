import type { ClaimedAttempt } from "../../../core/mod.ts";
import { instantFromDatabase } from "../mapping/temporal_types.ts";

/** A claimed attempt as a native statement gives it. */
export interface ClaimedRow extends Omit<ClaimedAttempt, "createdAt" | "secretReplacedAt"> {
  createdAt: string;
  secretReplacedAt: string | null;
}

/** The columns of `ClaimedRow`, of an attempt `a`, its webhook `h` and its event `e`. */
export const claimedColumns = `a.id, a.organization_id as "organizationId",
  a.webhook_id as "webhookId", a.created_at as "createdAt", a.environment,
  a.event_id as "eventId", a.event_type as "eventType", a.delivery_id as "deliveryId", a.attempt,
  a.lease, e.body, h.url, h.sealed_secret as "sealedSecret",
  h.previous_sealed_secret as "previousSealedSecret", h.secret_replaced_at as "secretReplacedAt"`;

/** The claimed attempt of a row. */
export function claimedFromRow(row: ClaimedRow): ClaimedAttempt {
  return {
    ...row,
    createdAt: instantFromDatabase(row.createdAt),
    secretReplacedAt: row.secretReplacedAt === null
      ? null
      : instantFromDatabase(row.secretReplacedAt),
  };
}

/** The attempts and their leases, column by column. */
export function namesOf(claimed: readonly ClaimedAttempt[]): unknown[] {
  return [
    claimed.map(({ organizationId }) => organizationId),
    claimed.map(({ createdAt }) => createdAt.toString()),
    claimed.map(({ id }) => id),
    claimed.map(({ lease }) => lease),
  ];
}
