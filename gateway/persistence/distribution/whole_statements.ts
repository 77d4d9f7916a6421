// Statements that a distributed database gets instead of those of an ordinary one, because Citus refuses these.

/** Deletes the rollups before a time, in one step instead of many small ones. It is once a month. */
export const deleteOldRollupsOfNodes = "delete from usage_rollups where bucket < $1";

/** Reads the state of the delivery queue. Each node counts for its webhooks: none can jump from one organization to the next. */
export function readQueueOfNodes(
  { countDue, isOverdue, oldestDue }: { countDue: string; isOverdue: string; oldestDue: string },
): string {
  return `
    select coalesce(sum(due.attempts), 0)::float8 as due, ${oldestDue} as "oldestDueSeconds",
      coalesce(sum(overdue.attempts), 0)::float8 as "overdueLeases"
    from webhooks w cross join lateral (${countDue}) due
    cross join lateral (
      select count(*) as attempts from webhook_attempts a
      where a.organization_id = w.organization_id and a.webhook_id = w.id and ${isOverdue}
    ) overdue
    where w.is_active and w.deleted_at is null`;
}
