import type { EntityName } from "@mikro-orm/core";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { AuditedChange } from "../../../core/ports.ts";
import { type Database, maxInt } from "../database/database.ts";
import { orUnavailable } from "../database/faults.ts";
import { type AuditedTransaction, changeAudited, inAuditedTransaction } from "./audited.ts";

/** Loads something under its row lock. Returns undefined if there is no such row. */
export type LoadLocked<T> = (em: EntityManager) => Promise<T | undefined>;

/**
 * Returns a loader of the row with these columns. The operator names a row of any organization by its id alone, and the
 * loader finds the organization first.
 *
 * It locks the row with FOR NO KEY UPDATE, which the ORM cannot. FOR UPDATE could deadlock: a booking holds its gate
 * while a foreign key looks at the row, and a change of settings holds the row while it waits for the gate.
 */
export function lockedRow<T extends object>(
  entity: EntityName<T>,
  ref: { id: number; organizationId?: number; deletedAt?: null },
): LoadLocked<T> {
  return async (em) => {
    // The column cannot hold a larger id, so no row has it.
    if (ref.id > maxInt) return undefined;
    const organizationId = ref.organizationId ?? await organizationOf(em, entity, ref.id);
    if (organizationId === undefined) return undefined;
    const { tableName } = em.getMetadata(entity);
    const lock = `select from ${tableName} where organization_id = ? and id = ? for no key update`;
    await em.execute(lock, [organizationId, ref.id]);
    return (await em.findOne(entity, { ...ref, organizationId } as never) as T | null) ?? undefined;
  };
}

async function organizationOf<T extends object>(
  em: EntityManager,
  entity: EntityName<T>,
  id: number,
): Promise<number | undefined> {
  const { tableName } = em.getMetadata(entity);
  const statement = `select organization_id as "organizationId" from ${tableName} where id = ?`;
  const [row] = await em.execute<{ organizationId: number }[]>(statement, [id]);
  return row?.organizationId;
}

/**
 * Runs work in one transaction that holds the row lock of what `load` returns. Returns undefined if there is no such
 * row, and throws SERVICE_UNAVAILABLE if the database is away.
 */
export function withLocked<T, R>(
  database: Database,
  load: LoadLocked<T>,
  work: (locked: T, transaction: AuditedTransaction) => Promise<R>,
): Promise<R | undefined> {
  return orUnavailable(() =>
    inAuditedTransaction(database, async (transaction) => {
      const locked = await load(transaction.em);
      return locked === undefined ? undefined : await work(locked, transaction);
    })
  );
}

/** A change of a locked row. */
export interface LockedChange<T, R> {
  change(row: T): R;
  audit: AuditedChange<T>;
  /** Runs in the same transaction, with the result of `change`. */
  onChanged?(row: T, result: R, transaction: AuditedTransaction): Promise<void>;
}

/**
 * Locks a row, changes it and writes its audit record, in one transaction (see `withLocked`). Returns the changed row,
 * or undefined if there is no such row.
 */
export function changeLocked<T extends object, R>(
  database: Database,
  load: LoadLocked<T>,
  { change, audit, onChanged }: LockedChange<T, R>,
): Promise<T | undefined> {
  return withLocked(database, load, async (row, transaction) => {
    const result = await changeAudited(transaction, row, { change, audit });
    await onChanged?.(row, result, transaction);
    return row;
  });
}
