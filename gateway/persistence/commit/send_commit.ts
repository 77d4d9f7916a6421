import type { PoolClient } from "pg";
import { closeAfter } from "./close_after.ts";

/** A COMMIT without an answer for so long is settled on another connection, where its caller waits less. */
const patienceMs = 5000;

/**
 * Commits, and throws unless the server has confirmed it in full. A COMMIT that waits for a synchronous
 * standby and is cancelled by an administrator succeeds with a warning, though no standby has the
 * transaction: its outcome is as unknown as that of a lost answer.
 */
export async function sendCommit(client: PoolClient): Promise<void> {
  let warning: string | undefined;
  const onNotice = ({ message = "" }: { message?: string | undefined }) => warning ??= message;
  const callOff = closeAfter(client, patienceMs);
  client.on("notice", onNotice);
  try {
    await client.query("commit");
  } finally {
    client.off("notice", onNotice);
    callOff();
  }
  if (warning !== undefined) throw new Error(`The commit is not confirmed: ${warning}`);
}
