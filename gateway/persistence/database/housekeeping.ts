import type { Pool } from "pg";

// In small steps, so that no step holds anything for long.
const forget = `
  delete from idempotency_keys where (organization_id, environment, key) in (
    select organization_id, environment, key from idempotency_keys
    where created_at <= $1 order by created_at limit 1000
    for update skip locked
  )`;

/** Forgets the `Idempotency-Key`s of more than 24 hours ago, at which they no longer count. */
export async function forgetIdempotencyKeys(
  pool: Pool,
  now: Temporal.Instant,
): Promise<void> {
  const limit = now.subtract({ hours: 24 }).toString();
  let forgotten: number;
  do {
    forgotten = (await pool.query(forget, [limit])).rowCount ?? 0;
  } while (forgotten > 0);
}

/** Forgets the sessions that began more than 12 hours ago, and so have expired. */
export async function forgetSessions(pool: Pool, now: Temporal.Instant): Promise<void> {
  const limit = now.subtract({ hours: 12 }).toString();
  await pool.query("delete from sessions where created_at <= $1", [limit]);
}
