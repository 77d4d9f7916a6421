import type { Environment } from "../environment.ts";
import type { PageRequest } from "../page.ts";
import type { Actor, AuditAction, AuditRecord, AuditSubjectKind } from "./audit_record.ts";

/** The maximum number of entries in the history of one subject. `audit.list` pages through older ones. */
export const maxHistory = 500;

/** A record as it is read from the log. */
export interface AuditEntry extends Omit<AuditRecord, "organizationId"> {
  id: number;
}

/** Filters and page of entries, newest first. A null leaves that filter out. */
export interface AuditQuery extends PageRequest {
  subjectKind: AuditSubjectKind | null;
  subjectId: number | null;
  action: AuditAction | null;
  actorKind: Actor["kind"] | null;
  actorId: number | null;
  environment: Environment | null;
  /** Inclusive. */
  from: Temporal.Instant | null;
  /** Exclusive. */
  to: Temporal.Instant | null;
}

/** The audit log, append-only except for the reasons that an erasure removes (core/audit/README.md 2). The ports that make a change write its record, in the same transaction. */
export interface AuditLog {
  /** Writes the record of an action that changes nothing. */
  record(record: AuditRecord): Promise<void>;
  /** Returns one page and the total number of entries. Counts and pages go up to `maxCounted`. */
  page(
    organizationId: number,
    query: AuditQuery,
  ): Promise<{ items: AuditEntry[]; totalElements: number }>;
  /** Returns the latest `maxHistory` entries of one subject, oldest first. */
  historyOf(
    organizationId: number,
    subject: { kind: AuditSubjectKind; id: number },
  ): Promise<AuditEntry[]>;
}
