import {
  type AuditEntry,
  type AuditLog,
  type AuditQuery,
  maxCounted,
  maxHistory,
  subjectKindOf,
} from "../../../core/mod.ts";
import type { AuditMemory } from "./memory.ts";
import { record } from "./rows.ts";

/** The audit in memory. The ids are in the order of writing. */
export function auditLogIn(memory: AuditMemory): AuditLog {
  const entries = (organizationId: number): AuditEntry[] =>
    memory.audit.flatMap(({ organizationId: owner, ...record }, i) =>
      owner === organizationId ? [{ ...record, id: i + 1 }] : []
    );
  return {
    record: async (one) => record(memory, one),
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
  return wanted.every(([wanted, actual]) => wanted === null || wanted === actual) &&
    (!from || Temporal.Instant.compare(entry.at, from) >= 0) &&
    (!to || Temporal.Instant.compare(entry.at, to) < 0);
}
