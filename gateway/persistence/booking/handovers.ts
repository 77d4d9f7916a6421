import { handoverAction } from "../../../core/ports.ts";
import type { Statement } from "../database/statement.ts";

/**
 * Returns SQL that counts how often an appointment was given to another person. The audit log knows, so nothing else is
 * written: `audit_entries_by_subject` has the few entries of an appointment together.
 */
export function countHandovers(
  { organization, environment, id }: { organization: string; environment: string; id: string },
): string {
  return `(
      select count(*)::int from audit_entries handover
      where handover.organization_id = ${organization} and handover.subject_kind = 'appointment'
        and handover.subject_id = ${id} and handover.environment = ${environment}
        and handover.action = '${handoverAction}'
    )`;
}

/** Counts the handovers of some appointments. */
export const readHandovers: Statement<{ id: string; handovers: number }> = {
  name: "count the handovers of appointments",
  text: `
    select requested.id, counted.handovers
    from unnest($3::bigint[]) as requested (id)
    cross join lateral (
      select ${countHandovers({ organization: "$1", environment: "$2", id: "requested.id" })}
        as handovers
    ) counted
    where counted.handovers > 0`,
};
