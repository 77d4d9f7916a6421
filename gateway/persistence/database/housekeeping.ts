import type { Pool } from "pg";
import { idempotencyHours, maxSessionHours, requestHours } from "../../../core/ports.ts";

// Deletes in small steps, so no step holds locks for long. SKIP LOCKED passes over keys that a booking replaces.
const deleteExpired = `
  delete from idempotency_keys where (organization_id, environment, key) in (
    select organization_id, environment, key from idempotency_keys
    where created_at <= $1 order by created_at limit 1000
    for update skip locked
  )`;

/** Deletes the `Idempotency-Key`s that have expired. */
export async function deleteExpiredIdempotencyKeys(
  pool: Pool,
  now: Temporal.Instant,
): Promise<void> {
  const limit = now.subtract({ hours: idempotencyHours }).toString();
  await deleteInSteps(pool, deleteExpired, limit);
}

/** Repeats a bounded deletion of the rows until a time, each step in a transaction of its own, until none is left. */
export async function deleteInSteps(pool: Pool, step: string, limit: string): Promise<void> {
  let deleted: number;
  do {
    deleted = (await pool.query(step, [limit])).rowCount ?? 0;
  } while (deleted > 0);
}

/** Deletes the requests of staff whose `Idempotency-Key`s have expired. */
export async function deleteExpiredRequests(pool: Pool, now: Temporal.Instant): Promise<void> {
  const limit = now.subtract({ hours: requestHours }).toString();
  await pool.query("delete from staff_requests where created_at <= $1", [limit]);
}

/** Deletes what keys with a cap have spent on past dates. Three days ago is past in every time zone. */
export async function deletePastSpending(pool: Pool, now: Temporal.Instant): Promise<void> {
  const limit = now.subtract({ hours: 72 }).toString().slice(0, 10);
  await pool.query("delete from key_spending where date < $1", [limit]);
}

/** Deletes the used tokens of single sign-on that have ended: they would be refused for their age. */
export async function deleteEndedTokens(pool: Pool, now: Temporal.Instant): Promise<void> {
  await pool.query("delete from sso_used where ends_at <= $1", [now.toString()]);
}

// A change of the identity provider deletes many sessions in another order.
const deleteSessions = `
  delete from sessions where id in (
    select id from sessions where created_at <= $1 for update skip locked
  )`;

/** Deletes the sessions that have expired. Passes over those that are just being ended. */
export async function deleteExpiredSessions(pool: Pool, now: Temporal.Instant): Promise<void> {
  const limit = now.subtract({ hours: maxSessionHours }).toString();
  await pool.query(deleteSessions, [limit]);
}
