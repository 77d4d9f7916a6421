import type { Pool, PoolClient, QueryResultRow } from "pg";
import { serviceClientOf } from "./service_client.ts";
import { orUnavailable } from "./faults.ts";
import { rowsIn, type Statement } from "./statement.ts";
import { together } from "./together.ts";

/**
 * Returns the rows of a statement that only reads. If `signal` is aborted, cancels the statement on the server and throws the reason of
 * the signal. The connection of a cancelled statement is not reused.
 */
export async function cancellableRowsOf<Row extends QueryResultRow>(
  pool: Pool,
  [statement, values]: [Statement<Row>, unknown[]],
  signal: AbortSignal | undefined,
): Promise<Row[]> {
  signal?.throwIfAborted();
  const client = await orUnavailable(() => pool.connect());
  if (signal?.aborted) {
    client.release();
    throw signal.reason;
  }
  let isUsable = false;
  let cancelled: Promise<void> | undefined;
  const { backend, answer } = sendOn(client, statement, values);
  const cancel = () => cancelled = cancelStatementOf(backend, pool);
  signal?.addEventListener("abort", cancel, { once: true });
  try {
    const rows = await orUnavailable(() => answer);
    await cancelled;
    await orUnavailable(() => endOn(client));
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

/**
 * Sends a statement. Returns its rows and the process id of its session. If sessions are shared, a transaction holds the
 * session until `endOn`, so that the cancellation cannot end a statement of another client.
 */
function sendOn<Row extends QueryResultRow>(
  client: PoolClient,
  statement: Statement<Row>,
  values: unknown[],
): { backend: Promise<number>; answer: Promise<Row[]> } {
  const { backend, sharesSessions } = serviceClientOf(client);
  if (!sharesSessions) {
    return { backend: Promise.resolve(backend), answer: rowsIn(client, statement, values) };
  }
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  // Only a cancellation needs it.
  promise.catch(() => {});
  const answer = together(client, () => [
    client.query("begin"),
    readBackend(client).then(resolve, reject),
    rowsIn(client, statement, values),
  ]);
  return { backend: promise, answer: answer.then(([, , rows]) => rows) };
}

async function readBackend(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ id: number }>("select pg_backend_pid() as id");
  return rows[0]!.id;
}

async function endOn(client: PoolClient): Promise<void> {
  if (serviceClientOf(client).sharesSessions) await client.query("rollback");
}

async function cancelStatementOf(backend: Promise<number>, pool: Pool): Promise<void> {
  try {
    await pool.query("select pg_cancel_backend($1)", [await backend]);
  } catch {
    // The connection was lost. Then the statement fails too.
  }
}
