import type { Pool } from "pg";
import type { SettledAttempt } from "../../../core/mod.ts";
import { orUnavailable } from "../database/faults.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { namesOf } from "./claim.ts";

// The lease is the fence: who has lost it changes nothing. Webhooks are locked by id, so that two workers
// that settle at the same time cannot deadlock; the next attempt lives as long as the one before it would.
// Who holds the lease is PENDING; to ask for that as well would let a plan read all that is.
const settle: Statement<never> = {
  text: `
    with result as (
      select * from unnest($1::int[], $2::timestamptz[], $3::bigint[], $4::uuid[], $5::text[],
          $6::int[], $7::int[], $8::text[], $9::timestamptz[], $10::boolean[])
        with ordinality as r (organization_id, created_at, id, lease, status, status_code,
          response_time_ms, error, next_retry_at, counts, position)
    ), holder as (
      select h.id from webhooks h
      where h.id = any($12::int[])
      order by h.id for no key update
    ), locked as materialized (
      select count(*) from holder
    ), done as (
      update webhook_attempts a
      set status = r.status, status_code = r.status_code, response_time_ms = r.response_time_ms,
        error = r.error, next_retry_at = r.next_retry_at, lease = null, leased_until = null
      -- All webhooks are locked before any attempt is, in the order in which deleting one locks them.
      from result r, locked
      where a.organization_id = r.organization_id and a.created_at = r.created_at and a.id = r.id
        and a.lease = r.lease
      returning a.*, r.counts, r.position
    ), next as (
      insert into webhook_attempts (organization_id, environment, webhook_id, event_id, event_type,
        event_created_at, delivery_id, attempt, status, created_at, due_at, abandon_at)
      select organization_id, environment, webhook_id, event_id, event_type, event_created_at,
        delivery_id, attempt + 1, 'PENDING', $11::timestamptz, next_retry_at, abandon_at
      from done where next_retry_at is not null
      order by position
    ), fared as (
      select webhook_id, bool_or(counts and status = 'DELIVERED') as has_success,
        count(*) filter (where counts and status = 'FAILED' and position > last_success) as failures
      from (
        select *, coalesce(max(position) filter (where counts and status = 'DELIVERED')
          over (partition by webhook_id), 0) as last_success
        from done
      ) told
      group by webhook_id
    )
    update webhooks h
    set last_triggered_at = greatest(h.last_triggered_at, $11::timestamptz),
      consecutive_failures =
        case when fared.has_success then 0 else h.consecutive_failures end + fared.failures
    from fared
    where h.id = fared.webhook_id`,
};

/** Writes what came of attempts (core's `DeliveryQueue.settle`). */
export async function settleAttempts(
  { pool, now }: { pool: Pool; now(): Temporal.Instant },
  settled: readonly SettledAttempt[],
): Promise<void> {
  if (settled.length === 0) return;
  await orUnavailable(() =>
    rowsIn(pool, settle, [
      ...namesOf(settled.map(({ claimed }) => claimed)),
      settled.map(({ result }) => result.isDelivered ? "DELIVERED" : "FAILED"),
      settled.map(({ result }) => result.statusCode),
      settled.map(({ result }) => result.responseTimeMs),
      settled.map(({ result }) => result.error),
      settled.map(({ nextRetryAt }) => nextRetryAt?.toString() ?? null),
      settled.map(({ countsForHealth }) => countsForHealth),
      now().toString(),
      settled.map(({ claimed }) => claimed.webhookId),
    ])
  );
}
