import type { Pool, PoolClient } from "pg";
import { isAway, isDatabaseError, RolledBackError, unavailable } from "../database/faults.ts";
import { together } from "../database/together.ts";
import { type CommitEvidence, CommitTrail } from "./commit_trail.ts";
import { sendCommit } from "./send_commit.ts";
import { settleCommit } from "./settle_commit.ts";

/** The connection of an open transaction, and the trail that its audit records extend. */
export interface OpenTransaction {
  client: PoolClient;
  trail: CommitTrail;
}

/** How a transaction begins. */
export interface TransactionStart<F> {
  begin: string;
  /** Sends statements in the packet of `begin`. They may only lock and read. */
  read(transaction: OpenTransaction): Promise<F>;
}

/**
 * The result of a transaction, and how it ends: "commit" makes its writes durable; "confirm" makes a success durable
 * that it read and did not write (gateway/persistence/commit/README.md 3); "roll back" undoes it.
 */
export interface TransactionEnd<T> {
  result: T;
  end: "commit" | "confirm" | "roll back";
  /**
   * Sends the last statements, in the packet of the COMMIT, and does nothing else that can fail. Their transaction must
   * hold the lock of its tag before (gateway/persistence/commit/README.md 2).
   */
  write?(): Promise<unknown>;
}

/**
 * Runs work in one transaction, and returns its result after the transaction is durably committed.
 *
 * Throws RolledBackError if the transaction is certainly undone or wrote nothing, so it may be tried again. Throws
 * SERVICE_UNAVAILABLE if it gets no connection or the outcome stays unknown. Rethrows an error of the work, after the
 * transaction is undone.
 */
export async function runTransaction<F, T>(
  pool: Pool,
  { begin, read }: TransactionStart<F>,
  work: (transaction: OpenTransaction, read: F) => Promise<TransactionEnd<T>>,
): Promise<T> {
  const client = await connect(pool);
  const trail = new CommitTrail();
  let ended: TransactionEnd<T>;
  try {
    const [, found] = await together(client, () => [
      client.query(begin),
      read({ client, trail }),
    ]);
    ended = await work({ client, trail }, found);
    if (ended.end === "roll back") await client.query("rollback");
  } catch (error) {
    client.release(!await canRollBack(client));
    // No COMMIT was sent, so the server undoes the transaction.
    throw isAway(error) ? new RolledBackError("The connection was lost", { cause: error }) : error;
  }
  if (ended.end === "roll back") {
    client.release();
    return ended.result;
  }
  try {
    await sendCommit(client, ended.write);
    client.release();
  } catch (error) {
    // Settling takes a connection of the pool, so this one is released first.
    client.release(true);
    if (ended.end === "confirm") throw new RolledBackError("Nothing was written", { cause: error });
    await requireCommitted(pool, { evidence: trail.evidence, fault: error });
  }
  return ended.result;
}

/** Runs work in one transaction and commits it (see `runTransaction`). */
export function inTransaction<T>(
  pool: Pool,
  work: (transaction: OpenTransaction) => Promise<T>,
): Promise<T> {
  const start = { begin: "begin", read: () => Promise.resolve() };
  return runTransaction(pool, start, async (transaction) => ({
    result: await work(transaction),
    end: "commit",
  }));
}

/**
 * Returns if the transaction was committed although its COMMIT failed with this fault. Throws the fault if the server
 * rejected the COMMIT or a statement before it, RolledBackError if the transaction has rolled back, and
 * SERVICE_UNAVAILABLE if the outcome is not known yet.
 */
async function requireCommitted(
  pool: Pool,
  { evidence, fault }: { evidence: CommitEvidence | undefined; fault: unknown },
): Promise<void> {
  // The server rejected the transaction, such as for a constraint. It is undone.
  if (isDatabaseError(fault) && !isAway(fault)) throw fault;
  const outcome = evidence ? await settleCommit(pool, evidence) : "unknown";
  if (outcome === "committed") return;
  if (outcome === "rolled back") {
    throw new RolledBackError("The connection was lost", { cause: fault });
  }
  throw unavailable(
    "It is not known yet whether the request was carried out. Repeat a booking with the same " +
      "Idempotency-Key. Without a key, check whether the booking exists before you repeat it",
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
