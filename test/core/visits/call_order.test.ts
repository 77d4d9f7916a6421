import { expect, test } from "vitest";
import { callOrder } from "../../../core/visits/call_order.ts";
import { defaultQueueRules } from "../../../core/visits/queue_rules.ts";
import type { Visit } from "../../../core/visits/visit.ts";
import { minutesLater, visitsInStates, visitWith } from "./samples.ts";

const rules = { ...defaultQueueRules, toleranceMinutes: 15, priorities: ["Urgent", "Child"] };

/** Returns the numbers in the order of the calls, `minutes` after nine. */
function numbersAt(minutes: number, visits: Visit[]): number[] {
  return callOrder(visits, { rulesOf: () => rules, now: minutesLater(minutes) })
    .map(({ number }) => number);
}

const walkIn = (number: number, minutes: number, more: Partial<Visit> = {}) =>
  visitWith({ number, arrivedAt: minutesLater(minutes), ...more });
const booked = (number: number, minutes: number, due: number, more: Partial<Visit> = {}) =>
  walkIn(number, minutes, { dueAt: minutesLater(due), appointmentId: number, ...more });

test("people without an appointment are called in the order of their arrival", () => {
  expect(numbersAt(60, [walkIn(3, 20), walkIn(1, 5), walkIn(2, 10)])).toEqual([1, 2, 3]);
});

test("two people who came at the same time are called by their numbers", () => {
  expect(numbersAt(60, [walkIn(2, 5), walkIn(1, 5)])).toEqual([1, 2]);
});

test("a due appointment goes before everybody without one, but not earlier than the tolerance", () => {
  const all = [walkIn(1, 0), booked(2, 10, 60)];
  expect(numbersAt(44, all)).toEqual([1, 2]);
  expect(numbersAt(45, all)).toEqual([2, 1]);
});

test("due appointments are called by their time, whoever came first", () => {
  expect(numbersAt(60, [booked(1, 0, 60), booked(2, 30, 50)])).toEqual([2, 1]);
});

test("who comes later than the tolerance after the appointment waits like somebody without one", () => {
  expect(numbersAt(80, [walkIn(1, 60), booked(2, 65, 50)])).toEqual([2, 1]);
  expect(numbersAt(80, [walkIn(1, 60), booked(2, 66, 50)])).toEqual([1, 2]);
});

test("priorities go first, in the order of the department", () => {
  const child = walkIn(2, 10, { priority: "Child" });
  const urgent = walkIn(3, 20, { priority: "Urgent" });
  expect(numbersAt(60, [booked(1, 0, 60), child, urgent])).toEqual([3, 2, 1]);
});

test("a priority that the department has removed counts as none", () => {
  expect(numbersAt(60, [walkIn(1, 0), walkIn(2, 5, { priority: "Gone" })])).toEqual([1, 2]);
});

test("only those who wait are called", () => {
  expect(numbersAt(60, Object.values(visitsInStates))).toEqual([1]);
});

test("each department has its own tolerance", () => {
  const all = [booked(1, 0, 90, { departmentId: 1 }), booked(2, 5, 90, { departmentId: 2 })];
  const rulesOf = (id: number) => ({ ...rules, toleranceMinutes: id === 2 ? 60 : 0 });
  const order = callOrder(all, { rulesOf, now: minutesLater(40) });
  expect(order.map(({ number }) => number)).toEqual([2, 1]);
});
