import type { Pool } from "pg";

// Milliseconds since 1970, with a fraction.
const readClock = "select extract(epoch from clock_timestamp())::float8 * 1000 as ms";

/**
 * Reads the database's clock. `sentMs` and `receivedMs` are times of the monotonic clock. The wait for a connection is
 * not between them.
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
