const quarterHourMs = 15 * 60_000;
const dayMs = 24 * 60 * 60_000;

// Every entry is between these times. Postgres may not be able to read times outside of them.
const earliestMs = 0;
const latestMs = Date.UTC(9999, 11, 31);

/** A range of time in milliseconds since 1970, without `stop`. */
export interface MsRange {
  start: number;
  stop: number;
}

/**
 * The parts of a range: whole UTC days, whole quarter hours at its ends, and the partial quarter hours outside of them.
 *
 *     partial | quarter hours |        days        | quarter hours | partial
 */
export interface RangeParts {
  days: MsRange[];
  quarterHours: MsRange[];
  partial: MsRange[];
}

/** Returns the range between two instants; null leaves that side open. */
export function rangeBetween(
  from: Temporal.Instant | null,
  to: Temporal.Instant | null,
): MsRange {
  return { start: from ? within(from) : earliestMs, stop: to ? within(to) : latestMs };
}

/** Formats an instant for Postgres. */
export function timestamptzOf(instant: Temporal.Instant | number): string {
  return new Date(typeof instant === "number" ? instant : within(instant)).toISOString();
}

/** Divides a range into its parts, and leaves out empty ones. */
export function toRangeParts({ start, stop }: MsRange): RangeParts {
  const firstQuarter = ceil(start, quarterHourMs);
  const lastQuarter = floor(stop, quarterHourMs);
  if (firstQuarter > lastQuarter) {
    return { days: [], quarterHours: [], partial: filled([start, stop]) };
  }
  const partial = filled([start, firstQuarter], [lastQuarter, stop]);
  const firstDay = ceil(firstQuarter, dayMs);
  const lastDay = floor(lastQuarter, dayMs);
  if (firstDay > lastDay) {
    return { days: [], quarterHours: filled([firstQuarter, lastQuarter]), partial };
  }
  return {
    days: filled([firstDay, lastDay]),
    quarterHours: filled([firstQuarter, firstDay], [lastDay, lastQuarter]),
    partial,
  };
}

/** Returns the arrays for `unnest`: the minutes of the buckets of each range, its start and its stop. */
export function rangeArrays(
  { days, quarterHours }: Pick<RangeParts, "days" | "quarterHours">,
): unknown[][] {
  const ranges = [...days, ...quarterHours];
  return [
    [...days.map(() => dayMs / 60_000), ...quarterHours.map(() => quarterHourMs / 60_000)],
    ranges.map(({ start }) => timestamptzOf(start)),
    ranges.map(({ stop }) => timestamptzOf(stop)),
  ];
}

function within(instant: Temporal.Instant): number {
  return Math.min(Math.max(instant.epochMilliseconds, earliestMs), latestMs);
}

function filled(...ranges: [start: number, stop: number][]): MsRange[] {
  return ranges.filter(([start, stop]) => start < stop).map(([start, stop]) => ({ start, stop }));
}

function floor(ms: number, stepMs: number): number {
  return Math.floor(ms / stepMs) * stepMs;
}

function ceil(ms: number, stepMs: number): number {
  return Math.ceil(ms / stepMs) * stepMs;
}
