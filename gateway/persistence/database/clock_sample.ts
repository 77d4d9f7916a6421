import type { Pool } from "pg";

// Milliseconds since the epoch, with a fraction.
const readClock = "select extract(epoch from clock_timestamp())::float8 * 1000 as ms";

/**
 * Reads the database's clock. `sentMs` and `receivedMs` are of the monotonic clock; waiting for a connection is not
 * part of the time between them.
 */
export async function sampleClock(pool: Pool) {
  const client = await pool.connect();
  let lost: Error | undefined;
  try {
    const sentMs = performance.now();
    const { rows } = await client.query<{ ms: number }>(readClock);
    return { databaseMs: rows[0]!.ms, sentMs, receivedMs: performance.now() };
  } catch (error) {
    lost = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(lost);
  }
}
