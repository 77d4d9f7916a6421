import type { PoolClient } from "pg";
import { closeAfter } from "./close_after.ts";

/** A COMMIT without an answer for so long is settled on another connection, which takes less time than to wait. */
const maxCommitMs = 5000;

/**
 * Commits. Throws unless the server has confirmed the commit in full. If an administrator cancels a COMMIT that waits
 * for a synchronous standby, it succeeds with a warning, although no standby has the transaction. That is treated like a
 * lost answer.
 */
export async function sendCommit(client: PoolClient): Promise<void> {
  let warning: string | undefined;
  const onNotice = ({ message = "" }: { message?: string | undefined }) => warning ??= message;
  const cancelClosing = closeAfter(client, maxCommitMs);
  client.on("notice", onNotice);
  try {
    await client.query("commit");
  } finally {
    client.off("notice", onNotice);
    cancelClosing();
  }
  if (warning !== undefined) throw new Error(`The commit is not confirmed: ${warning}`);
}
