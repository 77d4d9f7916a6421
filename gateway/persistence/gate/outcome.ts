import { setTimeout as delay } from "node:timers/promises";
import type { Pool } from "pg";

/** What became of a transaction whose COMMIT was not answered. */
export type Outcome = "committed" | "aborted" | "unknown";

const patienceMs = 5000;
const endAfterMs = 500;

/**
 * Asks the server, on another connection, what became of a transaction whose COMMIT was not answered. A
 * session that still holds it open after half a second never got the COMMIT (its connection was cut without
 * a word), so it is ended, which settles the matter. Unknown when the server cannot be asked in 5 s.
 */
export async function settleOutcome(
  pool: Pool,
  { transactionId, processId }: { transactionId: string; processId: number },
): Promise<Outcome> {
  const started = performance.now();
  for (
    let waitMs = 5;
    performance.now() - started < patienceMs;
    waitMs = Math.min(waitMs * 2, 250)
  ) {
    try {
      const { rows: [row] } = await pool.query<{ status: string | null }>(
        "select pg_xact_status($1::xid8) as status",
        [transactionId],
      );
      if (row?.status === "committed" || row?.status === "aborted") return row.status;
      if (performance.now() - started > endAfterMs) {
        await endSession(
          pool,
          transactionId,
          processId,
        );
      }
    } catch {
      // Away as well: asked again until patience runs out.
    }
    await delay(waitMs);
  }
  return "unknown";
}

async function endSession(pool: Pool, transactionId: string, processId: number): Promise<void> {
  // backend_xid is the lower half of the transaction id; with it a reused process id is not mistaken.
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where pid = $2 and backend_xid::text::bigint = $1::bigint % 4294967296`,
    [transactionId, processId],
  );
}
