import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Appointment } from "../../../core/booking/appointment.ts";
import { slotKey, slotOf } from "../../../core/departments/slot.ts";
import { DomainError } from "../../../core/errors.ts";
import { dueTime, openDesk } from "./front_desk.ts";

type Desk = Awaited<ReturnType<typeof openDesk>>;

// Few times in few slots, so that places are short; 10:07 and 10:40 change slots with the grid.
const times = ["10:00", "10:07", "10:30", "10:40", "11:15"].map((time) => `2026-03-02T${time}:00`);
const id = fc.integer({ min: 1, max: 6 });
const dateTime = fc.constantFrom(...times);
const worker = fc.constantFrom(null, 1, 2, 3);

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("book" as const), dateTime, worker }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("move" as const), id, dateTime }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("worker" as const), id, worker }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom("cancel" as const, "complete" as const, "miss" as const),
      id,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("undo" as const), id }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("archive" as const), id }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("set" as const),
      settings: fc.record({
        slotCapacity: fc.integer({ min: 1, max: 3 }),
        slotInterval: fc.constantFrom(30, 60, 90),
        slotOffset: fc.constantFrom(0, 20),
        showAdminsInBooking: fc.boolean(),
      }, { requiredKeys: [] }),
    }),
  },
);
const path = fc.array(step, { minLength: 10, maxLength: 40, size: "max" });

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function take(desk: Desk, one: Step): Promise<unknown> {
  const { staff, caller, application } = desk;
  switch (one.do) {
    case "book":
      return await desk.book({ dateTime: one.dateTime, workerId: workerOf(desk, one.worker) });
    case "move":
      return await staff.rescheduleAppointment(caller, { id: one.id, dateTime: one.dateTime });
    case "worker":
      return await staff.updateAppointment(caller, {
        id: one.id,
        workerId: workerOf(desk, one.worker),
      });
    case "cancel":
      return await staff.cancelAppointment(caller, { id: one.id });
    case "complete":
      return await staff.completeAppointment(caller, { id: one.id });
    case "miss":
      return await staff.markMissed(caller, { id: one.id });
    case "undo":
      return await staff.revertAppointment(caller, { id: one.id });
    case "archive":
      return await application.archiveAppointment({ ...caller, environment: "LIVE" }, one.id);
    case "set":
      return await application.updateDepartment(desk.departmentId, one.settings);
  }
}

function workerOf({ workerIds }: Desk, number: number | null): number | null {
  return number === null ? null : workerIds[number - 1]!;
}

/** Takes the steps on a desk. Calls `check` after each step with its outcome and the appointments before it. */
async function walk(
  steps: Step[],
  check: (
    desk: Desk,
    taken: { step: Step; isDone: boolean; before: Appointment[] },
  ) => void,
): Promise<Desk> {
  const desk = await openDesk({ workers: ["U", "V", "W"] });
  // All times have come, so that each can be missed.
  desk.clock.now = dueTime.add({ hours: 2 });
  for (const one of steps) {
    const before = desk.memory.appointments.map((appointment) => ({ ...appointment }));
    let isDone = true;
    try {
      await take(desk, one);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      isDone = false;
    }
    check(desk, { step: one, isDone, before });
  }
  return desk;
}

const walks = (check: Parameters<typeof walk>[1]) =>
  fc.assert(
    fc.asyncProperty(path, async (steps) => {
      await walk(steps, check);
    }),
    { numRuns: 200 },
  );

function takesPlace({ status, archivedAt }: Appointment): boolean {
  return status !== "CANCELLED" && archivedAt === null;
}

test("the random walks reach every kind of step, done and refused", async () => {
  const reached = new Set<string>();
  for (const steps of fc.sample(path, { seed: 1, numRuns: 60 })) {
    await walk(steps, (_, { step, isDone }) => reached.add(`${step.do} ${isDone}`));
  }
  const verbs = ["book", "move", "worker", "cancel", "complete", "miss", "undo", "archive"];
  expect([...reached].sort()).toEqual(
    [...verbs.flatMap((verb) => [`${verb} false`, `${verb} true`]), "set true"].sort(),
  );
});

test("every place is within its slot and capacity, and places and exclusive workers are unique in a slot", async () => {
  await walks(({ memory }) => {
    const taking = memory.appointments.filter(takesPlace);
    for (const one of taking) {
      expect(one.place).toBeGreaterThanOrEqual(1);
      expect(one.place).toBeLessThanOrEqual(one.slotCapacity);
      const end = one.slotStart.add({ minutes: one.slotMinutes });
      expect(Temporal.PlainDateTime.compare(one.slotStart, one.dateTime)).toBeLessThanOrEqual(0);
      expect(Temporal.PlainDateTime.compare(one.dateTime, end)).toBeLessThan(0);
    }
    const slotsAs = ({ slotStart, slotMinutes }: Appointment) => `${slotStart} ${slotMinutes}`;
    const places = taking.map((one) => `${slotsAs(one)} ${one.place}`);
    expect(new Set(places).size).toBe(places.length);
    const busy = taking.filter(({ workerIsExclusive }) => workerIsExclusive)
      .map((one) => `${slotsAs(one)} ${one.workerId}`);
    expect(new Set(busy).size).toBe(busy.length);
  });
});

test("a booking, a move and an undone cancellation never exceed the current capacity of the slot", async () => {
  await walks(({ memory }, { step, isDone, before }) => {
    if (!isDone || step.do !== "book" && step.do !== "move" && step.do !== "undo") return;
    const [department] = memory.departments;
    const mover = step.do === "book" ? memory.appointments.length : step.id;
    if (step.do === "undo" && before[mover - 1]!.status !== "CANCELLED") return;
    if (
      step.do === "move" &&
      before[mover - 1]?.dateTime.equals(memory.appointments[mover - 1]!.dateTime)
    ) return;
    const keyOf = ({ dateTime }: Appointment) => slotKey(1, slotOf(dateTime, department!));
    const there = memory.appointments.filter((one) =>
      takesPlace(one) && keyOf(one) === keyOf(memory.appointments[mover - 1]!)
    );
    // A move within a slot takes no place more, also if the capacity was lowered below what is booked.
    const was = before[mover - 1];
    const isWithin = step.do === "move" && was &&
      keyOf(was) === keyOf(memory.appointments[mover - 1]!);
    if (isWithin) return;
    expect(there.length).toBeLessThanOrEqual(department!.slotCapacity);
  });
});

test("charges and refunds of an appointment take turns, and exactly the CANCELLED ones end with a refund", async () => {
  await walks(({ memory }) => {
    for (const { id, status } of memory.appointments) {
      const kinds = memory.creditEntries.filter(({ appointmentId }) => appointmentId === id)
        .map(({ kind }) => kind);
      expect(kinds).toEqual(kinds.map((_, i) => i % 2 === 0 ? "CONSUMED" : "REFUNDED"));
      expect(kinds.at(-1)).toBe(status === "CANCELLED" ? "REFUNDED" : "CONSUMED");
    }
    const live = memory.creditEntries.filter(({ environment }) => environment === "LIVE");
    const sum = live.reduce((total, { amount }) => total + amount, 0);
    expect(live.at(-1)!.balanceAfter).toBe(sum);
  });
});

test("a cancelled or archived appointment does not change any more, except by an undo", async () => {
  await walks(({ memory }, { step, before }) => {
    for (const [i, was] of before.entries()) {
      if (takesPlace(was) || step.do === "undo" && step.id === i + 1 && !was.archivedAt) continue;
      const is = memory.appointments[i]!;
      expect({ ...is, archivedAt: null }).toEqual({ ...was, archivedAt: null });
      if (was.archivedAt) expect(is.archivedAt).toEqual(was.archivedAt);
    }
  });
});

test("a refused step changes nothing and publishes no event", async () => {
  await walks((desk, { isDone, before }) => {
    const published = desk.published();
    if (isDone) return;
    expect(desk.memory.appointments.map((one) => ({ ...one }))).toEqual(before);
    expect(published).toEqual([]);
  });
});
