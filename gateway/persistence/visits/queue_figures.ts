import {
  businessDateOf,
  type BusinessHours,
  carriedSince,
  type LocalMoment,
  possibleBusinessDates,
  type QueueRules,
} from "../../../core/ports.ts";
import { rulesColumn, rulesFrom } from "./visit_row.ts";

/** What the last visits of a day say about the next ones: at most this many handling times. */
const maxHandlingTimes = 20;

/** A row of `figuresColumns`. */
export interface FiguresRow {
  id: number;
  name: string;
  /** One of the dates of the statement. */
  date: string;
  /** Null if the statement has one date only. */
  hours: Omit<BusinessHours, "rules"> | null;
  isActive: boolean;
  rules: QueueRules | null;
  counters: number;
  busyCounters: number;
  handlingSeconds: number[];
}

/**
 * Selects a `FiguresRow` of each row of `departments` `d` and each date; `ofBusinessDay` picks one of each department.
 * Parameters: $1 organization, $2 environment, $3 the possible business dates, $4 time.
 */
export const figuresColumns =
  `d.id, d.name, d.is_active as "isActive", ${rulesColumn} as rules, day.date::text as date,
  case when cardinality($3::date[]) > 1 then
    json_build_object('openingHours', d.opening_hours, 'closures', d.closures) end as hours,
  coalesce(cardinality(recent.desks), 0) as counters,
  (
    select count(*)::int from visits v
    where v.organization_id = $1 and v.environment = $2 and v.state in ('CALLED', 'IN_SERVICE')
      and v.desk = any(recent.desks)
  ) as "busyCounters",
  array(
    select extract(epoch from v.ended_at - v.started_at)::float8 from visits v
    where v.organization_id = $1 and v.environment = $2 and v.department_id = d.id
      and v.date = day.date and v.outcome = 'SERVED'
    order by v.ended_at desc limit ${maxHandlingTimes}
  ) as "handlingSeconds"`;

/** Joins what `figuresColumns` needs. */
export const figuresJoin = `
  cross join unnest($3::date[]) as day(date)
  cross join lateral (
    select array_agg(distinct v.desk) as desks from visits v
    where v.organization_id = $1 and v.environment = $2 and v.department_id = d.id
      and v.date = day.date and v.desk is not null
      and (v.state in ('CALLED', 'IN_SERVICE')
        or greatest(v.called_at, v.ended_at) > $4::timestamptz - interval '1 hour')
  ) recent`;

/**
 * True for every visit `v` that may be current. It bounds what is read: visits that nobody ends stay open for years.
 * `carriedValues` are its parameters $3 and $4.
 */
export const mayBeCurrent = "(v.date >= $3::date or v.arrived_at > $4::timestamptz)";

export function carriedValues(moment: LocalMoment): string[] {
  return [datesAt(moment)[0]!, carriedSince(moment.now).toString()];
}

/** Returns the value of $3 of `figuresColumns`: the dates that a business day can have now. */
export function datesAt(moment: LocalMoment): string[] {
  return possibleBusinessDates(moment).map(String);
}

/** Returns of each department the row of its business day. */
export function ofBusinessDay<Row extends FiguresRow>(
  rows: readonly Row[],
  moment: LocalMoment,
): Row[] {
  return rows.filter(({ date, hours, rules }) =>
    !hours || businessDateOf({ ...hours, rules: rulesFrom(rules) }, moment).toString() === date
  );
}
