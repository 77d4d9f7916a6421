import { describe, expect, test } from "vitest";
import type { BookingContext } from "../../../core/booking/booking_gate.ts";
import { decideBookings } from "../../../core/booking/decide_bookings.ts";
import { slotKey, slotOf } from "../../../core/departments/slot.ts";
import { at, contextWith, departmentWith, now, requestWith, workerWith } from "./samples.ts";

const remembered = new Map([["key", {
  fingerprint: "first body",
  answer: {
    id: 7,
    dateTime: "2026-02-02T10:00:00",
    status: "SCHEDULED" as const,
    name: "Before",
    qrCode: "before",
    departmentId: 3,
    departmentName: "As it was",
    createdAt: "2026-02-01T10:00:00",
  },
}]]);

/** The occupancy of the 10:00 slot of department 1. */
function taken(places: number[], workerIds: number[] = []): BookingContext["occupancy"] {
  const slot = slotOf(at("2026-03-02T10:00"), departmentWith());
  return new Map([[slotKey(1, slot), { places, workerIds }]]);
}

/** Returns the verdict on one request. */
function decide(context: BookingContext, request = requestWith()) {
  return decideBookings(context, [request])[0]!;
}

describe("an accepted request", () => {
  test("has the appointment, its credit entry, its audit record, the usage entry and the answer", () => {
    const departments = [departmentWith({ name: "Desk", slotCapacity: 3 })];
    const occupied = taken([1, 3]);
    const context = contextWith({
      departments,
      environment: "TEST",
      occupancy: occupied,
      monotonicMs: 4250.4,
    });
    const idempotency = { key: "new", fingerprint: "f" };
    const usage = {
      organizationId: 1,
      apiKeyId: 5,
      environment: "TEST" as const,
      endpoint: "/api/v1/appointments",
      routeTemplate: "POST /api/v1/appointments",
      method: "POST",
      // The clock was set forward since then.
      timestamp: now.subtract({ hours: 24 * 40 }),
      ipAddress: "203.0.113.7",
      userAgent: "x",
      statusCode: 201,
      creditsConsumed: 1,
    };
    const dateTime = "2026-03-02T10:07";
    const actor = { kind: "API_KEY", id: 3, name: "Kiosk", ipAddress: "203.0.113.7" } as const;
    const request = requestWith({
      dateTime,
      externalUserId: "u",
      idempotency,
      usage: { ...usage, startedAtMs: 3000 },
      actor,
    });
    // toMatchObject would take any Temporal value for any other.
    expect(decide(context, request)).toEqual({
      kind: "booked",
      appointment: {
        id: 101,
        organizationId: 1,
        environment: "TEST",
        departmentId: 1,
        dateTime: at("2026-03-02T10:07"),
        slotStart: at("2026-03-02T10:00"),
        slotMinutes: 30,
        place: 2,
        slotCapacity: 3,
        status: "SCHEDULED",
        name: "Ada",
        phone: "",
        workerId: null,
        workerIsExclusive: false,
        externalUserId: "u",
        qrCode: "code",
        note: "",
        email: null,
        locale: null,
        metadata: null,
        createdAt: now,
        archivedAt: null,
        cancelReason: null,
      },
      usage: { ...usage, responseTimeMs: 1250 },
      audit: {
        organizationId: 1,
        actor,
        action: "appointment.created",
        subjectId: 101,
        subjectName: "",
        environment: "TEST",
        changes: [],
        at: now,
      },
      creditEntry: {
        organizationId: 1,
        environment: "TEST",
        kind: "CONSUMED",
        amount: -1,
        balanceAfter: 9,
        appointmentId: 101,
        note: "",
        createdAt: now,
      },
      idempotency,
      answer: {
        id: 101,
        dateTime: "2026-03-02T10:07:00",
        status: "SCHEDULED",
        name: "Ada",
        qrCode: "code",
        departmentId: 1,
        departmentName: "Desk",
        externalUserId: "u",
        createdAt: "2026-03-01T12:00:00",
      },
      usedHold: null,
      spent: null,
    });
  });

  test.each([[true], [false]])(
    "has its worker exclusively if showAdminsInBooking is %s",
    (showAdminsInBooking) => {
      const departments = [departmentWith({ showAdminsInBooking })];
      const context = contextWith({ departments, workers: [workerWith({ id: 4 })] });
      expect(decide(context, requestWith({ workerId: 4 }))).toMatchObject({
        kind: "booked",
        appointment: { workerId: 4, workerIsExclusive: showAdminsInBooking },
      });
    },
  );

  test("may name a busy worker if workers are not exclusive", () => {
    const departments = [departmentWith({ slotCapacity: 2 })];
    const workers = [workerWith({ id: 4 })];
    const context = contextWith({ departments, workers, occupancy: taken([1], [4]) });
    expect(decide(context, requestWith({ workerId: 4 }))).toMatchObject({ kind: "booked" });
  });
});

test("the same Idempotency-Key and body return the first answer, whatever has changed since", () => {
  const context = contextWith({ remembered, departments: [], balance: 0 });
  const idempotency = { key: "key", fingerprint: "first body" };
  const answer = remembered.get("key")!.answer;
  expect(decide(context, requestWith({ idempotency }))).toEqual({ kind: "replayed", answer });
});

test("of two requests in a batch with one hold, the first takes its place", () => {
  const holder = { apiKeyId: 1, lineageId: "one" };
  const hold = {
    ...holder,
    holdId: 5,
    place: 2,
    workerId: null,
    expiresAt: now.add({ seconds: 30 }),
  };
  const [[key]] = [...taken([])] as [[string, unknown]];
  const occupancy = new Map([[key, { places: [1, 2], workerIds: [], holds: [hold] }]]);
  const departments = [departmentWith({ slotCapacity: 2 })];
  const requests = [5, 5].map((holdId) => requestWith({ holdId, holder }));
  const verdicts = decideBookings(contextWith({ departments, occupancy }), requests);
  expect(verdicts).toMatchObject([
    { kind: "booked", appointment: { place: 2 }, usedHold: hold },
    { kind: "refused", error: { faults: [{ field: "holdId" }] } },
  ]);
  expect(occupancy.get(key)!.places).toEqual([1, 2]);
});
