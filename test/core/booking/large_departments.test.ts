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
import { contextWith, departmentWith, entryWith, now, requestWith, workerWith } from "./samples.ts";

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

/** Each slot of a date, with these workers booked. */
function takenOn(day: Temporal.PlainDate, busyIds: readonly number[]): DaysInput["taken"] {
  return Array.from({ length: 1440 }, (_, minute) => ({
    date: day.toString(),
    minute,
    booked: busyIds.length,
    listed: busyIds.length,
    workerIds: busyIds,
  }));
}

// The cost is a number of reads: a time would depend on other work of the machine.

test("a day of the calendar with 300 workers reads those who are busy a few times in each slot", async () => {
  const [busy, read] = [countedList(workerIds.slice(0, 150)), countReads()];
  const activeWorkers = workerIds.map((id) => ({ id, absences: read.absences }));
  const at = { ...days, activeWorkers, dates: [date], pace: unpaced };
  const view = createDepartmentViews(at);
  const { days: [day] } = await view({ department, activeWorkers }, takenOn(date, busy.list));
  expect(day!.slots![600]!.freeWorkerIds).toEqual(workerIds.slice(150));
  expect(busy.count()).toBeLessThan(8 * 1440 * 150);
  expect(read.count()).toBeLessThan(5 * 300 * 124);
});

test("a week of the calendar pauses between its dates", async () => {
  let pauses = 0;
  const pace = { isDue: () => true, pause: async () => void (pauses += 1) };
  const week = { ...days, dates: dates.slice(0, 7), pace };
  await createDepartmentViews(week)({ department, activeWorkers: planned }, []);
  expect(pauses).toBe(7);
});

test("a plan that looks for free times after a full day reads the busy workers a few times in each slot, and pauses", async () => {
  let pauses = 0;
  const pace = { isDue: () => true, pause: async () => void (pauses += 1) };
  const appointments = Array.from({ length: 5 }, (_, i) => ({
    dateTime: date.toPlainDateTime().add({ hours: 10, minutes: i }),
  })) as unknown as Parameters<typeof planCover>[0]["appointments"];
  const [busy, read] = [countedList(workerIds), countReads()];
  const input = {
    ...days,
    activeWorkers: workerIds.map((id) => ({ id, absences: read.absences })),
    from: date,
    to: dates[30]!,
    taken: takenOn(date, busy.list),
    appointments,
  };
  const places = await planCover(input, pace);
  expect(places.map((place) => place!.dateTime.toString())).toEqual(
    [10, 10, 10, 10, 10].map((hour, i) => `2026-03-03T${hour}:0${i}:00`),
  );
  // Each appointment looks at two dates.
  expect(pauses).toBe(5 + 2 * 5);
  expect(busy.count()).toBeLessThan(5 * 1440 * 300);
  expect(read.count()).toBeLessThan(5 * 300 * 124);
});

test("1,000 offers of a slot read its 9,000 taken places a few times", () => {
  const large = departmentWith({ slotCapacity: 10_000 });
  const places = countedList(ids(9000));
  const offers = decideOffers({
    organizationId: 1,
    environment: "LIVE",
    department: large,
    activeWorkers: [],
    timeZone: "UTC",
    now,
    slot: slotOf(date.toPlainDateTime().add({ hours: 10 }), large),
    occupancy: { places: places.list, workerIds: [] },
    offerMinutes: 60,
    entries: ids(1000).map((id) => entryWith({ id })),
  });
  expect(offers.map(({ hold }) => hold.place)).toEqual(ids(1000).map((id) => 9000 + id));
  expect(places.count()).toBeLessThan(5 * 9000);
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

/** A list that counts how often its elements and its length are read. */
function countedList(of: number[]) {
  let reads = 0;
  const list = new Proxy(of, {
    get(target, key) {
      if (typeof key === "string") reads += 1;
      return Reflect.get(target, key);
    },
  });
  return { list, count: () => reads };
}

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
