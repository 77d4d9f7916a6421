import { randomUUID } from "node:crypto";
import { type AuditRecord, subjectKindOf } from "../../../core/mod.ts";

/** Where the audit record of a transaction is, if the transaction was committed. */
export interface CommitEvidence {
  tag: string;
  organizationId: number;
  subjectKind: string;
  subjectId: number;
}

/** The random tag of one transaction, and where its evidence is once an audit record was written with it. */
export class CommitTrail {
  readonly tag = randomUUID();
  #evidence: CommitEvidence | undefined;

  /** Undefined while no record was written. */
  get evidence(): CommitEvidence | undefined {
    return this.#evidence;
  }

  /** Notes that records were written in the transaction. One is enough: all are there or none. */
  note([record]: readonly AuditRecord[]): void {
    if (!record) return;
    const { organizationId, action, subjectId } = record;
    const subjectKind = subjectKindOf(action);
    this.#evidence ??= { tag: this.tag, organizationId, subjectKind, subjectId };
  }
}

/**
 * Returns SQL, a row source of one row, that holds the lock of a tag until the end of the transaction.
 * Whoever gets the lock later knows that the transaction of the tag is over.
 */
export function lockTag(tag: string): string {
  return `pg_advisory_xact_lock(${lockKeyOf(tag)})`;
}

/** Returns SQL for the key of that lock. */
export function lockKeyOf(tag: string): string {
  return `hashtextextended((${tag})::text, 0)`;
}
