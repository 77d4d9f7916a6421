import type { Pool } from "pg";
import type { DeliveryQueue } from "../../../core/mod.ts";
import { orUnavailable } from "../database/faults.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { createAbandonOverdue } from "./abandon.ts";
import { createClaim, namesOf } from "./claim.ts";
import type { QueueClocks } from "./queue_clocks.ts";
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

/** Core's queue of deliveries in Postgres. */
export function createDeliveryQueue(
  { pool, now, clocks }: { pool: Pool; now(): Temporal.Instant; clocks: QueueClocks },
): DeliveryQueue {
  const claim = createClaim({ pool, clocks });
  const abandonOverdue = createAbandonOverdue({ pool, clocks });
  return {
    claim: (limit) => orUnavailable(() => claim(limit)),
    settle: (settled) => settleAttempts({ pool, now }, settled),
    release: (claimed) =>
      orUnavailable(async () => void await rowsIn(pool, release, namesOf(claimed))),
    abandonOverdue: () => orUnavailable(abandonOverdue),
  };
}
