import { describe, expect, test } from "vitest";
import type { ActiveWorker } from "../../../core/departments/absence.ts";
import { evaluateSlot, type SlotInput } from "../../../core/departments/availability.ts";
import { at, departmentWith, now } from "../booking/samples.ts";
import { textOf } from "../../../core/messages.ts";

/** Evaluates 10:00 on Monday, 2 March 2026, in an empty department, unless other values are given. */
function evaluate(
  { time = "2026-03-02T10:00", places = [], workerIds = [], ...given }:
    & Partial<Omit<SlotInput, "dateTime" | "occupancy">>
    & { time?: string; places?: number[]; workerIds?: number[] },
) {
  const verdict = evaluateSlot({
    department: departmentWith(),
    dateTime: at(time),
    timeZone: "UTC",
    now,
    occupancy: { places, workerIds },
    activeWorkers: [],
    ...given,
  });
  const { remainingSlots, unavailabilityReason: reason } = verdict;
  return [remainingSlots, reason && textOf(reason)] as const;
}

/** Makes active workers without absences. */
function workersOf(ids: readonly number[]): ActiveWorker[] {
  return ids.map((id) => ({ id, absences: [] }));
}

const closed = { openingHours: {} };
const closure = { closures: [{ from: "2026-03-02", to: "2026-03-02", reason: "Flood" }] };
const bookingWindow = { maxDaysAhead: 0 };

describe("a slot is unavailable", () => {
  test.each([
    ["by a closure", { ...closure }, "Closed on 2026-03-02: Flood"],
    ["by the hours", { ...closed }, "Closed at 10:00 on Monday"],
    ["by the window", { bookingWindow }, "Outside the booking window: more than 0 days ahead"],
    ["by a closure before its hours", { ...closure, ...closed }, "Closed on 2026-03-02: Flood"],
    ["by its hours before the window", { ...closed, bookingWindow }, "Closed at 10:00 on Monday"],
  ])("%s, and has no remaining places", (_, settings, reason) => {
    const department = departmentWith({ slotCapacity: 5, ...settings });
    expect(evaluate({ department })).toEqual([0, reason]);
    expect(evaluate({ department, places: [1, 2, 3, 4, 5] })).toEqual([0, reason]);
  });

  test("if its time does not exist because the clocks skip it", () => {
    const timeZone = "America/New_York";
    const [remaining, reason] = evaluate({ timeZone, time: "2026-03-08T02:30" });
    expect(remaining).toBe(0);
    expect(reason).toMatch(/2026-03-08T02:30:00.*does not exist/);
    expect(evaluate({ timeZone, time: "2026-03-08T03:00" })).toEqual([1, null]);
  });

  test.each([
    [3, [1, 2, 3], "Slot is full (3/3 booked)"],
    [1, [1], "Slot is full (1/1 booked)"],
    [2, [1, 2, 3], "Slot is full (3/2 booked)"],
    [1, [3, 7], "Slot is full (2/1 booked)"],
  ])("if of %i places the places %j are booked", (slotCapacity, places, reason) => {
    expect(evaluate({ department: departmentWith({ slotCapacity }), places })).toEqual([0, reason]);
  });
});

test.each([
  [3, [], 3],
  [3, [2], 2],
  [3, [1, 3], 1],
  [2, [5], 1],
  [10_000, [], 10_000],
])("of %i places with %j booked, %i remain", (slotCapacity, places, remaining) => {
  expect(evaluate({ department: departmentWith({ slotCapacity }), places })).toEqual([
    remaining,
    null,
  ]);
});

describe("a department that books by worker", () => {
  const department = departmentWith({ slotCapacity: 3, showAdminsInBooking: true });

  test.each<[string, number[], number[], number[], number]>([
    ["fewer workers than places", [1, 2], [], [], 2],
    ["more workers than places", [1, 2, 3, 4], [], [], 3],
    ["more free workers than free places", [1, 2, 3, 4], [1], [4], 2],
    ["fewer free workers than free places", [1, 2], [1], [2], 1],
    ["a booking by a worker who is inactive now", [1, 2], [1], [9], 2],
    ["a booking without a worker", [1, 2, 3], [1], [], 2],
  ])(
    "with %s has the smaller number of free places and free workers",
    (_, activeWorkerIds, places, workerIds, left) => {
      expect(evaluate({ department, activeWorkers: workersOf(activeWorkerIds), places, workerIds }))
        .toEqual([left, null]);
    },
  );

  test.each<[string, number[], number[], number[], string]>([
    ["every place is taken", [1, 2, 3, 4], [1, 2, 3], [1, 2, 3], "Slot is full (3/3 booked)"],
    ["every worker is busy", [1, 2], [1, 2], [2, 1], "Slot is full (2/2 booked)"],
    ["it has no active worker", [], [], [], "Slot is full (0/0 booked)"],
  ])("is full if %s", (_, activeWorkerIds, places, workerIds, reason) => {
    expect(evaluate({ department, activeWorkers: workersOf(activeWorkerIds), places, workerIds }))
      .toEqual([0, reason]);
  });
});

test("a department that does not book by worker is not limited by its workers", () => {
  const department = departmentWith({ slotCapacity: 3 });
  const question = { department, activeWorkers: workersOf([1]), places: [1], workerIds: [1] };
  expect(evaluate(question)).toEqual([2, null]);
});
