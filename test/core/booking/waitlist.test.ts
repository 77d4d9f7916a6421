import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  decideOffers,
  findWantedSlots,
  isWanted,
  reviewOffers,
  type WaitingEntry,
  type WaitlistContext,
} from "../../../core/booking/waitlist.ts";
import { createDayEvaluator, type DaysInput } from "../../../core/departments/evaluate_days.ts";
import { type Slot, slotKey, slotOf, timeOf } from "../../../core/departments/slot.ts";
import { unpaced } from "../../../core/heavy_work.ts";
import { at, departmentWith, entryWith, now } from "./samples.ts";

const slot = { start: at("2026-03-02T10:00"), minutes: 30 };
const date = slot.start.toPlainDate();

function contextWith(given: Partial<WaitlistContext> = {}): WaitlistContext {
  return {
    organizationId: 1,
    environment: "LIVE",
    department: departmentWith({ slotInterval: 30 }),
    activeWorkers: [],
    timeZone: "UTC",
    now,
    slot,
    occupancy: { places: [], workerIds: [] },
    offerMinutes: 60,
    entries: [entryWith()],
    ...given,
  };
}

function workersOf(ids: readonly number[]) {
  return ids.map((id) => ({ id, absences: [] }));
}

test.each([
  [{}, true],
  [{ fromDate: date.add({ days: 1 }), toDate: date.add({ days: 1 }) }, false],
  [{ fromDate: date.subtract({ days: 2 }), toDate: date.subtract({ days: 1 }) }, false],
  [{ weekdays: [1] }, true],
  [{ weekdays: [2, 7] }, false],
  [{ fromTime: "10:00" }, true],
  [{ fromTime: "10:01" }, false],
  [{ toTime: "10:30" }, true],
  [{ toTime: "10:29" }, false],
])("the criteria %j want Monday 10:00 to 10:30: %s", (criteria, expected) => {
  expect(isWanted(entryWith(criteria), slot)).toBe(expected);
});

test("a slot that ends at midnight ends after 23:59 and at 24:00", () => {
  const last = { start: at("2026-03-02T23:30"), minutes: 30 };
  expect(isWanted(entryWith({ toTime: "23:59" }), last)).toBe(false);
  expect(isWanted(entryWith({ toTime: "24:00" }), last)).toBe(true);
});

test("an offer lasts for its time", () => {
  const [offer] = decideOffers(contextWith());
  expect(offer).toMatchObject({ entryId: 1, hold: { place: 1, workerId: null } });
  expect(offer!.hold.expiresAt.equals(now.add({ minutes: 60 }))).toBe(true);
});

test("an offer ends when its slot begins, or when the notice before the slot begins", () => {
  const begins = Temporal.Instant.from("2026-03-02T10:00:00Z");
  const offerMinutes = 60 * 24;
  const [late] = decideOffers(contextWith({ offerMinutes }));
  expect(late!.hold.expiresAt.equals(begins)).toBe(true);
  const department = departmentWith({ slotInterval: 30, bookingWindow: { minLeadMinutes: 90 } });
  const [noticed] = decideOffers(contextWith({ department, offerMinutes }));
  expect(noticed!.hold.expiresAt.equals(begins.subtract({ minutes: 90 }))).toBe(true);
});

test.each([
  ["a slot that has begun", { now: Temporal.Instant.from("2026-03-02T10:00:00Z") }],
  ["an inactive department", { department: departmentWith({ isActive: false }) }],
  ["a full slot", { occupancy: { places: [1], workerIds: [] } }],
  [
    "a day of a closure",
    {
      department: departmentWith({
        closures: [{ from: "2026-03-02", to: "2026-03-02", reason: "" }],
      }),
    },
  ],
  ["a slot that was offered to the entry", { entries: [entryWith({ offeredWorkerIds: [null] })] }],
  ["the slot of a worker who is not there", { entries: [entryWith({ workerId: 7 })] }],
  ["a slot of another department", { entries: [entryWith({ departmentId: 2 })] }],
])("nobody gets an offer of %s", (_, given) => {
  expect(decideOffers(contextWith(given))).toEqual([]);
});

test("an earlier entry without a preferred worker leaves the only worker of a later entry free", () => {
  const offers = decideOffers(contextWith({
    department: departmentWith({ slotInterval: 30, slotCapacity: 5, showAdminsInBooking: true }),
    activeWorkers: workersOf([7, 8]),
    entries: [entryWith(), entryWith({ id: 2, workerId: 7 })],
  }));
  expect(offers.map(({ entryId, hold }) => [entryId, hold.workerId])).toEqual([[1, 8], [2, 7]]);
});

const workerIds = [1, 2, 3, 4];
const scenarios = fc.record({
  isByWorker: fc.boolean(),
  slotCapacity: fc.integer({ min: 1, max: 5 }),
  busy: fc.subarray(workerIds),
  present: fc.subarray(workerIds),
  taken: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 4 }),
  entries: fc.array(
    fc.record({
      workerId: fc.option(fc.constantFrom(...workerIds)),
      offeredWorkerIds: fc.subarray([null, ...workerIds]),
      isWanting: fc.boolean(),
    }),
    { maxLength: 8 },
  ),
}).map(({ entries, busy, present, taken, isByWorker, slotCapacity }) =>
  contextWith({
    department: departmentWith({
      slotInterval: 30,
      slotCapacity,
      showAdminsInBooking: isByWorker,
    }),
    activeWorkers: workersOf(present),
    occupancy: { places: taken, workerIds: busy },
    entries: entries.map(({ isWanting, ...entry }, i) =>
      entryWith({ ...entry, id: i + 1, weekdays: isWanting ? [] : [3] })
    ),
  })
);

/** Returns the workers that an entry may get. */
function choicesOf(entry: WaitingEntry, { department, occupancy, activeWorkers }: WaitlistContext) {
  if (!isWanted(entry, slot)) return [];
  const { workerId, offeredWorkerIds } = entry;
  const ids = activeWorkers.map(({ id }) => id);
  const all: (number | null)[] = department.showAdminsInBooking
    ? ids.filter((id) => !occupancy.workerIds.includes(id))
    : [null, ...ids];
  const fits = department.showAdminsInBooking && workerId === null
    ? all
    : all.filter((id) => id === workerId);
  return fits.filter((id) => !offeredWorkerIds.includes(id));
}

/** Returns whether all these entries can have a place at once, by trying every assignment. */
function canAllHave(
  entries: readonly WaitingEntry[],
  context: WaitlistContext,
  used: readonly (number | null)[] = [],
): boolean {
  const [first, ...rest] = entries;
  if (!first) return true;
  return choicesOf(first, context).some((id) =>
    !(context.department.showAdminsInBooking && used.includes(id)) &&
    canAllHave(rest, context, [...used, id])
  );
}

/** The simple rule: each entry in order of arrival gets a place if all entries before it can keep theirs. */
function expectedEntries(context: WaitlistContext): number[] {
  const free = context.department.slotCapacity - context.occupancy.places.length;
  let chosen: WaitingEntry[] = [];
  for (const entry of context.entries) {
    const more = [...chosen, entry];
    if (more.length <= free && canAllHave(more, context)) chosen = more;
  }
  return chosen.map(({ id }) => id);
}

test("the offers go to the entries of the simple rule, each with a free place and a worker of its choice", () => {
  fc.assert(
    fc.property(scenarios, (context) => {
      const offers = decideOffers(context);
      expect(offers.map(({ entryId }) => entryId)).toEqual(expectedEntries(context));
      const { department, occupancy, entries } = context;
      const places = [...occupancy.places, ...offers.map(({ hold }) => hold.place)];
      expect(new Set(places).size).toBe(places.length);
      expect(Math.max(0, ...offers.map(({ hold }) => hold.place)))
        .toBeLessThanOrEqual(Math.max(department.slotCapacity, ...occupancy.places));
      for (const { entryId, hold } of offers) {
        const entry = entries.find(({ id }) => id === entryId)!;
        expect(choicesOf(entry, context)).toContain(hold.workerId);
        expect(hold.slot).toEqual(slotOf(hold.dateTime, department));
      }
      if (!department.showAdminsInBooking) return;
      const workers = offers.map(({ hold }) => hold.workerId);
      expect(new Set(workers).size).toBe(workers.length);
    }),
    { numRuns: 2000 },
  );
});

test("the offers of 1,000 places to 1,000 entries take no seconds", () => {
  const entries = Array.from({ length: 1000 }, (_, i) => entryWith({ id: i + 1 }));
  const department = departmentWith({ slotInterval: 30, slotCapacity: 1000 });
  const started = performance.now();
  expect(decideOffers(contextWith({ department, entries }))).toHaveLength(1000);
  expect(performance.now() - started).toBeLessThan(2000);
});

const lunch = { from: "2026-03-03", to: "2026-03-04", starts: "11:00", ends: "13:00", reason: "" };
const searches = fc.record({
  isByWorker: fc.boolean(),
  slotInterval: fc.constantFrom(45, 60, 240),
  slotOffset: fc.constantFrom(0, 30),
  absent: fc.subarray(workerIds),
  from: fc.integer({ min: 0, max: 3 * 1440 }),
  max: fc.integer({ min: 1, max: 20 }),
  taken: fc.uniqueArray(
    fc.record({
      day: fc.integer({ min: 0, max: 3 }),
      slot: fc.integer({ min: 0, max: 31 }),
      busy: fc.subarray(workerIds, { minLength: 1 }),
    }),
    { selector: ({ day, slot }) => `${day} ${slot}`, maxLength: 40 },
  ),
  entries: fc.array(
    fc.record({
      workerId: fc.option(fc.constantFrom(...workerIds, 9)),
      fromDate: fc.integer({ min: -1, max: 3 }).map((days) => date.add({ days })),
      toDate: fc.integer({ min: 0, max: 5 }).map((days) => date.add({ days })),
      fromTime: fc.option(fc.constantFrom("00:00", "09:00", "11:15", "20:00")),
      toTime: fc.option(fc.constantFrom("10:00", "12:45", "20:00", "24:00")),
      weekdays: fc.subarray([1, 2, 3]),
    }),
    { maxLength: 8 },
  ),
}).map(({ isByWorker, slotInterval, slotOffset, absent, from, max, ...given }) => {
  const department = departmentWith({
    slotInterval,
    slotOffset,
    slotCapacity: 2,
    showAdminsInBooking: isByWorker,
  });
  const activeWorkers = workerIds.map((id) => ({
    id,
    absences: absent.includes(id) ? [lunch] : [],
  }));
  const to = date.add({ days: 3 });
  const days = { department, activeWorkers, from: date, to, timeZone: "UTC", now };
  const grid = createDayEvaluator({ ...days, taken: [] })(date);
  const taken = given.taken.map(({ day, slot, busy }) => ({
    date: date.add({ days: day }).toString(),
    minute: grid[slot % grid.length]!.minute,
    booked: busy.length,
    listed: busy.length,
    workerIds: isByWorker ? busy : [],
  }));
  const entries = given.entries.map((entry, i) => entryWith({ ...entry, id: i + 1 }));
  const start = date.toPlainDateTime().add({ minutes: from });
  return { days: { ...days, taken }, query: { entries, from: start, max } };
});

/** The simple rule: each free slot, with a look at each entry. */
function expectedSlots(
  days: DaysInput,
  { entries, from, max }: { entries: WaitingEntry[]; from: Temporal.PlainDateTime; max: number },
): Slot[] {
  const evaluate = createDayEvaluator(days);
  const { showAdminsInBooking } = days.department;
  return [0, 1, 2, 3].map((i) => date.add({ days: i })).flatMap((day) =>
    evaluate(day).filter(({ verdict }) => verdict.remainingSlots > 0).flatMap((one) => {
      const found = { start: timeOf(day, one.minute), minutes: one.endMinute - one.minute };
      const busy = new Set(showAdminsInBooking ? one.workerIds : []);
      const free = new Set(one.present.ids()).difference(busy);
      const isOfSome = entries.some((entry) =>
        isWanted(entry, found) && (entry.workerId === null || free.has(entry.workerId))
      );
      return isOfSome && Temporal.PlainDateTime.compare(found.start, from) >= 0 ? [found] : [];
    })
  ).slice(0, max);
}

test("a search finds the free slots that an entry waits for, in order of time", async () => {
  await fc.assert(
    fc.asyncProperty(searches, async ({ days, query }) => {
      expect(await findWantedSlots(days, { ...query, pace: unpaced }))
        .toEqual(expectedSlots(days, query));
    }),
    { numRuns: 1000 },
  );
});

test("a search of 2,000 free slots for 1,000 entries that want none takes no seconds", async () => {
  const department = departmentWith({ slotInterval: 5 });
  const to = date.add({ days: 6 });
  const days = { department, activeWorkers: [], from: date, to, timeZone: "UTC", now, taken: [] };
  const none = { toDate: to, fromTime: "09:00", toTime: "09:00" };
  const entries = Array.from({ length: 1000 }, (_, i) => entryWith({ id: i + 1, ...none }));
  const query = { entries, from: date.toPlainDateTime(), max: 20, pace: unpaced };
  const started = performance.now();
  expect(await findWantedSlots(days, query)).toEqual([]);
  expect(performance.now() - started).toBeLessThan(2000);
});

/** Reviews offers of the slot, each in the place of its id, which last for an hour. The other places are booked. */
function reviewOf(
  { department = departmentWith({ slotInterval: 30, slotCapacity: 3 }), booked = [], ...given }:
    & Partial<WaitlistContext>
    & { booked?: number[] },
  offers: readonly { holdId: number; workerId?: number }[],
) {
  const expiresAt = (given.now ?? now).add({ minutes: 60 });
  const live = offers.map(({ workerId = null, ...offer }) => ({
    ...offer,
    workerId,
    dateTime: slot.start,
    expiresAt,
  }));
  const holds = live.map(({ holdId, workerId }) => ({
    holdId,
    workerId,
    place: holdId,
    apiKeyId: 1,
    lineageId: "a",
    expiresAt,
    waitlistEntryId: holdId,
  }));
  const taken = {
    places: [...booked, ...offers.map(({ holdId }) => holdId)],
    workerIds: holds.flatMap(({ workerId }) => workerId ?? []),
    holds,
  };
  const occupancy = new Map([[slotKey(1, slotOf(slot.start, department)), taken]]);
  const context = { department, activeWorkers: [], timeZone: "UTC", now, ...given, occupancy };
  return reviewOffers(context, live);
}

function refusedIds(...given: Parameters<typeof reviewOf>): number[] {
  return reviewOf(...given).refused.map(({ holdId }) => holdId);
}

const closures = [{ from: "2026-03-02", to: "2026-03-02", reason: "" }];
const away = { from: "2026-03-02", to: "2026-03-02", starts: "10:15", ends: "10:20", reason: "" };
test.each([
  ["an inactive department", { isActive: false }, [], [1, 2]],
  ["a closure", { closures }, [], [1, 2]],
  ["a longer notice", { bookingWindow: { minLeadMinutes: 60 * 48 } }, [], [1, 2]],
  ["another interval", { slotInterval: 20 }, workersOf([7]), []],
  ["an inactive worker", {}, [], [2]],
  ["an absent worker", {}, [{ id: 7, absences: [away] }], [2]],
  ["a present worker", {}, workersOf([7]), []],
  [
    "booking by worker, with a worker who is free",
    { showAdminsInBooking: true },
    workersOf([7, 8]),
    [],
  ],
])(
  "a change refuses the offers that a booking could not accept: %s",
  (_, settings, activeWorkers, refused) => {
    const department = departmentWith({ slotInterval: 30, slotCapacity: 3, ...settings });
    const offers = [{ holdId: 1 }, { holdId: 2, workerId: 7 }];
    expect(refusedIds({ department, activeWorkers }, offers)).toEqual(refused);
  },
);

test.each([
  [[3, 2, 1], 2, [], [3]],
  [[3, 2, 1], 1, [], [3, 2]],
  [[2, 1], 2, [3], [2]],
  [[2, 1], 1, [3], [2, 1]],
])(
  "of the offers %j, a capacity of %i refuses as many as are too many",
  (ids, slotCapacity, booked, refused) => {
    const department = departmentWith({ slotInterval: 30, slotCapacity });
    expect(refusedIds({ department, booked }, ids.map((holdId) => ({ holdId })))).toEqual(refused);
  },
);

// The clock shows 9:30 in UTC, and the offer lasts until 10:30.
const nearly = Temporal.Instant.from("2026-03-02T09:30:00Z");
test.each([
  ["UTC", null, "10:00"],
  ["America/New_York", null, null],
  ["Europe/Berlin", null, "refused"],
  ["UTC", { minLeadMinutes: 10 }, "09:50"],
  ["UTC", { minLeadMinutes: 30 }, "refused"],
  ["Asia/Tokyo", null, "refused"],
])(
  "in %s with the window %j, a slot at 10:00 local time makes an offer until 10:30 UTC %s",
  (timeZone, bookingWindow, expected) => {
    const department = departmentWith({ slotInterval: 30, bookingWindow });
    const { refused, shortened } = reviewOf({ department, timeZone, now: nearly }, [{ holdId: 1 }]);
    expect(refused).toHaveLength(expected === "refused" ? 1 : 0);
    const ends = shortened.map(({ holdId, expiresAt }) => [holdId, expiresAt.toString()]);
    const isShorter = expected !== null && expected !== "refused";
    expect(ends).toEqual(isShorter ? [[1, `2026-03-02T${expected}:00Z`]] : []);
  },
);

test("a time that the clocks skip in the new time zone refuses its offer", () => {
  const skipped = at("2026-03-29T02:30");
  const department = departmentWith({ slotInterval: 30 });
  const hold = { holdId: 1, workerId: null, dateTime: skipped, expiresAt: now };
  const key = slotKey(1, slotOf(skipped, department));
  const holds = [{ ...hold, place: 1, apiKeyId: 1, lineageId: "a", waitlistEntryId: 1 }];
  const occupancy = new Map([[key, { places: [1], workerIds: [], holds }]]);
  const context = { department, activeWorkers: [], now, occupancy };
  const refusedIn = (timeZone: string) => reviewOffers({ ...context, timeZone }, [hold]).refused;
  expect([refusedIn("UTC").length, refusedIn("Europe/Berlin").length]).toEqual([0, 1]);
});
