import type { EntityManager } from "@mikro-orm/postgresql";
import type { ClientBase } from "pg";
import type { Audited, AuditedChange, AuditRecord } from "../../../core/ports.ts";
import type { CommitTrail } from "../commit/commit_trail.ts";
import { inTransaction } from "../commit/run_transaction.ts";
import type { Database } from "../database/database.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { claimKey, claimValues, requireClaimed } from "./request_claims.ts";
import { auditValues, insertAudit, insertOneAudit, oneAuditValues } from "./audit_columns.ts";

/** The open transaction of an entity manager, and the trail that its audit records extend. */
export interface AuditedTransaction {
  em: EntityManager;
  trail: CommitTrail;
}

/**
 * Runs work in one transaction of an entity manager, like `inTransaction`. The ORM's own transactions are not used:
 * they hide why a COMMIT failed, and never release the connection of a failed one.
 */
export function inAuditedTransaction<T>(
  { openUnit, pool }: Database,
  work: (transaction: AuditedTransaction) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, async ({ client, trail }) => {
    const em = await openUnit(client);
    const result = await work({ em, trail });
    await em.flush();
    return result;
  });
}

/** Inserts a row and its audit record in one transaction. Sets the id of the row. */
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

/**
 * Changes a row that is already locked, and writes the audit record that `audit` makes of the row and of its state
 * before. Returns the result of `change`.
 */
export async function changeAudited<T extends object, R>(
  transaction: AuditedTransaction,
  row: T,
  { change, audit }: { change: (row: T) => R; audit: AuditedChange<T> },
): Promise<R> {
  const before = copyOf(row);
  const result = change(row);
  await transaction.em.flush();
  await writeAuditIn(transaction, audit(row, before));
  return result;
}

/** Copies a row, so that its state before a change stays known. */
export function copyOf<T extends object>(row: T): T {
  return Object.assign(Object.create(Object.getPrototypeOf(row)), row);
}

const insert: Statement<never> = { name: "write audit entries", text: insertAudit(1, "many") };

/** Writes audit records in the transaction of the actions that they describe. Skips null. */
export async function writeAudit(
  { client, trail }: { client: ClientBase; trail: CommitTrail },
  records: readonly (AuditRecord | null)[],
): Promise<void> {
  const kept = records.filter((record) => record !== null);
  if (kept.length === 0) return;
  await rowsIn(client, insert, auditValues(kept, { trail, count: "many" }));
  await writeClaim(client, kept[0]!);
}

const claim: Statement<{ claimed: number }> = {
  name: "claim an idempotency key",
  text: claimKey((position) => `$${position}`),
};

/** Claims the `Idempotency-Key` of the request that a record is about, if it has one. Call it after all other locks. */
export async function writeClaim(client: ClientBase, record: AuditRecord): Promise<void> {
  const values = claimValues(record);
  if (values) requireClaimed(await rowsIn(client, claim, values));
}

const claimInUnit = claimKey(() => "?");

/** Writes an audit record in the transaction of an entity manager. Does nothing for null. */
export async function writeAuditIn(
  { em, trail }: { em: EntityManager; trail: CommitTrail },
  record: AuditRecord | null,
): Promise<void> {
  if (!record) return;
  await em.execute(insertOneAudit, oneAuditValues(record, trail));
  const values = claimValues(record);
  if (values) requireClaimed(await em.execute(claimInUnit, values));
}
