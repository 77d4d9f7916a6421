import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createApplication } from "../../../core/application.ts";
import type { OpeningHours } from "../../../core/booking/opening_hours.ts";
import { slotOf, slotsOfDate } from "../../../core/booking/slot.ts";
import { Worker } from "../../../core/booking/worker.ts";
import { createInMemoryPorts } from "../../support/in_memory_ports.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { at, departmentWith } from "./samples.ts";

const date = Temporal.PlainDate.from("2026-03-08");

const grids = fc.record({
  slotInterval: fc.oneof(fc.constantFrom(1, 7, 30, 45, 1440), fc.integer({ min: 1, max: 1440 })),
  offset: fc.nat(1439),
}).map(({ slotInterval, offset }) => ({ slotInterval, slotOffset: offset % slotInterval }));

test("the slots of a date hold each of its minutes once, in order, and are those of the grid", () => {
  fc.assert(fc.property(grids, fc.nat(1439), (grid, minute) => {
    const slots = slotsOfDate(date, grid);
    let end = date.toPlainDateTime();
    for (const { start, minutes } of slots) {
      expect(start.equals(end)).toBe(true);
      end = start.add({ minutes });
    }
    expect(end.equals(date.add({ days: 1 }).toPlainDateTime())).toBe(true);
    const time = date.toPlainDateTime().add({ minutes: minute });
    const holding = slots.filter(({ start, minutes }) =>
      Temporal.PlainDateTime.compare(start, time) <= 0 &&
      Temporal.PlainDateTime.compare(time, start.add({ minutes })) < 0
    );
    expect(holding.map(String)).toEqual([slotOf(time, grid)].map(String));
    expect(holding).toHaveLength(1);
  }));
});

test("an offset makes a first short slot, and the last one ends at midnight", () => {
  const slots = slotsOfDate(date, { slotInterval: 45, slotOffset: 10 });
  expect(slots[0]).toEqual({ start: at("2026-03-08T00:00"), minutes: 10 });
  expect(slots[1]).toEqual({ start: at("2026-03-08T00:10"), minutes: 45 });
  expect(slots.at(-1)).toEqual({ start: at("2026-03-08T23:25"), minutes: 35 });
});

// Clocks of New York go forward on the 8th of March and back on the 1st of November; in Lord Howe by half an
// hour, in Santiago at midnight.
const zones = [
  ["UTC", "2026-03-08"],
  ["America/New_York", "2026-03-08"],
  ["America/New_York", "2026-11-01"],
  ["Australia/Lord_Howe", "2026-10-04"],
  ["America/Santiago", "2026-09-06"],
] as const;

const hours = fc.constantFrom<OpeningHours | null>(
  null,
  null,
  {},
  { sunday: [{ opens: "01:00", closes: "03:00" }, { opens: "09:10", closes: "17:00" }] },
);

const days = fc.record({
  zone: fc.constantFrom(...zones),
  grid: fc.oneof(
    fc.constantFrom({ slotInterval: 30, slotOffset: 0 }, { slotInterval: 60, slotOffset: 25 }),
    grids.filter(({ slotInterval }) => slotInterval > 20),
  ),
  slotCapacity: fc.integer({ min: 1, max: 3 }),
  openingHours: hours,
  isClosed: fc.nat(5).map((n) => n === 0),
  bookingWindow: fc.constantFrom(
    null,
    null,
    { minLeadMinutes: 90, refusePast: true },
    { maxDaysAhead: 0 },
  ),
  showAdminsInBooking: fc.boolean(),
  activeWorkers: fc.subarray([1, 2, 3]),
  /** Minutes from now to noon of the date. */
  ahead: fc.integer({ min: -900, max: 3000 }),
  booked: fc.array(
    fc.record({
      minute: fc.oneof(fc.constantFrom(0, 125, 150, 600, 605), fc.nat(1439)),
      workerId: fc.constantFrom(null, 1, 2, 3),
      status: fc.constantFrom("SCHEDULED", "COMPLETED", "CANCELLED", "MISSED"),
      isArchived: fc.nat(4).map((n) => n === 0),
      environment: fc.constantFrom("LIVE", "LIVE", "LIVE", "TEST"),
      departmentId: fc.constantFrom(1, 1, 1, 2),
    }),
    { maxLength: 14 },
  ),
});

test("a day and a range say of each slot what availability says at its start", async () => {
  await fc.assert(
    fc.asyncProperty(days, async ({ zone: [timeZone, text], ...day }) => {
      const { staff } = createApplication(deskOf(timeZone, text, day));
      const caller = staffOf(1, { timeZone });
      const read = await staff.readDay(caller, { id: 1, date: text, allSlots: true });
      const range = await staff.readRange(caller, { id: 1, from: text, to: text });
      const free: object[] = [];
      for (const slot of read.slots) {
        const { slotTime, available, remainingSlots, unavailabilityReason } = slot;
        const said = await staff.checkAvailabilityAsStaff(caller, { id: 1, dateTime: slotTime });
        expect({ slotTime, available, remainingSlots, unavailabilityReason }).toEqual(said);
        if (said.available) free.push({ slotTime, remainingSlots });
      }
      expect(range).toEqual({ timeZone, days: [{ date: text, slots: free }] });
      const starts = slotsOfDate(Temporal.PlainDate.from(text), day.grid);
      expect(read.slots.map(({ slotTime }) => slotTime)).toEqual(
        starts.map(({ start }) => start.toString({ smallestUnit: "second" })),
      );
      const taking = day.booked.filter((one) =>
        one.environment === "LIVE" && one.departmentId === 1 && !one.isArchived &&
        one.status !== "CANCELLED"
      );
      expect(read.slots.reduce((sum, { booked }) => sum + booked, 0)).toBe(taking.length);
    }),
    { numRuns: 120 },
  );
});

/** A desk with a department 1 as described, in memory. */
function deskOf(
  timeZone: string,
  text: string,
  { grid, booked, isClosed, activeWorkers, ahead, ...settings }: Omit<
    typeof days extends fc.Arbitrary<infer Day> ? Day : never,
    "zone"
  >,
) {
  const noon = Temporal.PlainDate.from(text).toZonedDateTime({ timeZone, plainTime: "12:00" });
  const now = noon.toInstant().subtract({ minutes: ahead });
  const ports = createInMemoryPorts({ now: () => now });
  const { memory } = ports;
  const closures = isClosed ? [{ from: text, to: text, reason: "Flood" }] : [];
  memory.departments.push(
    departmentWith({ id: 1, ...grid, ...settings, closures }),
    departmentWith({ id: 2 }),
  );
  for (const id of [1, 2, 3]) {
    const worker = new Worker({ id: 1, organizationId: 1 }, `Worker ${id}`, now);
    memory.workers.push(Object.assign(worker, { id, isActive: activeWorkers.includes(id) }));
  }
  for (const [i, { minute, isArchived, ...one }] of booked.entries()) {
    const dateTime = Temporal.PlainDate.from(text).toPlainDateTime().add({ minutes: minute });
    const slot = slotOf(dateTime, grid);
    memory.appointments.push({
      ...one,
      id: i + 1,
      organizationId: 1,
      dateTime,
      slotStart: slot.start,
      slotMinutes: slot.minutes,
      place: i + 1,
      slotCapacity: 100,
      name: "Ada",
      phone: "",
      workerIsExclusive: false,
      externalUserId: null,
      qrCode: String(i),
      createdAt: now,
      archivedAt: isArchived ? now : null,
    });
  }
  return ports;
}
