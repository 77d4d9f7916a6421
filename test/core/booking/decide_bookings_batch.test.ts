import { describe, expect, test } from "vitest";
import type { BookingVerdict } from "../../../core/booking/booking_batch.ts";
import { decideBookings } from "../../../core/booking/decide_bookings.ts";
import { contextWith, departmentWith, requestWith, workerWith } from "./samples.ts";

/** Each verdict in a word or two. */
function told(verdicts: BookingVerdict[]): string[] {
  return verdicts.map((verdict) => {
    if (verdict.kind === "booked") return `booked ${verdict.appointment.id}`;
    if (verdict.kind === "replayed") return `replayed ${verdict.answer.id}`;
    const { code, faults } = verdict.error;
    return [code, ...faults.map(({ field, message }) => `${field}: ${message}`)].join(" ");
  });
}

const claim = (fingerprint: string) => ({ idempotency: { key: "key", fingerprint } });
const full = (counts: string) => `VALIDATION_ERROR dateTime: Slot is full (${counts} booked)`;

describe("a request sees those before it in its batch", () => {
  test("in the places of its slot, whichever minute they take", () => {
    const departments = [departmentWith({ slotCapacity: 2 }), departmentWith({ id: 2 })];
    const requests = [
      requestWith({ dateTime: "2026-03-02T10:00" }),
      requestWith({ dateTime: "2026-03-02T10:29:59" }),
      requestWith({ dateTime: "2026-03-02T10:15" }),
      requestWith({ dateTime: "2026-03-02T10:30" }),
      requestWith({ departmentId: 2 }),
    ];
    expect(told(decideBookings(contextWith({ departments }), requests))).toEqual([
      "booked 101",
      "booked 102",
      full("2/2"),
      "booked 103",
      "booked 104",
    ]);
  });

  test("in the workers of its slot", () => {
    const departments = [departmentWith({ slotCapacity: 5, showAdminsInBooking: true })];
    const workers = [workerWith({ id: 4 }), workerWith({ id: 5 })];
    const requests = [4, 4, 5, null].map((workerId) => requestWith({ workerId }));
    expect(told(decideBookings(contextWith({ departments, workers }), requests))).toEqual([
      "booked 101",
      "VALIDATION_ERROR workerId: Is already booked in this slot",
      "booked 102",
      "VALIDATION_ERROR workerId: Is required in this department",
    ]);
  });

  test("in the balance, to the last credit, and refusals cost nothing", () => {
    const departments = [departmentWith({ slotCapacity: 5 })];
    const requests = [
      requestWith(),
      requestWith({ departmentId: 9 }),
      requestWith(),
      requestWith(),
    ];
    expect(told(decideBookings(contextWith({ departments, balance: 2 }), requests))).toEqual([
      "booked 101",
      "DEPARTMENT_NOT_FOUND",
      "booked 102",
      "INSUFFICIENT_CREDITS",
    ]);
  });

  test("in the keys: the same body is replayed at no cost, another is a conflict", () => {
    const departments = [departmentWith({ slotCapacity: 5 })];
    const requests = [
      requestWith(claim("one body")),
      requestWith(claim("one body")),
      requestWith(claim("another body")),
      requestWith(claim("one body")),
      requestWith(),
    ];
    const verdicts = decideBookings(contextWith({ departments, balance: 2 }), requests);
    expect(told(verdicts)).toEqual([
      "booked 101",
      "replayed 101",
      "VALIDATION_ERROR Idempotency-Key: " +
      "Was used with another body; use a new key for a new appointment",
      "replayed 101",
      "booked 102",
    ]);
    const [first, second] = verdicts;
    expect(second).toEqual({ kind: "replayed", answer: (first as { answer: unknown }).answer });
  });

  test("and a refused request is not remembered under its key", () => {
    const departments = [departmentWith()];
    const idempotency = { key: "key", fingerprint: "one body" };
    const requests = [
      requestWith(),
      requestWith({ idempotency }),
      requestWith({
        dateTime: "2026-03-02T11:00",
        idempotency: { ...idempotency, fingerprint: "" },
      }),
    ];
    expect(told(decideBookings(contextWith({ departments }), requests))).toEqual([
      "booked 101",
      full("1/1"),
      "booked 102",
    ]);
  });
});

test("an empty batch has no verdicts", () => {
  expect(decideBookings(contextWith(), [])).toEqual([]);
});
