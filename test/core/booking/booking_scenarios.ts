import * as fc from "fast-check";
import type { Absence } from "../../../core/departments/absence.ts";
import type { SlotOccupancy } from "../../../core/departments/availability.ts";
import type { BookingContext, BookingRequest } from "../../../core/booking/booking_gate.ts";
import type { Department } from "../../../core/departments/department.ts";
import { slotKey, slotOf } from "../../../core/departments/slot.ts";
import { at, contextWith, departmentWith, requestWith, workerWith } from "./samples.ts";

/** A batch of requests with its context. */
export interface Scenario {
  context: BookingContext;
  requests: BookingRequest[];
}

// The day on which New York's clocks skip 02:00 to 03:00.
const times = ["01:50", "02:30", "10:00", "10:07", "10:29:59", "10:30", "10:59", "11:20", "23:59"]
  .map((time) => `2026-03-08T${time}`);
const timeZones = ["UTC", "America/New_York"];

const dates = { from: "2026-03-07", to: "2026-03-08", reason: "" };
const absences = fc.constantFrom<Absence[]>(
  [],
  [],
  [{ ...dates, starts: null, ends: null }],
  [{ ...dates, starts: "10:20", ends: "11:00" }, { ...dates, starts: "23:50", ends: "24:00" }],
);

const workers = fc.tuple(absences, absences).map(([first, second]) => [
  workerWith({ id: 1, departmentId: 2, absences: first }),
  workerWith({ id: 2, departmentId: 2 }),
  workerWith({ id: 3, departmentId: 2, isActive: false }),
  workerWith({ id: 4, departmentId: 1, absences: second }),
]);

const settings = fc.record({
  slotCapacity: fc.integer({ min: 1, max: 3 }),
  slotInterval: fc.constantFrom(15, 30, 60, 1440),
  slotOffset: fc.nat(14),
  openingHours: often(null, {
    sunday: [{ opens: "01:00", closes: "03:00" }, { opens: "10:00", closes: "10:59" }],
  }),
  closures: often([], [{ from: "2026-03-08", to: "2026-03-08", reason: "Flood" }]),
  bookingWindow: often(null, { minLeadMinutes: 90, refusePast: true }),
});

/** Department 1 books by place, 2 by worker, 3 is inactive. Requests also name 9, which does not exist. */
const departments = fc.tuple(settings, settings).map(([first, second]) => [
  departmentWith({ id: 1, ...first }),
  departmentWith({ id: 2, ...second, showAdminsInBooking: true }),
  departmentWith({ id: 3, isActive: false }),
]);

const claims = fc.option(
  fc.record({ key: fc.constantFrom("a", "b", "c"), fingerprint: fc.constantFrom("one", "two") }),
  { freq: 2 },
);

const requests = fc.array(
  fc.record({
    departmentId: fc.constantFrom(1, 1, 1, 2, 2, 2, 3, 9),
    dateTime: fc.constantFrom(...times),
    workerId: fc.constantFrom(null, null, 1, 1, 2, 2, 3, 4, 9),
    idempotency: claims,
  }).map(requestWith),
  { maxLength: 12 },
);

// Places beyond the capacity remain after the capacity is lowered.
const slotOccupancy = fc.record({
  places: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 4 }),
  workerIds: fc.uniqueArray(fc.constantFrom(1, 2, 3), { maxLength: 2 }),
}).map(({ places, workerIds }) => ({ places, workerIds: workerIds.slice(0, places.length) }));

/** Batches and contexts that reach every verdict and every refusal. */
export const scenarios: fc.Arbitrary<Scenario> = departments.chain((departments) =>
  fc.record({
    timeZone: fc.constantFrom(...timeZones),
    balance: fc.nat(12),
    occupancy: occupancies(departments),
    remembered: fc.constantFrom<BookingContext["remembered"]>(new Map(), rememberedUnder("c")),
    requests,
    workers,
  }).map(({ requests, ...given }) => ({
    requests,
    context: contextWith({
      departments,
      now: Temporal.Instant.from("2026-03-08T09:00:00Z"),
      ...given,
    }),
  }))
);

/** Occupancies of some of the requested slots. */
function occupancies(departments: Department[]): fc.Arbitrary<Map<string, SlotOccupancy>> {
  const keys = departments.flatMap((department) =>
    times.map((time) => slotKey(department.id, slotOf(at(time), department)))
  );
  const entries = fc.array(fc.tuple(fc.constantFrom(...keys), slotOccupancy), { maxLength: 6 });
  return entries.map((some) => new Map(some));
}

function rememberedUnder(key: string): BookingContext["remembered"] {
  const answer = {
    id: 7,
    dateTime: "2026-03-07T10:00:00",
    status: "SCHEDULED" as const,
    name: "Before",
    qrCode: "before",
    departmentId: 1,
    departmentName: "Desk",
    createdAt: "2026-03-06T10:00:00",
  };
  return new Map([[key, { fingerprint: "one", answer }]]);
}

/** Gives mostly the first value and sometimes the second. */
function often<T>(usual: T, rare: T): fc.Arbitrary<T> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, {
    weight: 1,
    arbitrary: fc.constant(rare),
  });
}
