import type { AuditEntry } from "./audit_log.ts";

/** A change in an organization: who did what to which subject, without the changed values and the address. */
export interface ChangeEntry extends Omit<AuditEntry, "actor" | "subjectName" | "changes"> {
  actor: Omit<AuditEntry["actor"], "ipAddress">;
}

/** The next part of a feed. */
export interface ChangeBatch {
  /** In the order of their ids, each once. */
  changes: ChangeEntry[];
  /** Whether there may be other changes than these. The reader must then read everything again. */
  isIncomplete: boolean;
  /** Every change up to this id is in a batch so far. A feed that begins after it misses nothing. */
  position: number;
}

/** A running feed of one reader. */
export interface ChangeReader {
  /** Waits for the next batch. Returns undefined after `close`, or if the feed cannot be read any more. */
  next(): Promise<ChangeBatch | undefined>;
  close(): void;
}

/** Follows what changes in an organization (gateway/persistence/audit/README.md). */
export interface ChangeFeed {
  /**
   * Follows the changes after the position `after`. With null, or if the position is too old, the first batch has no
   * changes and is incomplete. Throws SERVICE_UNAVAILABLE.
   */
  follow(organizationId: number, after: number | null): Promise<ChangeReader>;
}
