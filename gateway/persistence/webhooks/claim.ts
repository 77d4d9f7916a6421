import {
  type ClaimedAttempt,
  type DeliveryQueue,
  leaseSeconds,
  maxInFlightPerWebhook,
  type WebhookRef,
} from "../../../core/ports.ts";
import { instantFromDatabase } from "../mapping/temporal_types.ts";
import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { inTransaction } from "../commit/run_transaction.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { isUsed } from "./used_webhooks.ts";
import { isLeased, type QueueClocks, queueTime, queueTimeValue } from "./queue_clocks.ts";

/** A row of `claimedColumns`. */
export interface ClaimedRow extends Omit<ClaimedAttempt, "createdAt" | "secretReplacedAt"> {
  createdAt: string;
  secretReplacedAt: string | null;
}

/** Selects a `ClaimedRow` from an attempt `a`, its webhook `h` and its event `e`. */
export const claimedColumns = `a.id, a.organization_id as "organizationId",
  a.webhook_id as "webhookId", a.created_at as "createdAt", a.environment,
  a.event_id as "eventId", a.event_type as "eventType", a.delivery_id as "deliveryId",
  a.is_test as "isTest", a.attempt, a.lease, e.body,
  h.include_contact as "includeContact", h.url, h.sealed_secret as "sealedSecret",
  h.previous_sealed_secret as "previousSealedSecret", h.secret_replaced_at as "secretReplacedAt",
  h.earlier_secrets as "earlierSecrets", h.channel`;

/** Converts a row to a claimed attempt. */
export function claimedFromRow(row: ClaimedRow): ClaimedAttempt {
  return {
    ...row,
    createdAt: instantFromDatabase(row.createdAt),
    secretReplacedAt: row.secretReplacedAt === null
      ? null
      : instantFromDatabase(row.secretReplacedAt),
  };
}

/** Returns the keys of the attempts and their leases, column by column. */
export function leaseColumnsOf(claimed: readonly ClaimedAttempt[]): unknown[] {
  return [
    claimed.map(({ organizationId }) => organizationId),
    claimed.map(({ createdAt }) => createdAt.toString()),
    claimed.map(({ id }) => id),
    claimed.map(({ lease }) => lease),
  ];
}

const maxWebhooks = 64;
const now = queueTime("$2");

// Holds for an attempt `a` that can be claimed. `+ interval '0'` hides `abandon_at` from the planner. Otherwise it may
// use the index on `abandon_at`, which excludes almost nothing, and read the whole queue for each webhook.
const isClaimable = `a.status = 'PENDING' and a.due_at <= ${now}
  and ${isLeased("a", now)} is not true and a.abandon_at + interval '0' > ${now}`;

/** Counts the leased attempts of the webhook of `w`. */
const leasedCount = `(select count(*) from webhook_attempts l
    where l.organization_id = w.organization_id and l.webhook_id = w.webhook_id
      and l.status = 'PENDING' and ${isLeased("l", now)})`;

// Locks the next webhooks after $1 and $3 that have claimable attempts and fewer than 8 in flight.
//
// `waiting` finds the webhooks with pending attempts: it jumps from one webhook to the next in the queue's index.
//
//     index   3 3 3 3 3 3 7 7 9 9 9 9 9 9 9
//     reads   3           7   9                 one per webhook
//
// Why not SELECT DISTINCT: it reads every pending attempt, so one webhook with a million of them would slow all others.
// The conditions are subqueries, each a lookup in an index, so that no plan reads the whole queue.
//
// The lock keeps two workers from both filling the 8 places of a webhook. SKIP LOCKED: a webhook that another worker has
// locked gets its turn later. The cost is some index lookups for each webhook with pending attempts.
const lockWaiting: Statement<WebhookRef> = {
  text: `
    with recursive waiting as (
      (select organization_id, webhook_id from webhook_attempts
        where status = 'PENDING' and (organization_id, webhook_id) > ($1::int, $3::int)
        order by organization_id, webhook_id limit 1)
      union all
      select following.* from waiting w cross join lateral (
        select a.organization_id, a.webhook_id from webhook_attempts a
        where a.status = 'PENDING'
          and (a.organization_id, a.webhook_id) > (w.organization_id, w.webhook_id)
        order by a.organization_id, a.webhook_id limit 1
      ) following
    ), claimable as (
      select w.organization_id, w.webhook_id from waiting w
      where (select ${isUsed("h")} and h.channel = $4 from webhooks h
          where h.organization_id = w.organization_id and h.id = w.webhook_id)
        and (select o.closed_at is null from organizations o where o.id = w.organization_id)
        and (select true from webhook_attempts a
          where a.organization_id = w.organization_id and a.webhook_id = w.webhook_id
            and ${isClaimable}
          order by (a.attempt > 1), a.due_at, a.id limit 1)
        and ${leasedCount} < ${maxInFlightPerWebhook}
      limit ${4 * maxWebhooks}
    )
    select h.organization_id as "organizationId", h.id from webhooks h
    where (h.organization_id, h.id) in (select organization_id, webhook_id from claimable)
      and ${isUsed("h")}
    order by h.organization_id, h.id limit ${maxWebhooks}
    for no key update of h skip locked`,
};

// Leases attempts of the locked webhooks ($1, $5), at most $3, and at most 8 in flight for each webhook. `turn` distributes
// them: first one attempt of each webhook, then the second ones. So a webhook with a long queue does not delay the rest.
//
// A statement of its own after the lock, so its snapshot contains the leases of other workers.
const claim: Statement<ClaimedRow> = {
  text: `
    with free as (
      select w.organization_id, w.webhook_id,
        greatest(0, ${maxInFlightPerWebhook} - ${leasedCount}) as places
      from unnest($1::int[], $5::int[]) as w (organization_id, webhook_id)
    ), due as (
      select d.*, row_number() over (
        partition by free.organization_id, free.webhook_id order by d.is_retry, d.due_at, d.id
      ) as turn
      from free cross join lateral (
        select a.organization_id, a.created_at, a.id, a.due_at, a.attempt > 1 as is_retry
        from webhook_attempts a
        where a.organization_id = free.organization_id and a.webhook_id = free.webhook_id
          and ${isClaimable}
        order by (a.attempt > 1), a.due_at, a.id
        limit free.places
        for no key update skip locked
      ) d
    ), chosen as (
      select * from due order by turn, due_at limit $3
    ), leased as (
      update webhook_attempts a
      set lease = $4::uuid, leased_until = ${now} + make_interval(secs => $6::int)
      from chosen c
      where a.organization_id = c.organization_id and a.created_at = c.created_at and a.id = c.id
      returning a.*
    )
    select ${claimedColumns}
    from leased a
    join webhooks h on h.organization_id = a.organization_id and h.id = a.webhook_id
    join webhook_events e on e.organization_id = a.organization_id
      and e.created_at = a.event_created_at and e.id = a.event_id`,
};

/** Implements core's `DeliveryQueue.claim`. Each call continues after the last webhook of the call before. */
export function createClaim(
  { pool, clocks }: { pool: Pool; clocks: QueueClocks },
): DeliveryQueue["claim"] {
  const first: WebhookRef = { organizationId: 0, id: 0 };
  const turnAfter = { HTTP: first, EMAIL: first };
  return (limit, channel = "HTTP") =>
    inTransaction(pool, async ({ client }) => {
      const at = queueTimeValue(clocks);
      const lockAfter = ({ organizationId, id }: WebhookRef) =>
        rowsIn(client, lockWaiting, [organizationId, at, id, channel]);
      let waiting = await lockAfter(turnAfter[channel]);
      if (waiting.length === 0 && turnAfter[channel] !== first) waiting = await lockAfter(first);
      turnAfter[channel] = waiting.length < maxWebhooks ? first : waiting.at(-1)!;
      if (waiting.length === 0) return [];
      const organizationIds = waiting.map(({ organizationId }) => organizationId);
      const ids = waiting.map(({ id }) => id);
      const leased = [randomUUID(), ids, leaseSeconds[channel]];
      const rows = await rowsIn(client, claim, [organizationIds, at, limit, ...leased]);
      return rows.map(claimedFromRow);
    });
}
