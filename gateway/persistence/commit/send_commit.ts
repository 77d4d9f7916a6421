import type { PoolClient, QueryResult } from "pg";
import { together } from "../database/together.ts";
import { closeAfter } from "./close_after.ts";

/** A COMMIT without an answer for so long is settled on another connection, which takes less time than to wait. */
const maxCommitMs = 5000;

/**
 * Commits, after the statements that `write` sends in the same packet. Throws unless the server has confirmed the commit
 * in full. If an administrator cancels a COMMIT that waits for a synchronous standby, it succeeds with a warning,
 * although no standby has the transaction. That is treated like a lost answer.
 */
export async function sendCommit(
  client: PoolClient,
  write: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  let warning: string | undefined;
  const onNotice = ({ message = "" }: { message?: string | undefined }) => warning ??= message;
  const cancelClosing = closeAfter(client, maxCommitMs);
  client.on("notice", onNotice);
  let committed: QueryResult;
  try {
    [, committed] = await together(client, () => [
      write(),
      client.query("commit"),
    ]);
  } finally {
    client.off("notice", onNotice);
    cancelClosing();
  }
  if (warning !== undefined) throw new Error(`The commit is not confirmed: ${warning}`);
  // The server answers the COMMIT of a failed transaction with ROLLBACK.
  if (committed.command !== "COMMIT") throw new Error("The commit is not confirmed: rolled back");
}
