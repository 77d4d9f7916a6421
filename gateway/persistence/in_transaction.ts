import type { Pool, PoolClient } from "pg";

/** Runs work in one transaction; what it throws undoes it. A connection that was lost is not used again. */
export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let isLost = true;
  try {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    isLost = false;
    return result;
  } catch (error) {
    isLost = await client.query("rollback").then(() => false, () => true);
    throw error;
  } finally {
    client.release(isLost);
  }
}
