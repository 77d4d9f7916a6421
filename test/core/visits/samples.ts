import { changedVisit, type Visit, waitingVisit } from "../../../core/visits/visit.ts";

const arrivedAt = Temporal.Instant.from("2026-03-02T09:00:00Z");

/** Returns a time some minutes after the arrival of `visitWith`. */
export function minutesLater(minutes: number): Temporal.Instant {
  return arrivedAt.add({ minutes });
}

/** Makes a waiting visit, with some fields changed. */
export function visitWith(change: Partial<Visit> = {}): Visit {
  const made = waitingVisit({
    organizationId: 1,
    environment: "LIVE",
    departmentId: 7,
    date: Temporal.PlainDate.from("2026-03-02"),
    number: 1,
    ticket: "ticket",
    appointmentId: null,
    appointmentTime: null,
    appointmentDepartmentId: null,
    dueAt: null,
    priority: null,
    note: "",
    arrivedAt,
    estimatedMinutes: null,
  });
  return changedVisit(made, change);
}

/** Makes a visit of each state. */
export const visitsInStates = {
  WAITING: visitWith(),
  CALLED: visitWith({
    state: "CALLED",
    calls: 1,
    desk: "4",
    workerId: 3,
    calledAt: minutesLater(10),
  }),
  IN_SERVICE: visitWith({
    state: "IN_SERVICE",
    calls: 1,
    desk: "4",
    workerId: 3,
    calledAt: minutesLater(10),
    startedAt: minutesLater(11),
  }),
  ENDED: visitWith({ state: "ENDED", outcome: "LEFT", endedAt: minutesLater(5) }),
};
