import type { Pool } from "pg";
import { maxDeliveryHours } from "../../../core/mod.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { isLeased, type QueueClocks, queueTime, queueTimeValue } from "./queue_clocks.ts";

/** How much more than the monotonic clock the database's may advance between two sweeps, unless it was set. */
const maxAdvanceMs = 60_000;

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

// An attempt is abandoned 24 hours after its event, so that one with longer to live is of a time when the
// database's clock was ahead. It would wait for that time to come. $2: those of before a jump forward as well.
const renew: Statement<never> = {
  text: `
    with stray as (
      ${
    unleased(
      `abandon_at > ${now} + interval '${maxDeliveryHours} hours 1 minute' or $2 and abandon_at <= ${now}`,
    )
  }
    )
    update webhook_attempts a set due_at = least(a.due_at, ${now}),
      abandon_at = ${now} + interval '${maxDeliveryHours} hours', lease = null, leased_until = null
    from stray
    where ${isSame("stray")}`,
};

const abandon: Statement<{ id: string }> = {
  text: `
    with overdue as (${unleased(`abandon_at <= ${now}`)})
    update webhook_attempts a set status = 'ABANDONED', next_retry_at = null, lease = null,
      leased_until = null, error = 'Could not be tried within ${maxDeliveryHours} hours'
    from overdue
    where ${isSame("overdue")}
    returning a.id`,
};

/**
 * Core's `DeliveryQueue.abandonOverdue`. Sweeps whose database's clock has jumped forward since the sweep before,
 * by the monotonic clock of this process, and those of the minute after it, abandon nothing: what looks too old
 * has a day more (gateway/README.md 4). Returns how many attempts were abandoned.
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
    // The answer may have taken its time: it is counted as elapsed.
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
