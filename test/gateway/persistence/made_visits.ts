import { environments } from "../../../core/mod.ts";
import { countIf, plainPercentile } from "../../support/recount.ts";
import {
  localTimes,
  pick,
  randomFrom,
  type ReportingDatabase,
  type ReportingTenant,
} from "./reporting_database.ts";

/** A visit as it is written to the database. */
export type MadeVisit = ReturnType<typeof visitsOf>[number];

const ends = [
  "WAITING",
  "CALLED",
  "IN_SERVICE",
  "SERVED",
  "SERVED",
  "LEFT",
  "NO_SHOW",
  "CANCELLED",
] as const;

/** Visits in every state around a day. Waiting times are around the bound of punctuality, to the millisecond. */
export function visitsOf(
  { departmentIds, workerIds, timeZone }: ReportingTenant,
  { day, count, seed }: { day: string; count: number; seed: number },
) {
  const random = randomFrom(seed);
  const milliseconds = (maxMinutes: number) => Math.floor(random() * maxMinutes * 60_000);
  return localTimes(day, count, random).map((local, i) => {
    const disambiguation = pick(["earlier", "later"] as const, random);
    const arrivedAt = local.toZonedDateTime(timeZone, { disambiguation }).toInstant();
    const arrival = arrivedAt.toZonedDateTimeISO(timeZone).toPlainDateTime();
    // A part of a stay keeps the date of the stay, also if it begins after midnight.
    const date = arrival.toPlainDate().subtract({ days: random() < 0.1 ? 1 : 0 });
    const end = pick(ends, random);
    const wasCalled = end !== "WAITING" && end !== "CANCELLED" &&
      (end !== "LEFT" || random() < 0.5);
    const calledAt = wasCalled ? arrivedAt.add({ milliseconds: milliseconds(15) }) : null;
    const wasServed = end === "SERVED" || end === "IN_SERVICE";
    const startedAt = wasServed ? calledAt!.add({ milliseconds: milliseconds(2) }) : null;
    const isOpen = end === "WAITING" || end === "CALLED" || end === "IN_SERVICE";
    const last = startedAt ?? calledAt ?? arrivedAt;
    // A few are called exactly at the end of the time that counts as punctual.
    const dueAt = calledAt && random() < 0.2
      ? calledAt.subtract({ minutes: 5 })
      : arrivedAt.add({ milliseconds: milliseconds(20) - 600_000 });
    return {
      number: i + 1,
      date,
      arrival,
      environment: pick(environments, random),
      departmentId: pick(departmentIds, random),
      workerId: wasCalled ? pick([null, ...workerIds], random) : null,
      // A counter has at most one open visit.
      desk: !wasCalled ? null : isOpen ? `Room ${i}` : pick(["A", "B", "LIVE room"], random),
      outcome: isOpen ? null : end,
      state: isOpen ? end : "ENDED",
      dueAt: random() < 0.7 ? dueAt : null,
      arrivedAt,
      calledAt,
      startedAt,
      endedAt: isOpen ? null : last.add({ milliseconds: milliseconds(40) }),
    };
  });
}

/** Writes visits. */
export async function writeVisits(
  { pool }: Pick<ReportingDatabase, "pool">,
  { organizationId }: ReportingTenant,
  visits: readonly MadeVisit[],
): Promise<void> {
  await pool.query(
    `insert into visits (organization_id, environment, department_id, date, number, part, ticket, note,
      state, outcome, desk, worker_id, calls, due_at, arrived_at, called_at, started_at, ended_at)
    select $1, environment, department_id, date, number, 1, number::text, '', state, outcome, desk,
      worker_id, (called_at is not null)::int, due_at, arrived_at, called_at, started_at, ended_at
    from unnest($2::text[], $3::int[], $4::date[], $5::int[], $6::text[], $7::text[], $8::text[],
      $9::int[], $10::timestamptz[], $11::timestamptz[], $12::timestamptz[], $13::timestamptz[],
      $14::timestamptz[]) as made (environment, department_id, date, number, state, outcome, desk,
      worker_id, due_at, arrived_at, called_at, started_at, ended_at)`,
    [
      organizationId,
      visits.map(({ environment }) => environment),
      visits.map(({ departmentId }) => departmentId),
      visits.map(({ date }) => date.toString()),
      visits.map(({ number }) => number),
      visits.map(({ state }) => state),
      visits.map(({ outcome }) => outcome),
      visits.map(({ desk }) => desk),
      visits.map(({ workerId }) => workerId),
      ...(["dueAt", "arrivedAt", "calledAt", "startedAt", "endedAt"] as const).map((time) =>
        visits.map((visit) => visit[time]?.toString() ?? null)
      ),
    ],
  );
}

/** Counts visits in plain words. */
export function countsOf(items: readonly MadeVisit[]) {
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

/** Sorts the times of visits, and takes the percentiles. */
export function percentilesOf(items: readonly MadeVisit[]) {
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
