import { expect, test } from "vitest";
import {
  calledAgain,
  calledTo,
  cancel,
  changedVisit,
  leave,
  missedCalls,
  requireState,
  serve,
  start,
  transferredTo,
  type Visit,
  waitingAgain,
  waitingVisit,
} from "../../core/visits/visit.ts";
import { minutesBetween } from "../../gateway/dashboard/api/time.ts";
import type { QueueView, Visit as VisitView } from "../../gateway/dashboard/api/types.ts";
import {
  allows,
  callsLeft,
  figuresOf,
  listsOf,
  missedGoal,
  visitActions,
  visitAt,
  waitedMinutes,
} from "../../gateway/dashboard/pages/queue/lists.ts";

const now = Temporal.Instant.from("2026-11-24T09:00:00Z");
const states = ["WAITING", "CALLED", "IN_SERVICE", "ENDED"] as const;

function visitIn(state: (typeof states)[number]): Visit {
  const visit = waitingVisit({
    organizationId: 1,
    environment: "LIVE",
    departmentId: 1,
    date: Temporal.PlainDate.from("2026-11-24"),
    number: 7,
    ticket: "t",
    appointmentId: null,
    appointmentTime: null,
    appointmentDepartmentId: null,
    dueAt: null,
    priority: null,
    note: "",
    arrivedAt: now,
    estimatedMinutes: null,
  });
  return changedVisit(visit, { state, calledAt: now, startedAt: now, desk: "4", calls: 3 });
}

/** What core does for each action of the page. It throws if the state forbids it. */
const inCore: Record<(typeof visitActions)[number], (visit: Visit) => unknown> = {
  call: (visit) => calledTo(visit, { desk: "4", workerId: null }, now),
  again: calledAgain,
  start: (visit) => start(visit, now),
  finish: (visit) => serve(visit, now),
  miss: (visit) => missedCalls(visit, { maxCalls: 3 }, now),
  leave: (visit) => leave(visit, now),
  cancel: (visit) => cancel(visit, now),
  back: waitingAgain,
  transfer: (visit) =>
    visit.state === "IN_SERVICE"
      ? serve(visit, now)
      : transferredTo(visit, { departmentId: 2, priority: null }),
  edit: (visit) => requireState(visit, ["WAITING", "CALLED", "IN_SERVICE"]),
};

test("the page offers the actions that core allows in each state of a visit", () => {
  for (const state of states) {
    for (const action of visitActions) {
      let isAllowed = true;
      try {
        inCore[action](visitIn(state));
      } catch {
        isAllowed = false;
      }
      expect([state, action, allows({ state }, action)]).toEqual([state, action, isAllowed]);
    }
  }
});

const view = (id: number, departmentId: number, desk: string | null = null) =>
  ({ id, departmentId, desk }) as VisitView;
const queue = {
  waiting: [view(1, 1), view(2, 2)],
  called: [view(3, 1, "4"), view(4, 2, "5")],
  inService: [view(5, 2, "6")],
  ended: [view(6, 1)],
  left: [],
} as unknown as QueueView;

test("the lists show the chosen departments, and all if none are chosen", () => {
  const ids = (departmentIds: number[]) =>
    Object.values(listsOf(queue, departmentIds)).map((visits) => visits.map(({ id }) => id));
  expect(ids([2])).toEqual([[2], [4], [5], [], []]);
  expect(ids([])).toEqual([[1, 2], [3, 4], [5], [6], []]);
});

test("the visit at a counter is found also in a department that is not shown", () => {
  expect(visitAt(queue, { desk: "6", workerId: null })?.id).toBe(5);
  expect(visitAt(queue, { desk: "5", workerId: 1 })?.id).toBe(4);
  expect(visitAt(queue, { desk: "7", workerId: null })).toBeUndefined();
  expect(visitAt(queue, null)).toBeUndefined();
});

test("the rest of the calls before a no-show comes from the rules of the department", () => {
  const departments = [{ id: 1, rules: { maxCalls: 3 } }] as QueueView["departments"];
  expect(callsLeft({ calls: 1, departmentId: 1 }, departments)).toBe(2);
  expect(callsLeft({ calls: 5, departmentId: 1 }, departments)).toBe(0);
});

test("waiting ends with the first call, or with the end of a visit without a call", () => {
  const arrivedAt = "2026-11-24T09:00:30";
  const at = "2026-11-24T09:10:00";
  const none = { arrivedAt, calledAt: null, endedAt: null };
  expect(waitedMinutes(none, at)).toBe(9);
  expect(waitedMinutes({ ...none, calledAt: "2026-11-24T09:04:30" }, at)).toBe(4);
  expect(waitedMinutes({ ...none, endedAt: "2026-11-24T09:02:30" }, at)).toBe(2);
  // The clock of the page may be a little behind.
  expect(minutesBetween(arrivedAt, "2026-11-24T09:00:20")).toBe(0);
});

test("the numbers of the queue are those of its people, and of the counters that work", () => {
  const at = (time: string) => `2026-11-24T${time}:00`;
  const view = (one: object) => ({ departmentId: 1, calledAt: null, endedAt: null, ...one });
  const queue = {
    waiting: [{ arrivedAt: at("08:26") }, { arrivedAt: at("08:50") }].map(view),
    called: [view({ desk: "1", arrivedAt: at("08:00"), calledAt: at("08:58") })],
    inService: [view({ desk: "2", arrivedAt: at("08:00"), calledAt: at("08:40") })],
    ended: [view({ desk: "3", endedAt: at("08:55") }), view({ desk: "4", endedAt: at("08:30") })],
    left: [],
  } as unknown as QueueView;
  const departments = [
    { id: 1, isActive: true, estimatedMinutes: 12 },
    { id: 2, isActive: true, estimatedMinutes: null },
  ] as QueueView["departments"];
  expect(figuresOf(listsOf(queue, []), departments, at("09:00")))
    .toEqual({ waiting: 2, longest: 34, counters: 3, estimates: [12] });
  const nobody = listsOf({ waiting: [], called: [], inService: [], ended: [], left: [] }, []);
  expect(figuresOf(nobody, [], at("09:00")))
    .toEqual({ waiting: 0, longest: null, counters: 0, estimates: [] });
});

test("a person who still waits has missed the goal from its minute on", () => {
  const departments = [{ id: 1, rules: { goalMinutes: 15 } }] as QueueView["departments"];
  const visit = {
    state: "WAITING",
    departmentId: 1,
    arrivedAt: "2026-11-24T08:45:00",
    calledAt: null,
    endedAt: null,
  } as const;
  expect(missedGoal(visit, departments, "2026-11-24T08:59:50")).toBeNull();
  expect(missedGoal(visit, departments, "2026-11-24T09:00:00")).toBe(15);
  expect(missedGoal({ ...visit, state: "CALLED" }, departments, "2026-11-24T09:30:00")).toBeNull();
  const noGoal = [{ id: 1, rules: { goalMinutes: null } }] as QueueView["departments"];
  expect(missedGoal(visit, noGoal, "2026-11-24T12:00:00")).toBeNull();
});
