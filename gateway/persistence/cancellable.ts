import type { Pool, PoolClient, QueryResultRow } from "pg";
import { orUnavailable } from "./faults.ts";
import { rowsIn, type Statement } from "./statement.ts";

/**
 * The rows of a statement that is cancelled once `signal` is aborted; then it throws the signal's reason. The
 * connection goes back to the pool only when the statement has ended, so that no other statement is cancelled.
 */
export async function cancellableRowsOf<Row extends QueryResultRow>(
  pool: Pool,
  [statement, values]: [Statement<Row>, unknown[]],
  signal: AbortSignal | undefined,
): Promise<Row[]> {
  signal?.throwIfAborted();
  const client = await orUnavailable(() => pool.connect());
  let fault: unknown;
  const cancel = () => void cancelStatementOf(client, pool);
  signal?.addEventListener("abort", cancel, { once: true });
  try {
    return await orUnavailable(() => rowsIn(client, statement, values));
  } catch (error) {
    fault = error;
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener("abort", cancel);
    // A connection behind a pooler may not have been cancelled; one that failed is not used again.
    client.release(fault !== undefined);
  }
}

async function cancelStatementOf(client: PoolClient, pool: Pool): Promise<void> {
  const { processID } = client as unknown as { processID: number };
  await pool.query("select pg_cancel_backend($1)", [processID]).catch(() => {});
}
