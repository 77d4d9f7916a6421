import type { Socket } from "node:net";
import type { Pool, PoolClient } from "pg";

/**
 * Ends each connection that says nothing for so long while it owes an answer; the statement fails as for any
 * lost connection. The driver's own `query_timeout` sets a timer for each statement, through which its whole
 * result is kept until the next full collection.
 */
export function endSilentConnections(pool: Pool, patienceMs: number): void {
  pool.on("connect", (client) => {
    const inner = client as PoolClient & Inner;
    const { stream } = inner.connection;
    stream.setTimeout(patienceMs, () => {
      // oxlint-disable-next-line no-underscore-dangle -- its public getter warns that it will go
      if (inner._activeQuery !== null) stream.destroy(new Error("Query read timeout"));
    });
  });
}

/** What the driver's types of a pooled client leave out. */
interface Inner {
  connection: { stream: Socket };
  /** Null while no statement is under way. */
  _activeQuery: object | null;
}
