import { isLeased } from "../webhooks/queue_clocks.ts";
import { isUsed } from "../webhooks/used_webhooks.ts";
import type { Reader } from "./ask_server.ts";

/** The state of the delivery queue. */
export interface DeliveryQueueFacts {
  /** Attempts that are due and that no worker has claimed. At most 10,001 are counted for each webhook. */
  due: number;
  /** How long the oldest of them has been due; null if there is none. */
  oldestDueSeconds: number | null;
  /** Attempts whose worker has neither settled nor released them. */
  overdueLeases: number;
}

const maxCountedPerWebhook = 10_001;
// A worker claims an expired lease within a second. Older ones are of workers that died, and nobody claims.
const overdueSeconds = 10;

// Why not one count over the queue: it reads every pending attempt, also those of inactive webhooks, which nobody claims.
// `waiting` jumps from one webhook to the next in the queue's index, as the claim does (webhooks/claim.ts). The cost is
// some index lookups for each webhook with pending attempts, and 10,001 index entries at most for each.
const readQueue = `
  with recursive waiting as (
    (select organization_id, webhook_id from webhook_attempts
      where status = 'PENDING' order by organization_id, webhook_id limit 1)
    union all
    select following.* from waiting w cross join lateral (
      select a.organization_id, a.webhook_id from webhook_attempts a
      where a.status = 'PENDING'
        and (a.organization_id, a.webhook_id) > (w.organization_id, w.webhook_id)
      order by a.organization_id, a.webhook_id limit 1
    ) following
  ), active as (
    select w.* from waiting w
    join webhooks h on h.organization_id = w.organization_id and h.id = w.webhook_id
    where ${isUsed("h")}
      and (select o.closed_at is null from organizations o where o.id = w.organization_id)
  ), due as (
    select d.* from active w cross join lateral (
      select count(*) as attempts, min(due_at) as oldest from (
        select a.due_at from webhook_attempts a
        where a.organization_id = w.organization_id and a.webhook_id = w.webhook_id
          and a.status = 'PENDING' and a.due_at <= statement_timestamp()
          and a.abandon_at + interval '0' > statement_timestamp()
          and ${isLeased("a", "statement_timestamp()")} is not true
        order by (a.attempt > 1), a.due_at, a.id limit ${maxCountedPerWebhook}
      ) counted
    ) d
  ), overdue as (
    select count(*) as attempts from active w join webhook_attempts a
      on a.organization_id = w.organization_id and a.webhook_id = w.webhook_id
    where a.status = 'PENDING'
      and a.leased_until <= statement_timestamp() - interval '${overdueSeconds} seconds'
  )
  select coalesce(sum(due.attempts), 0)::float8 as due,
    extract(epoch from statement_timestamp() - min(due.oldest))::float8 as "oldestDueSeconds",
    (select attempts from overdue)::float8 as "overdueLeases"
  from due`;

/** Reads the state of the delivery queue. */
export async function readDeliveryQueue(client: Reader): Promise<DeliveryQueueFacts> {
  const { rows } = await client.query<DeliveryQueueFacts>(readQueue);
  return rows[0]!;
}

/** The deltas of usage that are not in the rollups yet. */
export interface RollupFacts {
  /** At most 100,001 are counted. */
  waitingDeltas: number;
  /** How long ago the quarter hour of the oldest delta ended; 0 in the current one and without deltas. */
  lagSeconds: number;
}

const maxCountedDeltas = 100_001;

/** Reads how far the rollups are behind. */
export async function readRollups(client: Reader): Promise<RollupFacts> {
  const { rows } = await client.query<RollupFacts>(`
    select count(*)::float8 as "waitingDeltas",
      coalesce(greatest(0, extract(epoch from
        statement_timestamp() - min(bucket) - interval '15 minutes')), 0)::float8 as "lagSeconds"
    from (select bucket from usage_deltas limit ${maxCountedDeltas}) counted`);
  return rows[0]!;
}

/** A stored secret, encrypted. */
export interface SealedSecret {
  organizationId: number;
  sealed: string;
}

/**
 * Returns the encrypted secrets of the oldest 100 and the newest 100 webhooks, those of e-mail included: a key may have
 * changed in between.
 */
export async function readSealedSecrets(client: Reader): Promise<SealedSecret[]> {
  const { rows } = await client.query<SealedSecret>(`
    with used as (
      select * from webhooks where deleted_at is null or channel = 'EMAIL'
    ), chosen as (
      (select * from used order by id limit 100) union (select * from used order by id desc limit 100)
    )
    select organization_id as "organizationId", sealed_secret as sealed from chosen`);
  return rows;
}
