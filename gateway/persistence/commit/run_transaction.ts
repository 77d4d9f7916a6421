import type { Pool, PoolClient } from "pg";
import { isAway, isDatabaseError, RolledBackError, unavailable } from "../database/faults.ts";
import { type CommitEvidence, CommitTrail } from "./commit_trail.ts";
import { sendCommit } from "./send_commit.ts";
import { settleCommit } from "./settle_commit.ts";

/** The connection of an open transaction, and the trail that its audit records leave. */
export interface OpenTransaction {
  client: PoolClient;
  trail: CommitTrail;
}

/**
 * The result of a transaction, and how it ends: "commit" what it wrote; "confirm" a success that it read and
 * did not write, which must be as durable; or "roll back".
 */
export interface TransactionEnd<T> {
  result: T;
  end: "commit" | "confirm" | "roll back";
}

/**
 * Runs work in one transaction. What it returns has been committed durably. Throws RolledBackError if the
 * transaction is certainly undone, or wrote nothing, and may be tried again; SERVICE_UNAVAILABLE if no
 * connection can be had or the outcome stays unknown; and what the work threw, with the transaction undone.
 */
export async function runTransaction<T>(
  pool: Pool,
  { begin }: { begin: string },
  work: (transaction: OpenTransaction) => Promise<TransactionEnd<T>>,
): Promise<T> {
  const client = await connect(pool);
  const trail = new CommitTrail();
  let ended: TransactionEnd<T>;
  try {
    await client.query(begin);
    ended = await work({ client, trail });
    if (ended.end === "roll back") await client.query("rollback");
  } catch (error) {
    client.release(!await canRollBack(client));
    // No commit was sent, so the server undoes the transaction by itself.
    throw isAway(error) ? new RolledBackError("The connection was lost", { cause: error }) : error;
  }
  if (ended.end === "roll back") {
    client.release();
    return ended.result;
  }
  try {
    await sendCommit(client);
    client.release();
  } catch (error) {
    // Settling takes a connection of the pool, so this one must be given back before.
    client.release(true);
    if (ended.end === "confirm") throw new RolledBackError("Nothing was written", { cause: error });
    await requireCommitted(pool, { evidence: trail.evidence, fault: error });
  }
  return ended.result;
}

/** Runs work in one transaction (see `runTransaction`). An error that it throws undoes the transaction. */
export function inTransaction<T>(
  pool: Pool,
  work: (transaction: OpenTransaction) => Promise<T>,
): Promise<T> {
  return runTransaction(pool, { begin: "begin" }, async (transaction) => ({
    result: await work(transaction),
    end: "commit",
  }));
}

/**
 * Returns if a COMMIT that failed with this fault has committed after all. Throws the fault if the server
 * refused it, RolledBackError if it has rolled back, and SERVICE_UNAVAILABLE if nobody can know yet.
 */
async function requireCommitted(
  pool: Pool,
  { evidence, fault }: { evidence: CommitEvidence | undefined; fault: unknown },
): Promise<void> {
  // As a deferred constraint does: the work is undone, and is wrong.
  if (isDatabaseError(fault) && !isAway(fault)) throw fault;
  const outcome = evidence ? await settleCommit(pool, evidence) : "unknown";
  if (outcome === "committed") return;
  if (outcome === "rolled back") {
    throw new RolledBackError("The connection was lost", { cause: fault });
  }
  throw unavailable(
    "It is not known yet whether the request was carried out. Repeat a booking with the same " +
      "Idempotency-Key, or look for it before you repeat it without one",
  );
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw isAway(error) ? unavailable() : error;
  }
}

async function canRollBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query("rollback");
    return true;
  } catch {
    return false;
  }
}
