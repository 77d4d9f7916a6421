import type { Environment } from "../booking/environment.ts";
import type { PageRequest } from "../page.ts";
import type { Actor, AuditAction, AuditRecord, AuditSubjectKind } from "./audit_record.ts";

/** A record as it is read. */
export interface AuditEntry extends Omit<AuditRecord, "organizationId"> {
  id: number;
}

/** Which entries are asked for, newest first; null leaves a filter out. */
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

/** What was done, append-only; records are written by the ports that do it, in the same transaction. */
export interface AuditLog {
  /** The entries of one page, and how many there are in all, counted and paged up to `maxCounted`. */
  page(
    organizationId: number,
    query: AuditQuery,
  ): Promise<{ items: AuditEntry[]; totalElements: number }>;
  /** Everything that was done to one subject, oldest first. */
  historyOf(
    organizationId: number,
    subject: { kind: AuditSubjectKind; id: number },
  ): Promise<AuditEntry[]>;
}
