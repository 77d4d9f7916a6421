import type { Pool } from "pg";
import { differs } from "./distributed_text.ts";
import { idempotencyHours, maxSessionHours, requestHours } from "../../../core/ports.ts";

// Deletes in small steps, so no step holds locks for long. SKIP LOCKED passes over keys that a booking replaces.
// A distributed database cannot lock rows of several nodes, and deletes all in one step.
const steps = `(organization_id, environment, key) in (
    select organization_id, environment, key from idempotency_keys
    where created_at <= $1 order by created_at limit 1000
    for update skip locked
  )`;
const deleteExpired = `delete from idempotency_keys
  where ${differs({ usual: steps, distributed: "created_at <= $1" })}`;

/** Deletes the `Idempotency-Key`s that have expired. */
export async function deleteExpiredIdempotencyKeys(
  pool: Pool,
  now: Temporal.Instant,
): Promise<void> {
  const limit = now.subtract({ hours: idempotencyHours }).toString();
  let deleted: number;
  do {
    deleted = (await pool.query(deleteExpired, [limit])).rowCount ?? 0;
  } while (deleted > 0);
}

/** Deletes the requests of staff whose `Idempotency-Key`s have expired. */
export async function deleteExpiredRequests(pool: Pool, now: Temporal.Instant): Promise<void> {
  const limit = now.subtract({ hours: requestHours }).toString();
  await pool.query("delete from staff_requests where created_at <= $1", [limit]);
}

/** Deletes the sessions that have expired. */
export async function deleteExpiredSessions(pool: Pool, now: Temporal.Instant): Promise<void> {
  const limit = now.subtract({ hours: maxSessionHours }).toString();
  await pool.query("delete from sessions where created_at <= $1", [limit]);
}
