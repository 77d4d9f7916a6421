import type { Pool } from "pg";
import type { DeliveryQueue } from "../../../core/mod.ts";
import { orUnavailable } from "../faults.ts";
import { rowsIn, type Statement } from "../statement.ts";
import { createClaim } from "./claim.ts";
import { namesOf } from "./claimed_row.ts";
import { settleAttempts } from "./settle.ts";

// Neither of these two holds the webhooks' locks, so neither waits for an attempt that somebody else has
// locked: who holds many and waits could deadlock with a deletion. What is passed over is being settled,
// abandoned or claimed anew.
const release: Statement<never> = {
  text: `
    with held as (
      select a.organization_id, a.created_at, a.id
      from unnest($1::int[], $2::timestamptz[], $3::bigint[], $4::uuid[])
        as r (organization_id, created_at, id, lease)
      join webhook_attempts a using (organization_id, created_at, id)
      where a.lease = r.lease and a.status = 'PENDING'
      for no key update of a skip locked
    )
    update webhook_attempts a set lease = null, leased_until = null
    from held
    where a.organization_id = held.organization_id and a.created_at = held.created_at
      and a.id = held.id`,
};

const abandon: Statement<{ id: string }> = {
  text: `
    with overdue as (
      select organization_id, created_at, id from webhook_attempts
      where status = 'PENDING' and abandon_at <= $1
        and (leased_until is null or leased_until <= $1)
      for no key update skip locked
    )
    update webhook_attempts a set status = 'ABANDONED', next_retry_at = null, lease = null,
      leased_until = null, error = 'Could not be tried within 24 hours'
    from overdue
    where a.organization_id = overdue.organization_id and a.created_at = overdue.created_at
      and a.id = overdue.id
    returning a.id`,
};

/** Core's queue of deliveries in Postgres. */
export function createDeliveryQueue(
  { pool, now }: { pool: Pool; now(): Temporal.Instant },
): DeliveryQueue {
  const claim = createClaim({ pool, now });
  return {
    claim: (limit) => orUnavailable(() => claim(limit)),
    settle: (settled) => settleAttempts({ pool, now }, settled),
    release: (claimed) =>
      orUnavailable(async () => void await rowsIn(pool, release, namesOf(claimed))),
    abandonOverdue: () =>
      orUnavailable(async () => (await rowsIn(pool, abandon, [now().toString()])).length),
  };
}
