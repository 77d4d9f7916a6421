import type { ChangeEntry, ChangeFeed } from "../../../core/ports.ts";
import type { AuditMemory } from "./memory.ts";

/** The changes in memory. A reader looks for new ones every millisecond. */
export function changeFeedIn(memory: AuditMemory): ChangeFeed {
  const after = (organizationId: number, position: number): ChangeEntry[] =>
    memory.audit.flatMap((record, i) => {
      const { action, subjectId, environment, actor: { kind, id, name }, at } = record;
      return record.organizationId === organizationId && i >= position
        ? [{ id: i + 1, action, subjectId, environment, actor: { kind, id, name }, at }]
        : [];
    });
  return {
    async follow(organizationId, start) {
      let position = start ?? memory.audit.length;
      let isFirst = true;
      let isClosed = false;
      return {
        async next() {
          while (!isClosed) {
            const changes = after(organizationId, position);
            if (isFirst || changes.length > 0) {
              const isIncomplete = isFirst && start === null;
              isFirst = false;
              position = memory.audit.length;
              return { changes, isIncomplete, position };
            }
            await new Promise((resolve) => setTimeout(resolve, 1));
          }
          return undefined;
        },
        close: () => void (isClosed = true),
      };
    },
  };
}
