import type { QueueRules } from "../../../core/ports.ts";
import { rulesColumn } from "./visit_row.ts";

/** What the last visits of a day say about the next ones: at most this many handling times. */
const maxHandlingTimes = 20;

/** A row of `figuresColumns`. */
export interface FiguresRow {
  id: number;
  name: string;
  isActive: boolean;
  rules: QueueRules | null;
  counters: number;
  busyCounters: number;
  handlingSeconds: number[];
}

/**
 * Selects a `FiguresRow` of each row of `departments` `d`. Parameters: $1 organization, $2 environment, $3 date, $4
 * time.
 */
export const figuresColumns = `d.id, d.name, d.is_active as "isActive", ${rulesColumn} as rules,
  coalesce(cardinality(recent.desks), 0) as counters,
  (
    select count(*)::int from visits v
    where v.organization_id = $1 and v.environment = $2 and v.state in ('CALLED', 'IN_SERVICE')
      and v.desk = any(recent.desks)
  ) as "busyCounters",
  array(
    select extract(epoch from v.ended_at - v.started_at)::float8 from visits v
    where v.organization_id = $1 and v.environment = $2 and v.department_id = d.id
      and v.date = $3::date and v.outcome = 'SERVED'
    order by v.ended_at desc limit ${maxHandlingTimes}
  ) as "handlingSeconds"`;

/** Joins what `figuresColumns` needs. */
export const figuresJoin = `
  cross join lateral (
    select array_agg(distinct v.desk) as desks from visits v
    where v.organization_id = $1 and v.environment = $2 and v.department_id = d.id
      and v.date = $3::date and v.desk is not null
      and (v.state in ('CALLED', 'IN_SERVICE')
        or greatest(v.called_at, v.ended_at) > $4::timestamptz - interval '1 hour')
  ) recent`;
