import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Organization } from "../../../core/access/organization.ts";
import { DomainError } from "../../../core/errors.ts";
import { createApplication } from "../../../core/application.ts";
import { presentAt } from "../../../core/departments/absence.ts";
import { evaluateSlot } from "../../../core/departments/availability.ts";
import { createDayEvaluator } from "../../../core/departments/evaluate_days.ts";
import { type OpeningHours, timeText } from "../../../core/departments/opening_hours.ts";
import { slotOf, startMinuteOf } from "../../../core/departments/slot.ts";
import { gridOf } from "../../../core/departments/slot_grid.ts";
import { slotsOfDate } from "../../support/slots_of_date.ts";
import { Worker } from "../../../core/departments/worker.ts";
import { createInMemoryPorts } from "../../support/in_memory/ports.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { departmentWith } from "../booking/samples.ts";
import { textOf as sentenceOf } from "../../../core/messages.ts";
import { noContact } from "../../../core/contact.ts";

const date = Temporal.PlainDate.from("2026-03-08");

const grids = fc.record({
  slotInterval: fc.oneof(fc.constantFrom(1, 7, 30, 45, 1440), fc.integer({ min: 1, max: 1440 })),
  offset: fc.nat(1439),
}).map(({ slotInterval, offset }) => ({ slotInterval, slotOffset: offset % slotInterval }));

test("gridOf() gives the slots of every date in minutes", () => {
  fc.assert(fc.property(grids, (grid) => {
    expect(gridOf(grid)).toEqual(
      slotsOfDate(date, grid).map(({ start, minutes }) => {
        const minute = start.hour * 60 + start.minute;
        return { minute, endMinute: minute + minutes };
      }),
    );
  }));
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

test("a day and a range evaluate each slot as availability does at its start", async () => {
  await fc.assert(
    fc.asyncProperty(days, async ({ zone: [timeZone, text], ...day }) => {
      const { staff, ...application } = createApplication(deskOf(timeZone, text, day));
      const caller = staffOf(1, { timeZone });
      const api = { ...caller, environment: "LIVE" as const };
      const read = await staff.getDay(caller, { id: 1, date: text, allSlots: true });
      const query = { id: 1, from: text, to: text };
      const { days: [range] } = await staff.listFreeSlots(caller, query);
      const { days: [all] } = await staff.listFreeSlots(caller, { ...query, allSlots: true });
      const running = all!.slots.find(({ isRunning }) => isRunning)?.slotTime;
      const listed = await application.listSlots(api, {
        departmentId: 1,
        startDate: text,
        endDate: text,
      });
      const free: object[] = [];
      for (const [i, slot] of read.slots.entries()) {
        const { slotTime, available, remainingSlots, unavailabilityReason } = slot;
        const said = await staff.checkAvailability(caller, { id: 1, dateTime: slotTime });
        const reason = unavailabilityReason && sentenceOf(unavailabilityReason);
        expect({ slotTime, available, remainingSlots, unavailabilityReason: reason }).toEqual(said);
        expect(listed[i]).toEqual(said);
        // The next test has the rule of the running slot.
        if (said.available && slotTime !== running) free.push({ slotTime, remainingSlots });
      }
      const notRunning = range!.slots.filter(({ slotTime }) => slotTime !== running);
      expect(notRunning).toMatchObject(free);
      expect(notRunning).toHaveLength(free.length);
      expect(all!.slots.filter(({ state }) => state === "FREE")).toEqual(range!.slots);
      expect(listed).toHaveLength(read.slots.length);
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

test("the state of a slot shows whether staff can book it, without a reason and with one", async () => {
  const expected = {
    FREE: ["booked", "booked"],
    OUTSIDE_WINDOW: ["dateTime", "booked"],
    FULL: ["dateTime", "dateTime"],
    CLOSED: ["dateTime", "dateTime"],
  };
  await fc.assert(
    fc.asyncProperty(days, fc.nat(), async ({ zone: [timeZone, text], ...day }, n) => {
      const caller = staffOf(1, { timeZone });
      const open = () => {
        const ports = deskOf(timeZone, text, day);
        const organization = new Organization("Test", timeZone, ports.now());
        ports.memory.organizations.push(Object.assign(organization, { id: 1 }));
        ports.memory.balances.set("1 LIVE", 1);
        return createApplication(ports).staff;
      };
      const query = { id: 1, from: text, to: text, allSlots: true };
      const { slots } = (await open().listFreeSlots(caller, query)).days[0]!;
      const slot = slots.find(({ isRunning }) => isRunning && n % 2 === 0) ??
        slots[n % slots.length]!;
      const outcome = async (overrideReason: string | null) => {
        const { slotTime: dateTime } = slot;
        const booking = { departmentId: 1, dateTime, name: "Ada", anyWorker: true, overrideReason };
        try {
          await open().createAppointment(caller, booking);
          return "booked";
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          return error.faults.map(({ field }) => field).join();
        }
      };
      expect([await outcome(null), await outcome("Urgent")]).toEqual(expected[slot.state]);
      expect(slot.reason === null).toBe(slot.state === "FREE");
    }),
    { numRuns: 150 },
  );
});

/** Up to three open intervals of a day, which may touch. */
const intervals = fc.uniqueArray(fc.nat(1440), { maxLength: 6 }).map((minutes) => {
  const sorted = minutes.toSorted((a, b) => a - b);
  return Array.from({ length: Math.floor(sorted.length / 2) }, (_, i) => ({
    opens: textOf(sorted[2 * i]!),
    closes: textOf(sorted[2 * i + 1]!),
  }));
});

const absences = fc.array(
  fc.record({
    day: fc.integer({ min: -4, max: 3 }),
    days: fc.nat(1),
    times: fc.option(fc.tuple(fc.integer({ min: 0, max: 1438 }), fc.integer({ min: 1, max: 600 }))),
  }).map(({ times, day, days }) => ({
    day,
    days,
    starts: times && timeText(times[0]),
    ends: times && timeText(Math.min(times[0] + times[1], 1440)),
    reason: "",
  })),
  { maxLength: 4 },
);

const questions = fc.record({
  // Each a week around a change of the clocks, or without one; Apia left out a whole day.
  zone: fc.constantFrom(
    ...zones,
    ["Pacific/Apia", "2011-12-30"] as const,
    ["Africa/Casablanca", "2026-02-15"] as const,
    ["Atlantic/Azores", "2026-03-29"] as const,
    ["Asia/Kathmandu", "2026-06-01"] as const,
  ),
  grid: fc.oneof(
    fc.constantFrom({ slotInterval: 15, slotOffset: 0 }, { slotInterval: 60, slotOffset: 25 }),
    grids.filter(({ slotInterval }) => slotInterval > 10),
  ),
  slotCapacity: fc.integer({ min: 1, max: 3 }),
  isActive: fc.nat(9).map((n) => n > 0),
  openingHours: fc.oneof(
    fc.constant(null),
    fc.dictionary(fc.constantFrom("sunday", "monday", "friday"), intervals, {
      noNullPrototype: true,
    }),
  ),
  closures: fc.uniqueArray(fc.nat(8).map((n) => n - 4), { maxLength: 2 }),
  bookingWindow: fc.option(fc.record({
    minLeadMinutes: fc.nat(3000),
    maxDaysAhead: fc.nat(4),
    refusePast: fc.boolean(),
  }, { requiredKeys: [] })),
  showAdminsInBooking: fc.boolean(),
  activeWorkers: fc.subarray([1, 2, 3]).chain((ids) =>
    fc.tuple(...ids.map((id) => absences.map((some) => ({ id, absences: some }))))
  ),
  aheadMs: fc.integer({ min: -4 * 86_400_000, max: 4 * 86_400_000 }),
  taken: fc.array(
    fc.record({
      day: fc.integer({ min: -3, max: 3 }),
      minute: fc.nat(1439),
      booked: fc.integer({ min: 1, max: 3 }),
      workerIds: fc.subarray([1, 2, 3, 4]),
    }),
    { maxLength: 20 },
  ),
});

test("the slots of a week are evaluated as a booking evaluates each of them", () => {
  fc.assert(
    fc.property(questions, ({ zone: [timeZone, text], grid, closures, aheadMs, ...question }) => {
      const middle = Temporal.PlainDate.from(text);
      const dateAt = (day: number) => middle.add({ days: day });
      const noon = middle.toZonedDateTime({ timeZone, plainTime: "12:00" }).toInstant();
      const now = noon.subtract({ milliseconds: aheadMs });
      const { activeWorkers: workers, ...settings } = question;
      const activeWorkers = workers.map(({ id, absences }) => ({
        id,
        absences: absences.map(({ day, days, ...times }) => ({
          from: dateAt(day).toString(),
          to: dateAt(day + days).toString(),
          ...times,
        })),
      }));
      const department = departmentWith({
        ...settings,
        ...grid,
        openingHours: settings.openingHours as OpeningHours | null,
        closures: closures.map((day) => ({
          from: dateAt(day).toString(),
          to: dateAt(day + 1).toString(),
          reason: "Flood",
        })),
      });
      // One count a slot.
      const taken = new Map(question.taken.map(({ day, minute, ...count }) => {
        const time = dateAt(day).toPlainDateTime().add({ minutes: minute });
        const start = startMinuteOf(time, grid);
        const slot = {
          ...count,
          date: dateAt(day).toString(),
          minute: start,
          listed: count.booked,
        };
        return [`${slot.date} ${start}`, slot];
      }));
      const common = { department, activeWorkers, timeZone, now };
      const days = { from: dateAt(-3), to: dateAt(3) };
      const evaluate = createDayEvaluator({ ...common, ...days, taken: [...taken.values()] });
      for (let day = -3; day <= 3; day += 1) {
        const evaluated = evaluate(dateAt(day)).map(({ minute, booked, verdict, present }) => ({
          minute,
          booked,
          verdict,
          present: present.ids(),
          isPresent: [1, 2, 3, 4].map(present.has),
        }));
        expect(evaluated).toEqual(
          slotsOfDate(dateAt(day), grid).map(({ start: dateTime }) => {
            const minute = dateTime.hour * 60 + dateTime.minute;
            const key = `${dateAt(day).toString()} ${minute}`;
            const { booked = 0, workerIds = [] } = taken.get(key) ?? {};
            const occupancy = { places: Array<number>(booked).fill(1), workerIds: [...workerIds] };
            const present = presentAt(activeWorkers, dateTime, grid);
            return {
              minute,
              booked,
              verdict: evaluateSlot({ ...common, dateTime, occupancy }),
              present,
              isPresent: [1, 2, 3, 4].map((id) => present.includes(id)),
            };
          }),
        );
      }
    }),
    { numRuns: 100 },
  );
});

test.each([["2026-03-10", "without"], ["2026-03-29", "with"]])(
  "%s, %s a change of the clocks, takes no noticeable time with 1,000 workers who have hours",
  (text) => {
    const date = Temporal.PlainDate.from(text);
    const department = departmentWith({ slotInterval: 1, showAdminsInBooking: true });
    const workers = Array.from({ length: 1000 }, (_, i) => i + 1);
    const off = { from: text, to: text, reason: "", isOffDuty: true } as const;
    const activeWorkers = workers.map((id) => ({
      id,
      absences: [
        { ...off, starts: "00:00", ends: timeText(300 + id % 300) },
        { ...off, starts: timeText(1000 + id % 300), ends: "24:00" },
      ],
    }));
    const taken = gridOf(department).map(({ minute }) => ({
      date: text,
      minute,
      booked: 10,
      listed: 10,
      workerIds: workers.slice(minute % 900, minute % 900 + 10),
    }));
    const now = Temporal.Instant.from("2026-03-01T00:00:00Z");
    const days = { from: date, to: date, timeZone: "Europe/Berlin", now };
    const times = Array.from({ length: 5 }, () => {
      const started = performance.now();
      createDayEvaluator({ department, activeWorkers, ...days, taken })(date);
      return performance.now() - started;
    });
    expect(Math.min(...times)).toBeLessThan(100);
  },
);

function textOf(minute: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

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
      ...noContact,
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
      note: "",
      createdAt: now,
      archivedAt: isArchived ? now : null,
      cancelReason: null,
    });
  }
  return ports;
}
