import { type Group, localStartsOf, type ZoneOffsets } from "../../../core/mod.ts";

/** The groups of time. */
interface TimeExpressions {
  DAY: string;
  WEEK: string;
  MONTH: string;
  HOUR_OF_DAY: string;
  WEEKDAY: string;
}

/** The groups of a `timestamp`. */
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
 * The groups of seconds that a clock has shown since 1970, which are some times as fast to tell as those of a
 * `timestamptz` in a zone. The 1st of January 1970 was a Thursday.
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

/** What a clock shows at the start of a day, in seconds since 1970. */
export function secondsAt(day: Temporal.PlainDate): number {
  return day.toZonedDateTime("UTC").epochMilliseconds / 1000;
}

/** Whether some of the groups are of time. */
export function isByTime(groups: readonly Group[]): boolean {
  return groups.some((group) => group in groupsOfClock(""));
}

type ValueOf = (value: unknown) => string;

/** What the organization's clock showed at a `timestamptz`, in seconds since 1970 there. */
export function clockAt(instant: string, offsets: ZoneOffsets, valueOf: ValueOf): string {
  const seconds = `date_part('epoch', ${instant})`;
  const changes = offsets.changes.map(({ at }) => at.epochMilliseconds / 1000);
  return `(${seconds} + ${offsetIn({ changes, offsets }, seconds, valueOf)})`;
}

/** The instant, in seconds since 1970, at which the clock shows a `timestamp`. */
export function instantAt(local: string, offsets: ZoneOffsets, valueOf: ValueOf): string {
  const seconds = `date_part('epoch', ${local})`;
  const changes = localStartsOf(offsets).map((start) =>
    start.toZonedDateTime("UTC").epochMilliseconds / 1000
  );
  return `(${seconds} - ${offsetIn({ changes, offsets }, seconds, valueOf)})`;
}

// The zone is asked here and not in the statement: a million times it would take longer than all the rest, and
// the database may know other rules of it.
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

/** The end of a day as a value of a `timestamp`; the last one that can be written has none. */
export function dayAfter(day: Temporal.PlainDate): string {
  const next = day.add({ days: 1 });
  return next.year > 9999 ? "infinity" : next.toString();
}
