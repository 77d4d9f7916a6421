import type { Pool } from "pg";
import { type OpenTransaction, runTransaction } from "./commit/run_transaction.ts";

/** Runs work in one transaction (see `runTransaction`); an error that it throws undoes the transaction. */
export function inTransaction<T>(
  pool: Pool,
  work: (transaction: OpenTransaction) => Promise<T>,
): Promise<T> {
  return runTransaction(pool, { begin: "begin" }, async (transaction) => ({
    result: await work(transaction),
    end: "commit",
  }));
}
