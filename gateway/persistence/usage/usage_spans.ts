const quarterMs = 15 * 60_000;
const dayMs = 24 * 60 * 60_000;

// What lies beyond is before and after every entry, and may be beyond what Postgres reads.
const earliestMs = 0;
const latestMs = Date.UTC(9999, 11, 31);

/** Milliseconds of the epoch, `stop` excluded. */
export interface Span {
  start: number;
  stop: number;
}

/** The parts of a span: whole UTC days, whole quarters of an hour at its ends, and what is left there. */
export interface SpanParts {
  days: Span[];
  quarters: Span[];
  ragged: Span[];
}

/** The span between two instants; null leaves that side open. */
export function spanBetween(
  from: Temporal.Instant | null,
  to: Temporal.Instant | null,
): Span {
  return { start: from ? within(from) : earliestMs, stop: to ? within(to) : latestMs };
}

/** An instant as Postgres reads it. */
export function timestamptzOf(instant: Temporal.Instant | number): string {
  return new Date(typeof instant === "number" ? instant : within(instant)).toISOString();
}

/** The parts of a span, of each kind only those that are not empty. */
export function partsOf({ start, stop }: Span): SpanParts {
  const firstQuarter = ceil(start, quarterMs);
  const lastQuarter = floor(stop, quarterMs);
  if (firstQuarter > lastQuarter) {
    return { days: [], quarters: [], ragged: filled([start, stop]) };
  }
  const ragged = filled([start, firstQuarter], [lastQuarter, stop]);
  const firstDay = ceil(firstQuarter, dayMs);
  const lastDay = floor(lastQuarter, dayMs);
  if (firstDay > lastDay) {
    return { days: [], quarters: filled([firstQuarter, lastQuarter]), ragged };
  }
  return {
    days: filled([firstDay, lastDay]),
    quarters: filled([firstQuarter, firstDay], [lastDay, lastQuarter]),
    ragged,
  };
}

/** Spans as `unnest` takes them: how many minutes each of their buckets has, their starts and their stops. */
export function spanArrays({ days, quarters }: Pick<SpanParts, "days" | "quarters">): unknown[][] {
  const spans = [...days, ...quarters];
  return [
    [...days.map(() => dayMs / 60_000), ...quarters.map(() => quarterMs / 60_000)],
    spans.map(({ start }) => timestamptzOf(start)),
    spans.map(({ stop }) => timestamptzOf(stop)),
  ];
}

function within(instant: Temporal.Instant): number {
  return Math.min(Math.max(instant.epochMilliseconds, earliestMs), latestMs);
}

function filled(...spans: [start: number, stop: number][]): Span[] {
  return spans.filter(([start, stop]) => start < stop).map(([start, stop]) => ({ start, stop }));
}

function floor(ms: number, stepMs: number): number {
  return Math.floor(ms / stepMs) * stepMs;
}

function ceil(ms: number, stepMs: number): number {
  return Math.ceil(ms / stepMs) * stepMs;
}
