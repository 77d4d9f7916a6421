import { describe, expect, test } from "vitest";
import type { DomainError } from "../../../core/errors.ts";
import {
  calledAgain,
  calledTo,
  cancel,
  leave,
  missedCalls,
  serve,
  start,
  transferredTo,
  type Visit,
  visitStates,
  waitingAgain,
} from "../../../core/visits/visit.ts";
import { minutesLater, visitsInStates, visitWith } from "./samples.ts";

const now = minutesLater(20);
const counter = { desk: "9", workerId: null };

type State = Visit["state"];

/** Each change with what it makes of the states in which it is possible. All other states refuse it. */
const changes: {
  name: string;
  change: (visit: Visit) => Visit;
  from: Partial<Record<State, Partial<Visit>>>;
}[] = [
  {
    name: "a call",
    change: (visit) => calledTo(visit, counter, now),
    from: { WAITING: { state: "CALLED", calls: 1, desk: "9", workerId: null, calledAt: now } },
  },
  {
    name: "a further call",
    change: calledAgain,
    from: { CALLED: { state: "CALLED", calls: 2, calledAt: minutesLater(10) } },
  },
  {
    name: "the start of the service",
    change: (visit) => start(visit, now),
    from: { CALLED: { state: "IN_SERVICE", startedAt: now } },
  },
  {
    name: "the end of the service",
    change: (visit) => serve(visit, now),
    from: {
      CALLED: { state: "ENDED", outcome: "SERVED", startedAt: minutesLater(10), endedAt: now },
      IN_SERVICE: { state: "ENDED", outcome: "SERVED", startedAt: minutesLater(11), endedAt: now },
    },
  },
  {
    name: "leaving",
    change: (visit) => leave(visit, now),
    from: {
      WAITING: { state: "ENDED", outcome: "LEFT", endedAt: now, calledAt: null },
      CALLED: { state: "ENDED", outcome: "LEFT", endedAt: now },
    },
  },
  {
    name: "the cancellation of an arrival",
    change: (visit) => cancel(visit, now),
    from: { WAITING: { state: "ENDED", outcome: "CANCELLED", endedAt: now, calledAt: null } },
  },
  {
    name: "a no-show",
    change: (visit) => missedCalls(visit, { maxCalls: 1 }, now),
    from: { CALLED: { state: "ENDED", outcome: "NO_SHOW", endedAt: now } },
  },
  {
    name: "the return to the queue",
    change: waitingAgain,
    from: {
      CALLED: { state: "WAITING", desk: null, workerId: null, calls: 0, calledAt: null },
      IN_SERVICE: { state: "WAITING", desk: null, calls: 0, calledAt: null, startedAt: null },
    },
  },
  {
    name: "a transfer before the service",
    change: (visit) => transferredTo(visit, { departmentId: 8, priority: "Urgent" }),
    from: {
      WAITING: { state: "WAITING", departmentId: 8, priority: "Urgent" },
      CALLED: { state: "WAITING", departmentId: 8, desk: null, calls: 0, calledAt: null },
    },
  },
];

describe.each(changes)("$name", ({ change, from }) => {
  test.each(visitStates)("of a visit that is %s", (state) => {
    const visit = Object.freeze(visitsInStates[state]);
    const expected = from[state];
    if (expected) {
      expect(change(visit)).toMatchObject({ ...expected, arrivedAt: visit.arrivedAt });
    } else {
      expect(() => change(visit)).toThrow(expect.objectContaining({ code: "CONFLICT" }));
    }
  });
});

test("a refusal names what the visit does now", () => {
  const refused = (visit: Visit) => {
    try {
      return calledTo(visit, counter, now);
    } catch (error) {
      return (error as DomainError).message;
    }
  };
  expect(refused(visitsInStates.CALLED)).toBe("Number 1 is called to 4");
  expect(refused(visitsInStates.IN_SERVICE)).toBe("Number 1 is in service at 4");
  expect(refused(visitsInStates.ENDED)).toBe("Number 1 has ended: LEFT");
});

test("a no-show before the last call is refused and says how many calls there were", () => {
  expect(() => missedCalls(visitsInStates.CALLED, { maxCalls: 3 }, now))
    .toThrow("Number 1 was called 1 of 3 times. Call it again first");
});

test("the end of a visit deletes its note", () => {
  const noted = { note: "Speaks Polish" };
  expect(leave(visitWith(noted), now).note).toBe("");
  expect(serve({ ...visitsInStates.CALLED, ...noted } as Visit, now).note).toBe("");
});

test("a clock that was set back makes no negative time", () => {
  const early = minutesLater(-60);
  expect(calledTo(visitsInStates.WAITING, counter, early).calledAt).toEqual(minutesLater(0));
  expect(start(visitsInStates.CALLED, early).startedAt).toEqual(minutesLater(10));
  expect(serve(visitsInStates.IN_SERVICE, early).endedAt).toEqual(minutesLater(11));
  expect(leave(visitsInStates.WAITING, early).endedAt).toEqual(minutesLater(0));
});
