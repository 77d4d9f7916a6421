import {
  type AuditEntry,
  type AuditLog,
  type AuditQuery,
  type AuditRecord,
  mostCounted,
  subjectKindOf,
} from "../../core/mod.ts";

/** The audit in memory: what the other ports wrote there, with ids in that order. */
export function createInMemoryAudit(memory: { audit: AuditRecord[] }): AuditLog {
  const entries = (organizationId: number): AuditEntry[] =>
    memory.audit.flatMap(({ organizationId: owner, ...record }, i) =>
      owner === organizationId ? [{ ...record, id: i + 1 }] : []
    );
  return {
    async page(organizationId, query) {
      const found = entries(organizationId).filter((entry) => matches(entry, query)).reverse();
      const first = query.page * query.size;
      return {
        items: found.slice(first, first + query.size),
        totalElements: Math.min(found.length, mostCounted),
      };
    },
    historyOf: async (organizationId, { kind, id }) =>
      entries(organizationId).filter((entry) =>
        subjectKindOf(entry.action) === kind && entry.subjectId === id
      ),
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
