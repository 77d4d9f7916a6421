import type { Pool } from "pg";
import type { AppointmentSelection, BookingScope, ReadAppointment } from "../../../core/ports.ts";
import { maxClockDifference } from "../credits/credit_ledger.ts";
import { rowsOf, type Statement } from "../database/statement.ts";
import { instantValue } from "../mapping/temporal_types.ts";
import {
  all,
  appointmentColumns,
  appointmentFromRow,
  type AppointmentRow,
} from "./appointment_filter.ts";
import { searchConditions } from "./appointment_search.ts";

/** A page reads at most this many changes, of which the filters may leave out nearly all. */
const maxWalked = 2000;

/** An appointment with the id of its last change, or nulls without any; and how far the changes were read. */
type Row = AppointmentRow & { change: string | null; walked: string; walkedTo: string | null };

/**
 * Reads the next appointments of a selection in the order of their last changes (8 in README.md).
 *
 *     walked   the next changes of the scope
 *     page     those after which the appointment was not changed again, with the appointment
 */
export async function readChanged(
  pool: Pool,
  scope: BookingScope,
  selection: AppointmentSelection,
  { since, after, limit }: { since: Temporal.Instant; after: number; limit: number },
): Promise<{ items: ReadAppointment[]; next: number | null }> {
  // A value, and not a part of the statement: so the planner knows how few entries are after it.
  const start = after > 0 ? after : await entryBefore(pool, scope, since);
  const { values, valueOf, kinds } = searchConditions(scope, selection);
  const time = `${valueOf(instantValue(since))}::timestamptz`;
  const text = `
    with walked as materialized (
      select id, subject_id from audit_entries
      where organization_id = $1 and id > ${valueOf(start)}::bigint
        and subject_kind = 'appointment' and environment = $2 and created_at >= ${time}
      order by id limit ${maxWalked}
    )
    select page.*, ends.walked, ends."walkedTo"
    from (select count(*) as walked, max(id) as "walkedTo" from walked) ends
    left join lateral (
      select walked.id as change, ${appointmentColumns}
      from walked
      cross join lateral (
        select * from appointments
        where organization_id = $1 and environment = $2 and id = walked.subject_id
          and (${kinds.map((kind) => all(...kind)).join(" or ")})
        offset 0
      ) a
      join departments d on d.organization_id = a.organization_id and d.id = a.department_id
      where not exists (
        select from audit_entries later
        where later.organization_id = $1 and later.subject_kind = 'appointment'
          and later.subject_id = walked.subject_id and later.id > walked.id
      )
      order by walked.id limit ${limit + 1}
    ) page on true
    order by page.change`;
  const rows = await rowsOf<Row>(pool, { text }, values);
  const { walked, walkedTo } = rows[0]!;
  const found = rows.filter(({ change }) => change !== null);
  const page = found.slice(0, limit);
  const next = found.length > limit
    ? page.at(-1)!.change
    : Number(walked) === maxWalked
    ? walkedTo
    : null;
  const items: ReadAppointment[] = page.map(appointmentFromRow);
  return { items, next: next === null ? null : Number(next) };
}

const lastSealed: Statement<{ id: string }> = {
  text: `
    select last_id as id from audit_seals
    where organization_id = $1 and sealed_at < $2::timestamptz - ${maxClockDifference}
    order by number desc limit 1`,
};

/** Returns the id of an entry after which all changes since a time are: the last one of a seal that is older. */
async function entryBefore(
  pool: Pool,
  { organizationId }: BookingScope,
  since: Temporal.Instant,
): Promise<number> {
  const [found] = await rowsOf(pool, lastSealed, [organizationId, instantValue(since)]);
  return Number(found?.id ?? 0);
}
