import type { EntityManager } from "@mikro-orm/postgresql";
import type { ClientBase, PoolClient } from "pg";
import type { Audited, AuditedChange, AuditRecord } from "../../../core/mod.ts";
import type { CommitTrail } from "../commit/commit_trail.ts";
import { inTransaction } from "../commit/run_transaction.ts";
import type { Database } from "../database/database.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { auditValues, insertAudit, insertOneAudit, oneAuditValues } from "./audit_columns.ts";

/** The open transaction of an entity manager, and the trail that its audit records leave. */
export interface AuditedTransaction {
  em: EntityManager;
  trail: CommitTrail;
}

/**
 * Runs work in one transaction of an entity manager, as `inTransaction` does. The ORM's own transactions would
 * hide how a COMMIT failed, and keep the connection of one that did for ever.
 */
export function inAuditedTransaction<T>(
  { orm, pool }: Database,
  work: (transaction: AuditedTransaction) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, async ({ client, trail }) => {
    const em = orm.em.fork();
    em.setTransactionContext(executorOn(client));
    const result = await work({ em, trail });
    await em.flush();
    return result;
  });
}

/** Returns what the ORM needs of a transaction: that its statements run on this connection. */
function executorOn(client: PoolClient): object {
  return {
    async executeQuery({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
      const { rows, rowCount } = await client.query(sql, [...parameters]);
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
    },
  };
}

/** Inserts a row, which gets its id, with its audit record in one transaction. */
export async function addAudited<T extends object>(
  database: Database,
  row: T,
  audit: Audited<T>,
): Promise<void> {
  await inAuditedTransaction(database, async (transaction) => {
    await transaction.em.persist(row).flush();
    await writeAuditIn(transaction, audit(row));
  });
}

/** Changes a row that is locked, and writes an audit record from it and its state before. */
export async function changeAudited<T extends object, R>(
  transaction: AuditedTransaction,
  row: T,
  { change, audit }: { change: (row: T) => R; audit: AuditedChange<T> },
): Promise<R> {
  const before: T = Object.assign(Object.create(Object.getPrototypeOf(row)), row);
  const result = change(row);
  await transaction.em.flush();
  await writeAuditIn(transaction, audit(row, before));
  return result;
}

const insert: Statement<never> = { name: "write audit entries", text: insertAudit(1) };

/** Writes records in the transaction of the actions that they describe. Null is no record. */
export async function writeAudit(
  { client, trail }: { client: ClientBase; trail: CommitTrail },
  records: readonly (AuditRecord | null)[],
): Promise<void> {
  const kept = records.filter((record) => record !== null);
  if (kept.length > 0) await rowsIn(client, insert, auditValues(kept, trail));
}

/** Writes a record in the transaction of an entity manager. Null is no record. */
export async function writeAuditIn(
  { em, trail }: { em: EntityManager; trail: CommitTrail },
  record: AuditRecord | null,
): Promise<void> {
  if (record) await em.execute(insertOneAudit, oneAuditValues(record, trail));
}
