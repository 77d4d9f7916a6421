import type { Pool, PoolClient } from "pg";
import { closeAfter } from "./close_after.ts";
import { warningsOf } from "./warnings.ts";

/** A COMMIT without an answer for so long is settled on another connection, where its caller waits less. */
const patienceMs = 5000;

/**
 * Commits, and throws unless the server has confirmed it in full. A COMMIT that waits for a synchronous
 * standby and is cancelled by an administrator succeeds with a warning, though no standby has the
 * transaction: its outcome is as unknown as that of a lost answer.
 */
export async function sendCommit(pool: Pool, client: PoolClient): Promise<void> {
  const warningsBefore = warningsOf(pool);
  const callOff = closeAfter(client, patienceMs);
  try {
    await client.query("commit");
  } finally {
    callOff();
  }
  requireNoWarning(pool, warningsBefore);
}

/** Throws if any session of the pool got a warning since `before`, which may have been about a commit. */
export function requireNoWarning(pool: Pool, before: number): void {
  if (warningsOf(pool) !== before) throw new Error("The commit may not be confirmed");
}
