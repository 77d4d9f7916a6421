import {
  type AuditedChange,
  type AuditEntry,
  type AuditLog,
  type AuditQuery,
  type AuditRecord,
  maxCounted,
  maxHistory,
  subjectKindOf,
} from "../../core/mod.ts";

/** Where the other ports write what was done, in the order in which it was. */
export interface AuditMemory {
  audit: AuditRecord[];
}

/** Keeps a record; null is none. */
export function record({ audit }: AuditMemory, made: AuditRecord | null): void {
  if (made) audit.push(made);
}

/** Changes a row, if there is one, and keeps what the audit is told of it beside what it was before. */
export function changeIn<T extends object>(
  memory: AuditMemory,
  row: T | undefined,
  { change, audit }: { change: (row: T) => unknown; audit: AuditedChange<T> },
): T | undefined {
  if (!row) return undefined;
  const before: T = Object.assign(Object.create(Object.getPrototypeOf(row)), row);
  try {
    change(row);
    record(memory, audit(row, before));
  } catch (error) {
    // As a transaction is rolled back.
    Object.assign(row, before);
    throw error;
  }
  return row;
}

/** The audit in memory: what the other ports wrote there, with ids in that order. */
export function createInMemoryAudit(memory: AuditMemory): AuditLog {
  const entries = (organizationId: number): AuditEntry[] =>
    memory.audit.flatMap(({ organizationId: owner, ...record }, i) =>
      owner === organizationId ? [{ ...record, id: i + 1 }] : []
    );
  return {
    async page(organizationId, query) {
      const found = entries(organizationId).filter((entry) => matches(entry, query)).toReversed();
      const first = query.page * query.size;
      return {
        items: found.slice(0, maxCounted).slice(first, first + query.size),
        totalElements: Math.min(found.length, maxCounted),
      };
    },
    historyOf: async (organizationId, { kind, id }) =>
      entries(organizationId).filter((entry) =>
        subjectKindOf(entry.action) === kind && entry.subjectId === id
      ).slice(-maxHistory),
  };
}

function matches(entry: AuditEntry, query: AuditQuery): boolean {
  const wanted: [unknown, unknown][] = [
    [query.subjectKind, subjectKindOf(entry.action)],
    [query.subjectId, entry.subjectId],
    [query.action, entry.action],
    [query.actorKind, entry.actor.kind],
    [query.actorId, entry.actor.id],
    [query.environment, entry.environment],
  ];
  const { from, to } = query;
  return wanted.every(([asked, is]) => asked === null || asked === is) &&
    (!from || Temporal.Instant.compare(entry.at, from) >= 0) &&
    (!to || Temporal.Instant.compare(entry.at, to) < 0);
}
