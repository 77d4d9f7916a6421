import type { EntityManager } from "@mikro-orm/postgresql";
import type { Audited, AuditedChange } from "../../../core/mod.ts";
import { CommitTrail } from "../commit/commit_trail.ts";
import { requireCommitted } from "../commit/run_transaction.ts";
import { requireNoWarning } from "../commit/send_commit.ts";
import { warningsOf } from "../commit/warnings.ts";
import type { Database } from "../database.ts";
import { writeAuditIn } from "./write_audit.ts";

/** The open transaction of an entity manager, and the trail that its audit records leave. */
export interface AuditedTransaction {
  em: EntityManager;
  trail: CommitTrail;
}

/**
 * Runs work in one transaction of an entity manager. What it returns has been committed durably; a COMMIT
 * without an answer is settled by the audit record (commit/README.md). Throws as `runTransaction` does.
 */
export async function inAuditedTransaction<T>(
  { orm, pool }: Database,
  work: (transaction: AuditedTransaction) => Promise<T>,
): Promise<T> {
  const trail = new CommitTrail();
  const warningsBefore = warningsOf(pool);
  let done: { result: T } | undefined;
  try {
    await orm.em.fork().transactional(async (em) => {
      const result = await work({ em, trail });
      // So that nothing but the COMMIT is left to fail.
      await em.flush();
      done = { result };
    });
    requireNoWarning(pool, warningsBefore);
  } catch (fault) {
    if (!done) throw fault;
    await requireCommitted(pool, { evidence: trail.evidence, fault });
  }
  return done!.result;
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
