import type { ClaimedAttempt } from "../../../core/mod.ts";
import { instantFromDatabase } from "../mapping/temporal_types.ts";
import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { inTransaction } from "../commit/run_transaction.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import {
  isLeased,
  leaseSeconds,
  type QueueClocks,
  queueTime,
  queueTimeValue,
} from "./queue_clocks.ts";

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

/** At most so many of one webhook are in flight, over all workers (decisions 8). */
const maxInFlightPerWebhook = 8;
const maxWebhooks = 64;
const now = queueTime("$2");

// Of an attempt `a`, in both statements below. The sum keeps the planner from the index of `abandon_at`, which
// nearly all of the queue is beyond: it would read all of it for each webhook.
const isClaimable = `a.status = 'PENDING' and a.due_at <= ${now}
  and ${isLeased("a", now)} is not true and a.abandon_at + interval '0' > ${now}`;

function leasedCount(webhookId: string): string {
  return `(select count(*) from webhook_attempts l
    where l.webhook_id = ${webhookId} and l.status = 'PENDING' and ${isLeased("l", now)})`;
}

// The webhooks of which something can be claimed, from $1 on, in turns. Those with anything pending are found
// by skipping through the queue's index, so that it costs as many steps as there are such webhooks however
// much waits for one of them; scalar subqueries, so that each is judged by a look into an index and no plan
// reads the queue as a whole. Locked, so that two workers do not both fill one webhook's 8 places; a webhook
// that is locked has its turn later.
const lockWaiting: Statement<{ id: number }> = {
  text: `
    with recursive waiting as (
      (select webhook_id from webhook_attempts
        where status = 'PENDING' and webhook_id > $1 order by webhook_id limit 1)
      union all
      select (select a.webhook_id from webhook_attempts a
        where a.status = 'PENDING' and a.webhook_id > w.webhook_id order by a.webhook_id limit 1)
      from waiting w where w.webhook_id is not null
    ), claimable as (
      select w.webhook_id from waiting w
      where w.webhook_id is not null
        and (select h.is_active and h.deleted_at is null from webhooks h where h.id = w.webhook_id)
        and (select true from webhook_attempts a
          where a.webhook_id = w.webhook_id and ${isClaimable}
          order by (a.attempt > 1), a.due_at, a.id limit 1)
        and ${leasedCount("w.webhook_id")} < ${maxInFlightPerWebhook}
      limit ${4 * maxWebhooks}
    )
    select h.id from webhooks h
    where h.id in (select webhook_id from claimable) and h.is_active and h.deleted_at is null
    order by h.id limit ${maxWebhooks}
    for no key update of h skip locked`,
};

// In a statement of its own after the lock, so that it sees what other workers have leased.
const claim: Statement<ClaimedRow> = {
  text: `
    with free as (
      select w.id, greatest(0, ${maxInFlightPerWebhook} - ${leasedCount("w.id")}) as places
      from unnest($1::int[]) as w (id)
    ), due as (
      select d.*, row_number() over (partition by free.id order by d.is_retry, d.due_at, d.id) as turn
      from free cross join lateral (
        select a.organization_id, a.created_at, a.id, a.due_at, a.attempt > 1 as is_retry
        from webhook_attempts a
        where a.webhook_id = free.id and ${isClaimable}
        order by (a.attempt > 1), a.due_at, a.id
        limit free.places
        for no key update skip locked
      ) d
    ), chosen as (
      select * from due order by turn, due_at limit $3
    ), leased as (
      update webhook_attempts a
      set lease = $4::uuid, leased_until = ${now} + interval '${leaseSeconds} seconds'
      from chosen c
      where a.organization_id = c.organization_id and a.created_at = c.created_at and a.id = c.id
      returning a.*
    )
    select ${claimedColumns}
    from leased a
    join webhooks h on h.id = a.webhook_id
    join webhook_events e on e.organization_id = a.organization_id
      and e.created_at = a.event_created_at and e.id = a.event_id`,
};

/** Core's `DeliveryQueue.claim`, which remembers whose turn is next. */
export function createClaim(
  { pool, clocks }: { pool: Pool; clocks: QueueClocks },
): (limit: number) => Promise<ClaimedAttempt[]> {
  let turnAfter = 0;
  return (limit) =>
    inTransaction(pool, async ({ client }) => {
      const at = queueTimeValue(clocks);
      let waiting = await rowsIn(client, lockWaiting, [turnAfter, at]);
      if (waiting.length === 0 && turnAfter > 0) {
        waiting = await rowsIn(client, lockWaiting, [0, at]);
      }
      turnAfter = waiting.length < maxWebhooks ? 0 : waiting.at(-1)!.id;
      if (waiting.length === 0) return [];
      const ids = waiting.map(({ id }) => id);
      const rows = await rowsIn(client, claim, [ids, at, limit, randomUUID()]);
      return rows.map(claimedFromRow);
    });
}
