import { defaultQueueRules, type QueueRules, type Visit } from "../../../core/ports.ts";
import type { RowOf } from "../mapping/columns.ts";
import { visits } from "../mapping/tables.ts";

/** A row of `visitColumns`. */
export type VisitRow = RowOf<Visit>;

/** Selects a `VisitRow` of the table `v`. */
export const visitColumns = visits.select("v");

/** Converts a row to core's `Visit`. */
export function visitFromRow(row: VisitRow): Visit {
  return visits.fromRow(row);
}

/** Selects the rules of the row of `departments` `d` as JSON; null if it has none of its own. */
export function rulesColumnOf(organizationId: string): string {
  return `(
    select json_build_object('checkIn', r.check_in, 'toleranceMinutes', r.tolerance_minutes,
      'arrivalMinutes', r.arrival_minutes, 'goalMinutes', r.goal_minutes, 'dayEndsAt', to_char(r.day_ends_at, 'HH24:MI'),
      'maxCalls', r.max_calls, 'priorities', r.priorities, 'reminderMinutes', r.reminder_minutes,
      'waitlistOfferMinutes', r.waitlist_offer_minutes, 'personLink', r.person_link,
      'personLinkMinutes', r.person_link_minutes,
      'version', r.version)
    from queue_rules r where r.organization_id = ${organizationId} and r.department_id = d.id
  )`;
}

/** The same for the organization $1. */
export const rulesColumn = rulesColumnOf("$1");

/** Returns the rules of a `rulesColumn`. */
export function rulesFrom(column: QueueRules | null): QueueRules {
  return column ?? defaultQueueRules;
}
