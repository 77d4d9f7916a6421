import { countIf, plainPercentile } from "./recount.ts";

/** What the report of visits reads of a visit, for a recount that shares no code with it. */
export interface CountedVisit {
  outcome: string | null;
  dueAt: Temporal.Instant | null;
  arrivedAt: Temporal.Instant;
  calledAt: Temporal.Instant | null;
  startedAt: Temporal.Instant | null;
  endedAt: Temporal.Instant | null;
}

/** Returns the counts of a row of the report. */
export function countVisits(items: readonly CountedVisit[]) {
  const due = items.filter(({ calledAt, dueAt }) => calledAt !== null && dueAt !== null);
  const inTime = countIf(due, ({ calledAt, dueAt, arrivedAt }) => {
    const expected = Math.max(dueAt!.epochMilliseconds, arrivedAt.epochMilliseconds);
    return calledAt!.epochMilliseconds - expected <= 5 * 60_000;
  });
  return {
    visits: items.length,
    served: countIf(items, ({ outcome }) => outcome === "SERVED"),
    left: countIf(items, ({ outcome }) => outcome === "LEFT"),
    noShows: countIf(items, ({ outcome }) => outcome === "NO_SHOW"),
    open: countIf(items, ({ outcome }) => outcome === null),
    due: due.length,
    punctuality: due.length === 0 ? null : inTime / due.length,
  };
}

/** Returns the percentiles of a row of the report. */
export function visitPercentiles(items: readonly CountedVisit[]) {
  const seconds = (from: Temporal.Instant, to: Temporal.Instant) =>
    Math.round((to.epochMilliseconds - from.epochMilliseconds) / 1000);
  const waits = items.filter(({ calledAt }) => calledAt !== null)
    .map(({ arrivedAt, calledAt }) => seconds(arrivedAt, calledAt!));
  const services = items.filter(({ outcome }) => outcome === "SERVED")
    .map(({ startedAt, endedAt }) => seconds(startedAt!, endedAt!));
  return {
    p50WaitingSeconds: plainPercentile(waits, 50),
    p90WaitingSeconds: plainPercentile(waits, 90),
    p50HandlingSeconds: plainPercentile(services, 50),
    p90HandlingSeconds: plainPercentile(services, 90),
  };
}
