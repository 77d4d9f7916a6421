import { expect, test } from "vitest";
import { eventsOfSettings } from "../../../core/booking/booking_events.ts";
import { createDepartmentViews } from "../../../core/booking/calendar_views.ts";
import { decideBookings } from "../../../core/booking/decide_bookings.ts";
import { planCover } from "../../../core/booking/plan_cover.ts";
import { decideOffers } from "../../../core/booking/waitlist.ts";
import type { Absence } from "../../../core/departments/absence.ts";
import type { DaysInput } from "../../../core/departments/evaluate_days.ts";
import { slotOf } from "../../../core/departments/slot.ts";
import { unpaced } from "../../../core/heavy_work.ts";
import { contextWith, departmentWith, now, requestWith, workerWith } from "./samples.ts";

const date = Temporal.PlainDate.from("2026-03-02");
const dates = Array.from({ length: 62 }, (_, i) => date.add({ days: i }));
const workerIds = Array.from({ length: 300 }, (_, i) => i + 1);
const department = departmentWith({
  slotInterval: 1,
  slotCapacity: 1000,
  showAdminsInBooking: true,
});

/** Works from 8:00 to 16:00 on each date. */
const offDuty: Absence[] = dates.map(String).flatMap((day) => [
  { from: day, to: day, starts: "00:00", ends: "08:00", reason: "", isOffDuty: true },
  { from: day, to: day, starts: "16:00", ends: "24:00", reason: "", isOffDuty: true },
]);
const planned = workerIds.map((id) => ({ id, absences: offDuty }));
const days = { department, activeWorkers: planned, timeZone: "UTC", now };

/** Each slot of a date, with this number of the workers booked. */
function takenOn(day: Temporal.PlainDate, busy: number): DaysInput["taken"] {
  return Array.from({ length: 1440 }, (_, minute) => ({
    date: day.toString(),
    minute,
    booked: busy,
    listed: busy,
    workerIds: workerIds.slice(0, busy),
  }));
}

/** The shortest time of three runs, in milliseconds: a busy machine prolongs some. */
async function shortestMs(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 3; run += 1) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return Math.min(...times);
}

// Each bound is a few times what the work takes on a busy machine, and less than a look at everybody in each slot.

test("a day of the calendar with 300 workers, 150 of them busy, takes a moment", async () => {
  const taken = takenOn(date, 150);
  const view = () =>
    createDepartmentViews({ ...days, dates: [date], pace: unpaced })(
      { department, activeWorkers: planned },
      taken,
    );
  expect((await view()).days[0]!.slots![600]!.freeWorkerIds).toEqual(workerIds.slice(150));
  expect(await shortestMs(view)).toBeLessThan(150);
});

test("a week of the calendar pauses between its dates", async () => {
  let pauses = 0;
  const pace = { isDue: () => true, pause: async () => void (pauses += 1) };
  const week = { ...days, dates: dates.slice(0, 7), pace };
  await createDepartmentViews(week)({ department, activeWorkers: planned }, []);
  expect(pauses).toBe(7);
});

test("a plan that looks for free times after a full day takes a moment, and pauses", async () => {
  let pauses = 0;
  const pace = { isDue: () => true, pause: async () => void (pauses += 1) };
  const appointments = Array.from({ length: 5 }, (_, i) => ({
    dateTime: date.toPlainDateTime().add({ hours: 10, minutes: i }),
  })) as unknown as Parameters<typeof planCover>[0]["appointments"];
  const input = { ...days, from: date, to: dates[30]!, taken: takenOn(date, 300), appointments };
  const places = await planCover(input, pace);
  expect(places.map((place) => place!.dateTime.toString())).toEqual(
    [10, 10, 10, 10, 10].map((hour, i) => `2026-03-03T${hour}:0${i}:00`),
  );
  // Each appointment looks at two dates.
  expect(pauses).toBe(5 + 2 * 5);
  expect(await shortestMs(() => planCover(input, unpaced))).toBeLessThan(400);
});

test("1,000 offers of a slot with 9,000 taken places take a moment", async () => {
  const large = departmentWith({ slotCapacity: 10_000 });
  const entries = Array.from({ length: 1000 }, (_, i) => ({
    id: i + 1,
    departmentId: 1,
    workerId: null,
    fromDate: date,
    toDate: date,
    fromTime: null,
    toTime: null,
    weekdays: [],
    holder: { apiKeyId: 1, lineageId: "a" },
    offeredWorkerIds: [],
  }));
  const offers = () =>
    decideOffers({
      organizationId: 1,
      environment: "LIVE",
      department: large,
      activeWorkers: [],
      timeZone: "UTC",
      now,
      slot: slotOf(date.toPlainDateTime().add({ hours: 10 }), large),
      occupancy: { places: Array.from({ length: 9000 }, (_, i) => i + 1), workerIds: [] },
      offerMinutes: 60,
      entries,
    });
  expect(offers().map(({ hold }) => hold.place)).toEqual(
    Array.from({ length: 1000 }, (_, i) => 9001 + i),
  );
  expect(await shortestMs(offers)).toBeLessThan(150);
});

test("a batch of bookings looks at the absences once for each date", () => {
  const read = countReads();
  const workers = workerIds.slice(0, 3).map((id) => workerWith({ id, absences: read.absences }));
  const context = contextWith({
    departments: [department],
    workers,
    balance: 100,
    appointmentIds: ids(30),
  });
  const requests = Array.from({ length: 30 }, (_, i) =>
    requestWith({
      dateTime: `2026-03-02T10:${String(i).padStart(2, "0")}`,
      workerId: 1,
    }));
  const before = read.count();
  const verdicts = decideBookings(context, requests);
  expect(verdicts.map(({ kind }) => kind)).toEqual(requests.map(() => "booked"));
  // Once for the date; in each slot, only the two of its date.
  expect(read.count() - before).toBeLessThan(3 * 124 + 30 * 4 * 2 * 2);
});

test("a change of settings looks at the absences once for each date", () => {
  const read = countReads();
  const workers = workerIds.slice(0, 3).map((id) => ({ id, absences: read.absences }));
  const slots = Array.from({ length: 30 }, (_, i) => {
    const slot = slotOf(date.toPlainDateTime().add({ hours: 10, minutes: i }), department);
    const occupancy = { places: [], workerIds: [] };
    return { slot, occupancy, occupancyBefore: occupancy };
  });
  const context = {
    department,
    before: department,
    timeZone: "UTC",
    now,
    activeWorkers: workers,
    workersBefore: workers,
    subscriptions: [],
  };
  const before = read.count();
  expect(eventsOfSettings(context, slots)).toEqual([]);
  expect(read.count() - before).toBeLessThan(2 * 3 * 124 + 30 * 2 * 3 * 2 * 2);
});

/** Absences that count how often their first date is read. */
function countReads() {
  let reads = 0;
  const absences = offDuty.map(({ from, to, starts, ends, reason }) => ({
    get from() {
      reads += 1;
      return from;
    },
    to,
    starts,
    ends,
    reason,
  }));
  return { absences, count: () => reads };
}

function ids(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i + 1);
}
