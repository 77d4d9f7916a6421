import type { Pool } from "pg";
import { maxDeliveryHours } from "../../../core/ports.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { isLeased, type QueueClocks, queueTime, queueTimeValue } from "./queue_clocks.ts";

/** If the database's clock advances so much more than the monotonic clock between two sweeps, it was set forward. */
const maxAdvanceMs = 60_000;

/** The error of a delivery that was abandoned because its time was over. */
export const overdueError = `Could not be tried within ${maxDeliveryHours} hours`;

const now = queueTime("$1");

const readTime: Statement<{ ms: number }> = {
  text: `select (extract(epoch from ${now}) * 1000)::float8 as ms`,
};

const unleased = (condition: string) => `
  select organization_id, created_at, id from webhook_attempts a
  where status = 'PENDING' and (${condition}) and ${isLeased("a", now)} is not true
  for no key update skip locked`;

const isSame = (found: string) =>
  `a.organization_id = ${found}.organization_id and a.created_at = ${found}.created_at
    and a.id = ${found}.id`;

// An attempt is abandoned 24 hours after its event. If `abandon_at` is later than that, the database's clock was ahead
// when the attempt was written, and the attempt would wait until the clock is there again. After a jump forward ($2),
// overdue attempts are renewed too, because they only look overdue.
//
// SKIP LOCKED here and below: these statements lock attempts without their webhooks' locks. If they waited, they could
// deadlock with the deletion of a webhook (gateway/persistence/README.md 7).
const renew: Statement<never> = {
  text: `
    with misdated as (
      ${
    unleased(
      `abandon_at > ${now} + interval '${maxDeliveryHours} hours 1 minute' or $2 and abandon_at <= ${now}`,
    )
  }
    )
    update webhook_attempts a set due_at = least(a.due_at, ${now}),
      abandon_at = ${now} + interval '${maxDeliveryHours} hours', lease = null, leased_until = null
    from misdated
    where ${isSame("misdated")}`,
};

const abandon: Statement<{ id: string }> = {
  text: `
    with overdue as (${unleased(`abandon_at <= ${now}`)})
    update webhook_attempts a set status = 'ABANDONED', next_retry_at = null, lease = null,
      leased_until = null, error = '${overdueError}'
    from overdue
    where ${isSame("overdue")}
    returning a.id`,
};

/**
 * Implements core's `DeliveryQueue.abandonOverdue`. Returns the number of abandoned attempts.
 *
 * Each sweep compares the database's clock with the monotonic clock of this process. If the database's clock has jumped
 * forward, sweeps abandon nothing for a minute and give attempts that look overdue another 24 hours
 * (gateway/README.md 4.7).
 */
export function createAbandonOverdue(
  { pool, clocks }: { pool: Pool; clocks: QueueClocks },
): () => Promise<number> {
  let previous: { databaseMs: number; monotonicMs: number } | undefined;
  let jumpedAtMs = -Infinity;

  async function noteJump(): Promise<void> {
    const monotonicMs = clocks.monotonicMs();
    const [row] = await rowsIn(pool, readTime, [queueTimeValue(clocks)]);
    const databaseMs = row!.ms;
    // The answer may have been slow. That time counts as elapsed.
    const elapsedMs = previous ? clocks.monotonicMs() - previous.monotonicMs : Infinity;
    const advancedMs = previous ? databaseMs - previous.databaseMs : 0;
    if (advancedMs - elapsedMs > maxAdvanceMs) jumpedAtMs = monotonicMs;
    previous = { databaseMs, monotonicMs };
  }

  return async () => {
    await noteJump();
    const time = queueTimeValue(clocks);
    const isAfterJump = clocks.monotonicMs() - jumpedAtMs < maxAdvanceMs;
    await rowsIn(pool, renew, [time, isAfterJump]);
    if (isAfterJump) return 0;
    return (await rowsIn(pool, abandon, [time])).length;
  };
}
