import { environments } from "../../../core/mod.ts";
import { pick, randomFrom } from "../../support/random.ts";
import { localTimes, type ReportingTenant } from "./reporting_database.ts";

/** A visit with its local time of arrival. */
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
