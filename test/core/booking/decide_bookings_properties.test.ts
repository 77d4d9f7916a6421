import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Appointment } from "../../../core/booking/appointment.ts";
import { evaluateSlot, type SlotOccupancy } from "../../../core/departments/availability.ts";
import type { BookingContext, BookingVerdict } from "../../../core/booking/booking_gate.ts";
import { decideBookings } from "../../../core/booking/decide_bookings.ts";
import { slotKey, slotOf } from "../../../core/departments/slot.ts";
import { decideOneByOne, expectedOutcome, outcomeOf } from "./booking_reference.ts";
import { scenarios } from "./booking_scenarios.ts";
import { contextWith, requestWith } from "./samples.ts";
import { textOf } from "../../../core/messages.ts";

type Booked = BookingVerdict & { kind: "booked" };

const runs = { numRuns: 400 };

function bookedOf(verdicts: BookingVerdict[]): Booked[] {
  return verdicts.filter((verdict) => verdict.kind === "booked");
}

/** Each slot that got a booking: its department, what it held before, and what it got. */
function slotsOf(context: BookingContext, verdicts: BookingVerdict[]) {
  const bySlot = Map.groupBy(
    bookedOf(verdicts).map(({ appointment }) => appointment),
    ({ departmentId, slotStart }: Appointment) =>
      slotKey(departmentId, { start: slotStart, minutes: 0 }),
  );
  return [...bySlot].map(([key, appointments]) => ({
    department: context.departments.get(appointments[0]!.departmentId)!,
    before: context.occupancy.get(key) ?? { places: [], workerIds: [] },
    appointments,
  }));
}

test("the scenarios reach every outcome", () => {
  const reached = new Set<string>();
  for (const { context, requests } of fc.sample(scenarios, { seed: 1, numRuns: 300 })) {
    for (const verdict of decideBookings(context, requests)) reached.add(outcomeOf(verdict));
  }
  expect([...reached].sort()).toEqual([
    "DEPARTMENT_NOT_FOUND",
    "INSUFFICIENT_CREDITS",
    "VALIDATION_ERROR Idempotency-Key",
    "VALIDATION_ERROR dateTime",
    "VALIDATION_ERROR workerId",
    "booked",
    "replayed",
  ]);
});

test("no slot exceeds its capacity, and its places are unique and within the capacity", () => {
  fc.assert(
    fc.property(scenarios, ({ context, requests }) => {
      const slots = slotsOf(context, decideBookings(context, requests));
      for (const { department, before, appointments } of slots) {
        const places = appointments.map(({ place }) => place);
        expect(before.places.length + places.length).toBeLessThanOrEqual(department.slotCapacity);
        expect(new Set([...before.places, ...places]).size).toBe(
          before.places.length + places.length,
        );
        expect(Math.min(...places)).toBeGreaterThanOrEqual(1);
        expect(Math.max(...places)).toBeLessThanOrEqual(department.slotCapacity);
      }
    }),
    runs,
  );
});

test("a department that books by worker gives a worker one appointment per slot", () => {
  fc.assert(
    fc.property(scenarios, ({ context, requests }) => {
      const slots = slotsOf(context, decideBookings(context, requests));
      for (const { department, before, appointments } of slots) {
        if (!department.showAdminsInBooking) continue;
        const workerIds = appointments.map(({ workerId }) => workerId);
        expect(workerIds).not.toContain(null);
        expect(new Set([...before.workerIds, ...workerIds]).size).toBe(
          before.workerIds.length + workerIds.length,
        );
      }
    }),
    runs,
  );
});

test("each booking costs one credit of a balance that stays at 0 or above, under its own id", () => {
  fc.assert(
    fc.property(scenarios, ({ context, requests }) => {
      const booked = bookedOf(decideBookings(context, requests));
      expect(booked.length).toBeLessThanOrEqual(context.balance);
      for (const [i, { creditEntry, appointment, answer }] of booked.entries()) {
        expect(creditEntry.amount).toBe(-1);
        expect(creditEntry.balanceAfter).toBe(context.balance - 1 - i);
        expect(creditEntry.appointmentId).toBe(appointment.id);
        expect(answer.id).toBe(appointment.id);
        expect(appointment.id).toBe(context.appointmentIds[i]);
      }
    }),
    runs,
  );
});

test("an Idempotency-Key makes one appointment, and a replay returns its answer", () => {
  fc.assert(
    fc.property(scenarios, ({ context, requests }) => {
      const verdicts = decideBookings(context, requests);
      const claimed = verdicts.flatMap((verdict, i) => {
        const key = requests[i]!.idempotency?.key;
        return key === undefined || verdict.kind === "refused" ? [] : [{ key, verdict }];
      });
      const made = claimed.filter(({ verdict }) => verdict.kind === "booked");
      const answers = new Map([
        ...[...context.remembered].map(([key, { answer }]) => [key, answer] as const),
        ...made.map(({ key, verdict }) => [key, verdict.answer] as const),
      ]);
      expect(answers.size).toBe(context.remembered.size + made.length);
      const replays = verdicts.filter(({ kind }) => kind === "replayed");
      expect(replays).toHaveLength(claimed.length - made.length);
      expect(claimed.map(({ verdict }) => verdict.answer)).toEqual(
        claimed.map(({ key }) => answers.get(key)),
      );
    }),
    runs,
  );
});

test("a batch is decided like its requests one after the other, each by the checks in their order", () => {
  fc.assert(
    fc.property(scenarios, ({ context, requests }) => {
      const { verdicts, contexts } = decideOneByOne(context, requests);
      expect(decideBookings(context, requests)).toEqual(verdicts);
      expect(verdicts.map(outcomeOf)).toEqual(
        requests.map((request, i) => expectedOutcome(contexts[i]!, request)),
      );
    }),
    runs,
  );
});

test("the same context and requests give the same verdicts", () => {
  fc.assert(fc.property(scenarios, ({ context, requests }) => {
    expect(decideBookings(context, requests)).toEqual(decideBookings(context, requests));
  }));
});

test("exactly the places that availability calls free are booked, and other requests get its reason", () => {
  fc.assert(
    fc.property(scenarios, ({ context, requests }) => {
      const department = context.departments.get(1)!;
      for (const { dateTime } of requests) {
        const question = { ...context, department, dateTime, activeWorkers: [] };
        const occupancy: SlotOccupancy =
          context.occupancy.get(slotKey(1, slotOf(dateTime, department))) ??
            { places: [], workerIds: [] };
        const slot = evaluateSlot({ ...question, occupancy });
        const request = { ...requestWith(), dateTime };
        const verdicts = decideBookings(
          { ...context, balance: 5, remembered: new Map() },
          Array.from({ length: slot.remainingSlots + 1 }, () => request),
        );
        expect(bookedOf(verdicts)).toHaveLength(slot.remainingSlots);
        expect(slot.unavailabilityReason === null).toBe(slot.remainingSlots > 0);
        const booked = occupancy.places.length + slot.remainingSlots;
        const full = `Slot is full (${booked}/${department.slotCapacity} booked)`;
        expect(verdicts.at(-1)).toMatchObject({
          kind: "refused",
          error: {
            code: "VALIDATION_ERROR",
            details: [{ field: "dateTime", message: textOf(slot.unavailabilityReason ?? full) }],
          },
        });
      }
    }),
    runs,
  );
});

test("an empty batch has no verdicts", () => {
  expect(decideBookings(contextWith(), [])).toEqual([]);
});
