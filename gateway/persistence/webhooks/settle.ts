import type { Pool } from "pg";
import type { SettledAttempt } from "../../../core/ports.ts";
import { orUnavailable } from "../database/faults.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { leaseColumnsOf } from "./claim.ts";

// Writes the results of attempts, adds the next attempts, and updates the health of the webhooks.
//
//     result ─► holder (locks the webhooks by id) ─► done (settles attempts) ─► next (retries)
//                                                                           └─► health ─► webhooks
//
// An attempt changes only if it still has the lease: a worker that lost its lease changes nothing. Leased attempts are
// always PENDING. A condition on the status is left out, because the planner could then read all pending attempts.
//
// The webhooks are locked first and in the order of their ids. So two workers that settle at once, or a worker and the
// deletion of a webhook, cannot deadlock. `locked` is MATERIALIZED and joined, so no attempt is updated before.
//
// A retry keeps `abandon_at` of its first attempt: all attempts together have 24 hours.
//
// `failures` counts the failures after the last success of this batch; a success sets the counter to 0 first.
const settle: Statement<never> = {
  text: `
    with result as (
      select * from unnest($1::int[], $2::timestamptz[], $3::bigint[], $4::uuid[], $5::text[],
          $6::int[], $7::int[], $8::text[], $9::timestamptz[], $10::boolean[], $13::timestamptz[],
          $14::jsonb[])
        with ordinality as r (organization_id, created_at, id, lease, status, status_code,
          response_time_ms, error, next_retry_at, counts, attempted_at, response_headers, position)
    ), holder as (
      select h.id from webhooks h
      join (select distinct * from unnest($1::int[], $12::int[]) as r (organization_id, webhook_id)) r
        on h.organization_id = r.organization_id and h.id = r.webhook_id
      order by h.id for no key update of h
    ), locked as materialized (
      select count(*) from holder
    ), done as (
      update webhook_attempts a
      set status = r.status, status_code = r.status_code, response_time_ms = r.response_time_ms,
        error = r.error, next_retry_at = r.next_retry_at, attempted_at = r.attempted_at,
        response_headers = r.response_headers, lease = null, leased_until = null
      from result r, locked
      where a.organization_id = r.organization_id and a.created_at = r.created_at and a.id = r.id
        and a.lease = r.lease
      returning a.*, r.counts, r.position
    ), next as (
      insert into webhook_attempts (organization_id, environment, webhook_id, event_id, event_type,
        event_created_at, delivery_id, is_test, attempt, status, created_at, due_at, abandon_at)
      select organization_id, environment, webhook_id, event_id, event_type, event_created_at,
        delivery_id, is_test, attempt + 1, 'PENDING', $11::timestamptz, next_retry_at, abandon_at
      from done where next_retry_at is not null
      order by position
    ), health as (
      select organization_id, webhook_id, bool_or(counts and status = 'DELIVERED') as has_success,
        count(*) filter (where counts and status = 'FAILED' and position > last_success) as failures,
        max(attempted_at) filter (where counts and status = 'DELIVERED') as delivered_at,
        max(attempted_at) filter (where is_test) as tested_at,
        (array_agg(status = 'DELIVERED' order by attempted_at desc) filter (where is_test))[1]
          as has_test_succeeded
      from (
        select *, coalesce(max(position) filter (where counts and status = 'DELIVERED')
          over (partition by organization_id, webhook_id), 0) as last_success
        from done
      ) ranked
      group by organization_id, webhook_id
    )
    update webhooks h
    set last_triggered_at = greatest(h.last_triggered_at, $11::timestamptz),
      consecutive_failures =
        case when health.has_success then 0 else h.consecutive_failures end + health.failures,
      last_delivered_at = greatest(h.last_delivered_at, health.delivered_at),
      last_tested_at = coalesce(health.tested_at, h.last_tested_at),
      last_test_succeeded = coalesce(health.has_test_succeeded, h.last_test_succeeded)
    from health
    where h.organization_id = health.organization_id and h.id = health.webhook_id`,
};

/** Writes the results of attempts. Implements core's `DeliveryQueue.settle`. */
export async function settleAttempts(
  { pool, now }: { pool: Pool; now(): Temporal.Instant },
  settled: readonly SettledAttempt[],
): Promise<void> {
  if (settled.length === 0) return;
  await orUnavailable(() =>
    rowsIn(pool, settle, [
      ...leaseColumnsOf(settled.map(({ claimed }) => claimed)),
      settled.map(({ result }) =>
        result.isDelivered ? "DELIVERED" : result.isAbandoned ? "ABANDONED" : "FAILED"
      ),
      settled.map(({ result }) => result.statusCode),
      settled.map(({ result }) => result.responseTimeMs),
      settled.map(({ result }) => result.error),
      settled.map(({ nextRetryAt }) => nextRetryAt?.toString() ?? null),
      settled.map(({ countsForHealth }) => countsForHealth),
      now().toString(),
      settled.map(({ claimed }) => claimed.webhookId),
      settled.map(({ sentAt }) => sentAt.toString()),
      settled.map(({ responseHeaders }) => responseHeaders),
    ])
  );
}
