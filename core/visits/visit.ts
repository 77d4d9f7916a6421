import type { BookingScope } from "../environment.ts";
import { DomainError } from "../errors.ts";
import { type Message, say } from "../messages.ts";

/** The states of a visit (core/visits/README.md 1). */
export const visitStates = ["WAITING", "CALLED", "IN_SERVICE", "ENDED"] as const;
export type VisitState = (typeof visitStates)[number];

/** How a visit ended. CANCELLED: nobody had come, the arrival was a mistake. */
export const visitOutcomes = ["SERVED", "LEFT", "NO_SHOW", "CANCELLED"] as const;
export type VisitOutcome = (typeof visitOutcomes)[number];

/**
 * A person in the office, who waits for a department, is called, is served and leaves. It has no name: the appointment has
 * it, and a person without an appointment is a number.
 */
export interface Visit extends Readonly<BookingScope> {
  /** 0 until the database has set it. */
  readonly id: number;
  readonly departmentId: number;
  /** The local date of the arrival. Numbers begin again each day. */
  readonly date: Temporal.PlainDate;
  /** From 1, given once in a day of an organization and environment. */
  readonly number: number;
  /** From 1. A transfer during the service ends this part of the stay and begins the next one, with the same number. */
  readonly part: number;
  /** The secret part of the ticket's address; the same in all parts of the stay. */
  readonly ticket: string;
  /** Null for a person without an appointment. */
  readonly appointmentId: number | null;
  /**
   * The local time and the department of the appointment that the person came for. The appointment may be elsewhere by
   * now (core/visits/README.md 6). Null without an appointment, and in visits of versions that did not store them.
   */
  readonly appointmentTime: Temporal.PlainDateTime | null;
  readonly appointmentDepartmentId: number | null;
  /** The instant of the appointment when the person arrived; null without one. */
  readonly dueAt: Temporal.Instant | null;
  /**
   * The kiosk that gave the number to a person without an appointment; null for everybody else, and once the person was
   * served. No page shows it.
   */
  readonly screenId: number | null;
  /** One of the priorities of the department; null for none. */
  readonly priority: string | null;
  /** For staff, while the visit lasts; "" for none. The end of the visit deletes it. */
  readonly note: string;
  readonly state: VisitState;
  readonly outcome: VisitOutcome | null;
  /** The counter that called last; null before the first call. */
  readonly desk: string | null;
  /** The worker who called last; null if none was named. */
  readonly workerId: number | null;
  /** The number of calls since the visit entered the queue. */
  readonly calls: number;
  /** When the person came to the department. */
  readonly arrivedAt: Temporal.Instant;
  /** The first call since the visit entered the queue. */
  readonly calledAt: Temporal.Instant | null;
  readonly startedAt: Temporal.Instant | null;
  readonly endedAt: Temporal.Instant | null;
  /** The estimated wait on the ticket, in minutes; null if it was not known. */
  readonly estimatedMinutes: number | null;
}

const uncalled = {
  state: "WAITING",
  desk: null,
  workerId: null,
  calls: 0,
  calledAt: null,
  startedAt: null,
} as const satisfies Partial<Visit>;

const unended = { ...uncalled, id: 0, outcome: null, endedAt: null } as const;

/** The fields of a new visit. */
export type NewVisit =
  & Omit<Visit, keyof typeof unended | "part" | "screenId">
  & Partial<Pick<Visit, "part" | "screenId">>;

/** Makes a visit that waits for its first call. */
export function waitingVisit(made: NewVisit): Visit {
  return { part: 1, screenId: null, ...made, ...unended };
}

/** Returns a copy of a visit with some fields changed. */
export function changedVisit(visit: Visit, change: Partial<Visit>): Visit {
  return { ...visit, ...change };
}

/** Where a call comes from. */
export interface CallingCounter {
  desk: string;
  workerId: number | null;
}

/** Returns the visit, called to a counter for the first time. Throws CONFLICT unless it is WAITING. */
export function calledTo(
  visit: Visit,
  { desk, workerId }: CallingCounter,
  now: Temporal.Instant,
): Visit {
  requireState(visit, ["WAITING"]);
  const calledAt = notBefore(visit.arrivedAt, now);
  return changedVisit(visit, { state: "CALLED", calls: 1, calledAt, desk, workerId });
}

/** Returns the visit, called once more. Throws CONFLICT unless it is CALLED. */
export function calledAgain(visit: Visit): Visit {
  requireState(visit, ["CALLED"]);
  return changedVisit(visit, { calls: visit.calls + 1 });
}

/** Returns the visit in service. Throws CONFLICT unless it is CALLED. */
export function start(visit: Visit, now: Temporal.Instant): Visit {
  requireState(visit, ["CALLED"]);
  return changedVisit(visit, { state: "IN_SERVICE", startedAt: notBefore(visit.calledAt!, now) });
}

/** Returns the visit that ends as served. Throws CONFLICT unless it is CALLED or IN_SERVICE. */
export function serve(visit: Visit, now: Temporal.Instant): Visit {
  requireState(visit, ["CALLED", "IN_SERVICE"]);
  // Staff who finish without a start served the person from the call on.
  const startedAt = visit.startedAt ?? visit.calledAt!;
  return end(changedVisit(visit, { startedAt }), "SERVED", now);
}

/** Returns the visit that ends because the person left. Throws CONFLICT if it is in service or ended. */
export function leave(visit: Visit, now: Temporal.Instant): Visit {
  requireState(visit, ["WAITING", "CALLED"]);
  return end(visit, "LEFT", now);
}

/** Returns the visit that ends because nobody had come. Throws CONFLICT unless it is WAITING. */
export function cancel(visit: Visit, now: Temporal.Instant): Visit {
  requireState(visit, ["WAITING"]);
  return end(visit, "CANCELLED", now);
}

/** Returns the visit that ends because nobody came to the counter. Throws CONFLICT unless it is CALLED, and was called often enough. */
export function missedCalls(
  visit: Visit,
  { maxCalls }: { maxCalls: number },
  now: Temporal.Instant,
): Visit {
  requireState(visit, ["CALLED"]);
  if (visit.calls < maxCalls) {
    const { number, calls } = visit;
    throw new DomainError("CONFLICT", say("callAgainFirst", { number, calls, max: maxCalls }));
  }
  return end(visit, "NO_SHOW", now);
}

/** Returns the visit, waiting again at its place in the queue. Throws CONFLICT unless it is CALLED or IN_SERVICE. */
export function waitingAgain(visit: Visit): Visit {
  requireState(visit, ["CALLED", "IN_SERVICE"]);
  return changedVisit(visit, uncalled);
}

/** Returns the visit, waiting for another department. Throws CONFLICT unless it is WAITING or CALLED. */
export function transferredTo(
  visit: Visit,
  { departmentId, priority }: { departmentId: number; priority: string | null },
): Visit {
  requireState(visit, ["WAITING", "CALLED"]);
  return changedVisit(visit, { ...uncalled, departmentId, priority });
}

/** Throws a CONFLICT that names the present state, so the loser of a race sees what the winner did. */
export function requireState(visit: Visit, states: readonly VisitState[]): void {
  if (states.includes(visit.state)) return;
  throw new DomainError("CONFLICT", presentState(visit));
}

function presentState({ number, state, desk, outcome }: Visit): Message {
  switch (state) {
    case "WAITING":
      return say("visitWaits", { number });
    case "CALLED":
      return say("visitCalled", { number, desk: desk! });
    case "IN_SERVICE":
      return say("visitServed", { number, desk: desk! });
    case "ENDED":
      return say("visitEnded", { number, outcome: outcome! });
  }
}

function end(visit: Visit, outcome: VisitOutcome, now: Temporal.Instant): Visit {
  const last = visit.startedAt ?? visit.calledAt ?? visit.arrivedAt;
  return changedVisit(visit, { state: "ENDED", outcome, note: "", endedAt: notBefore(last, now) });
}

/** A clock that was set back must not make a time of waiting negative. */
function notBefore(earlier: Temporal.Instant, now: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.compare(now, earlier) < 0 ? earlier : now;
}
