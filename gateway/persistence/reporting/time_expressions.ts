import {
  instantsAround,
  isTimeGroup,
  localStartsOf,
  type ReportQuery,
  type ZoneOffsets,
  zoneOffsets,
} from "../../../core/ports.ts";
import type { ValueOf } from "./grouped.ts";

/** The SQL expressions of the groups by time. */
interface TimeExpressions {
  DAY: string;
  WEEK: string;
  MONTH: string;
  HOUR_OF_DAY: string;
  WEEKDAY: string;
}

/** Returns the groups of a `timestamp`. */
export function groupsOfLocal(time: string): TimeExpressions {
  return {
    DAY: `${time}::date`,
    WEEK: `date_trunc('week', ${time})::date`,
    MONTH: `date_trunc('month', ${time})::date`,
    HOUR_OF_DAY: `date_part('hour', ${time})::int`,
    WEEKDAY: `date_part('isodow', ${time})::int`,
  };
}

/**
 * Returns the groups of a local time in seconds since 1970. They are several times as fast as the groups of a
 * `timestamptz` in a time zone. The 1st of January 1970 was a Thursday.
 */
export function groupsOfClock(seconds: string): TimeExpressions {
  const day = `floor(${seconds} / 86400)::int`;
  const sinceMonday = `(${day} + 3) % 7`;
  const date = `(date '1970-01-01' + ${day})`;
  return {
    DAY: date,
    WEEK: `(${date} - ${sinceMonday})`,
    MONTH: `date_trunc('month', ${date}::timestamp)::date`,
    HOUR_OF_DAY: `floor(${seconds} / 3600)::int % 24`,
    WEEKDAY: `${sinceMonday} + 1`,
  };
}

/** Returns the local time at the start of a day, in seconds since 1970. */
export function secondsAt(day: Temporal.PlainDate): number {
  return day.toZonedDateTime("UTC").epochMilliseconds / 1000;
}

/** Like `clockAt`, in the period of a report. Without a group by time it is a constant, which nobody reads. */
export function clockIn(instant: string, query: ReportQuery, valueOf: ValueOf): string {
  if (!query.groupBy.some(isTimeGroup)) return "0";
  return clockAt(
    instant,
    zoneOffsets(query.timeZone, instantsAround(query, query.timeZone)),
    valueOf,
  );
}

/** Returns SQL for the local time at a `timestamptz`, in seconds since 1970. */
export function clockAt(instant: string, offsets: ZoneOffsets, valueOf: ValueOf): string {
  const seconds = `date_part('epoch', ${instant})`;
  const changes = offsets.changes.map(({ at }) => at.epochMilliseconds / 1000);
  return `(${seconds} + ${offsetIn({ changes, offsets }, seconds, valueOf)})`;
}

/** Returns SQL for the instant of a local `timestamp`, in seconds since 1970. */
export function instantAt(local: string, offsets: ZoneOffsets, valueOf: ValueOf): string {
  const seconds = `date_part('epoch', ${local})`;
  const changes = localStartsOf(offsets).map((start) =>
    start.toZonedDateTime("UTC").epochMilliseconds / 1000
  );
  return `(${seconds} - ${offsetIn({ changes, offsets }, seconds, valueOf)})`;
}

// The offsets of the time zone are computed here and not in the statement. For a million rows, AT TIME ZONE would take
// longer than everything else, and the database may have another version of the time zone's rules.
function offsetIn(
  { changes, offsets }: { changes: number[]; offsets: ZoneOffsets },
  seconds: string,
  valueOf: ValueOf,
): string {
  const { offsetSeconds } = offsets;
  if (changes.length === 0) return `${valueOf(offsetSeconds[0])}::float8`;
  const position = `1 + width_bucket(${seconds}, ${valueOf(changes)}::float8[])`;
  return `(${valueOf(offsetSeconds)}::float8[])[${position}]`;
}

/** Formats the end of a day as a `timestamp`. After the year 9999 it is infinity. */
export function dayAfter(day: Temporal.PlainDate): string {
  const next = day.add({ days: 1 });
  return next.year > 9999 ? "infinity" : next.toString();
}
