import { randomUUID } from "node:crypto";
import { type AuditRecord, subjectKindOf } from "../../../core/ports.ts";

/** How to find an audit record of a transaction, if the transaction was committed. */
export interface CommitEvidence {
  tag: string;
  organizationId: number;
  subjectKind: string;
  subjectId: number;
}

/** The random tag of one transaction, and its evidence after an audit record was written with the tag. */
export class CommitTrail {
  readonly tag = randomUUID();
  #evidence: CommitEvidence | undefined;

  /** Undefined until a record is written. */
  get evidence(): CommitEvidence | undefined {
    return this.#evidence;
  }

  /** Notes that records were written in the transaction. Keeps the first one: all of them are committed or none. */
  note([record]: readonly AuditRecord[]): void {
    if (!record) return;
    const { organizationId, action, subjectId } = record;
    const subjectKind = subjectKindOf(action);
    this.#evidence ??= { tag: this.tag, organizationId, subjectKind, subjectId };
  }
}

/**
 * Returns SQL for the FROM clause that takes the lock of a tag until the end of the transaction, and gives one row. A
 * session that gets the lock later knows that the transaction of the tag has ended.
 */
export function lockTag(tag: string): string {
  return `pg_advisory_xact_lock(${lockKeyOf(tag)})`;
}

/** Returns SQL for the key of that lock. */
export function lockKeyOf(tag: string): string {
  return `hashtextextended((${tag})::text, 0)`;
}
