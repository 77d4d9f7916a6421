import type { Pool } from "pg";
import type { DeliveryQueue } from "../../../core/ports.ts";
import { orUnavailable } from "../database/faults.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { createAbandonOverdue } from "./abandon.ts";
import { createClaim, leaseColumnsOf } from "./claim.ts";
import type { QueueClocks } from "./queue_clocks.ts";
import { settleAttempts } from "./settle.ts";

// Ends leases early. SKIP LOCKED, because this statement does not lock the webhooks first: if it waited for an attempt
// while it holds others, it could deadlock with the deletion of a webhook (gateway/persistence/README.md 7). A skipped
// attempt is being settled, abandoned or claimed by another transaction.
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

/** Implements core's `DeliveryQueue` in Postgres. */
export function createDeliveryQueue(
  { pool, now, clocks }: { pool: Pool; now(): Temporal.Instant; clocks: QueueClocks },
): DeliveryQueue {
  const claim = createClaim({ pool, clocks });
  const abandonOverdue = createAbandonOverdue({ pool, clocks });
  return {
    claim: (limit, channel) => orUnavailable(() => claim(limit, channel)),
    settle: (settled) => settleAttempts({ pool, now }, settled),
    release: (claimed) =>
      orUnavailable(async () => void await rowsIn(pool, release, leaseColumnsOf(claimed))),
    abandonOverdue: () => orUnavailable(abandonOverdue),
  };
}
