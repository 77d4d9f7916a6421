import type { Pool, PoolClient, QueryResultRow } from "pg";
import type { ServiceClient } from "./service_client.ts";
import { orUnavailable } from "./faults.ts";
import { rowsIn, type Statement } from "./statement.ts";

/**
 * Returns the rows of a statement. If `signal` is aborted, cancels the statement on the server and throws the reason of
 * the signal. The connection of a cancelled statement is not reused.
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
    // A late cancellation would end the next statement of this connection.
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
