import type { AppointmentView } from "../../core/mod.ts";
import type { PastVisit } from "../persistence/mod.ts";

const days = 14;
const saturday = 6;
const opensAt = Temporal.PlainTime.from("08:00");
const closesAt = Temporal.PlainTime.from("17:00");
/** Where the office has been open for a short time or is closed, people came so long before now. */
const minHoursToday = 3;
const minutesBetweenVisits = 24;

interface VisitsOptions {
  timeZone: string;
  now: Temporal.Instant;
  /** The departments with the workers who serve there. */
  places: readonly { departmentId: number; workerIds: readonly (number | null)[] }[];
  /** The completed appointments: each has a visit. */
  appointments: readonly Pick<AppointmentView, "id" | "departmentId" | "dateTime">[];
}

/** Returns the ended visits of two weeks of workdays, and of today until a few minutes ago. */
export function demoVisits(options: VisitsOptions): PastVisit[] {
  const { timeZone, now, appointments } = options;
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const arrivals = Array.from({ length: days }, (_, i) => today.subtract({ days: days - i }))
    .filter(({ dayOfWeek }) => dayOfWeek < saturday)
    .flatMap((date) => arrivalsOf(date, { timeZone, until: closesAt }));
  const walkIns = [...arrivals, ...arrivalsOfToday(now, timeZone)].map((arrivedAt, turn) => {
    const { departmentId, workerIds } = options.places[turn % 4 === 3 ? 1 : 0]!;
    const workerId = workerIds[turn % workerIds.length] ?? null;
    return visitAt(arrivedAt, { departmentId, workerId, appointmentId: null, dueAt: null, turn });
  });
  const withAppointment = appointments.map(({ id, departmentId, dateTime }, turn) => {
    const dueAt = Temporal.PlainDateTime.from(dateTime).toZonedDateTime(timeZone).toInstant();
    const arrivedAt = dueAt.subtract({ minutes: 4 + turn * 5 % 14 });
    const place = { departmentId, workerId: null };
    return visitAt(arrivedAt, { ...place, appointmentId: id, dueAt, turn: turn * 2 });
  });
  // Nobody may still be in service who is said to have left.
  return [...walkIns, ...withAppointment].filter(({ endedAt }) =>
    Temporal.Instant.compare(endedAt, now) < 0
  );
}

function arrivalsOf(
  date: Temporal.PlainDate,
  { timeZone, from = opensAt, until }: {
    timeZone: string;
    from?: Temporal.PlainTime;
    until: Temporal.PlainTime;
  },
): Temporal.Instant[] {
  const minutes = from.until(until).total("minutes");
  return Array.from({ length: Math.max(0, Math.floor(minutes / minutesBetweenVisits)) }, (_, i) => {
    // Not every 24 minutes to the second.
    const plainTime = from.add({ minutes: i * minutesBetweenVisits + i * 7 % 13, seconds: i * 17 });
    return date.toZonedDateTime({ timeZone, plainTime }).toInstant();
  });
}

/** Returns arrivals since the opening, or of the last hours. None is of yesterday. */
function arrivalsOfToday(now: Temporal.Instant, timeZone: string): Temporal.Instant[] {
  const local = now.toZonedDateTimeISO(timeZone);
  const midnight = local.startOfDay();
  const hoursAgo = local.subtract({ hours: minHoursToday });
  const earliest = Temporal.ZonedDateTime.compare(hoursAgo, midnight) < 0 ? midnight : hoursAgo;
  const from = [opensAt, earliest.toPlainTime()].toSorted(Temporal.PlainTime.compare)[0]!;
  return arrivalsOf(local.toPlainDate(), { timeZone, from, until: local.toPlainTime() });
}

function visitAt(
  arrivedAt: Temporal.Instant,
  { turn, ...visit }: Pick<PastVisit, "departmentId" | "workerId" | "appointmentId" | "dueAt"> & {
    turn: number;
  },
): PastVisit {
  const waited = 2 + turn * 11 % 23;
  const estimatedMinutes = Math.max(0, waited - 3 + turn % 6);
  const calledAt = arrivedAt.add({ minutes: waited, seconds: turn * 13 % 60 });
  // One of 15 gives up before the call.
  if (turn % 15 === 7) {
    const left = { outcome: "LEFT", workerId: null, desk: null, calledAt: null } as const;
    return { ...visit, ...left, arrivedAt, startedAt: null, endedAt: calledAt, estimatedMinutes };
  }
  const startedAt = calledAt.add({ seconds: 25 + turn * 7 % 50 });
  return {
    ...visit,
    outcome: "SERVED",
    desk: String(1 + turn % 3),
    arrivedAt,
    calledAt,
    startedAt,
    endedAt: startedAt.add({ minutes: 5 + turn * 7 % 12 }),
    estimatedMinutes,
  };
}
