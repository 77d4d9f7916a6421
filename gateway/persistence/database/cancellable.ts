import type { Pool, PoolClient, QueryResultRow } from "pg";
import type { ServiceClient } from "./service_client.ts";
import { orUnavailable } from "./faults.ts";
import { rowsIn, type Statement } from "./statement.ts";

/**
 * The rows of a statement that is cancelled once `signal` is aborted; then it throws the signal's reason. A
 * connection that was cancelled is not used again.
 */
export async function cancellableRowsOf<Row extends QueryResultRow>(
  pool: Pool,
  [statement, values]: [Statement<Row>, unknown[]],
  signal: AbortSignal | undefined,
): Promise<Row[]> {
  signal?.throwIfAborted();
  const client = await orUnavailable(() => pool.connect());
  let isUsable = false;
  let cancelled: Promise<void> | undefined;
  const cancel = () => cancelled = cancelStatementOf(client, pool);
  signal?.addEventListener("abort", cancel, { once: true });
  try {
    const rows = await orUnavailable(() => rowsIn(client, statement, values));
    // A cancel that comes late would end the next statement.
    isUsable = cancelled === undefined;
    return rows;
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener("abort", cancel);
    await cancelled;
    client.release(!isUsable);
  }
}

async function cancelStatementOf(client: PoolClient, pool: Pool): Promise<void> {
  const { backend } = client as unknown as ServiceClient;
  await pool.query("select pg_cancel_backend($1)", [backend]).catch(() => {});
}
