import * as fc from "fast-check";
import { expect, test } from "vitest";
import { evaluateSlot } from "../../../core/departments/availability.ts";
import type { Absence } from "../../../core/departments/absence.ts";
import type { DepartmentWithWorkers } from "../../../core/departments/departments.ts";
import type { Closure, OpeningHours } from "../../../core/departments/opening_hours.ts";
import { slotsOfDate } from "../../support/slots_of_date.ts";
import { capacityByGroup } from "../../../core/reporting/capacity.ts";
import { keysIn, regroup, someOf, timeKeys, total, zonesAtChanges } from "../../support/recount.ts";
import { patience, timed } from "../../support/time_bounds.ts";
import { departmentWith } from "../booking/samples.ts";
import { utilizationReport } from "../../../core/reporting/utilization_report.ts";

const now = Temporal.Instant.from("2026-01-01T00:00:00Z");
const hours = fc.constantFrom<OpeningHours | null>(
  null,
  null,
  {},
  { sunday: [{ opens: "00:00", closes: "02:07" }, { opens: "02:31", closes: "24:00" }] },
  {
    monday: [{ opens: "09:10", closes: "17:00" }],
    friday: [{ opens: "00:00", closes: "24:00" }],
    saturday: [{ opens: "01:00", closes: "03:00" }, { opens: "22:00", closes: "24:00" }],
  },
);

const closuresAround = (day: string): fc.Arbitrary<Closure[]> =>
  fc.uniqueArray(
    fc.tuple(fc.integer({ min: -4, max: 4 }), fc.nat(2)).map(([from, days]) => {
      const first = Temporal.PlainDate.from(day).add({ days: from });
      return { from: first.toString(), to: first.add({ days }).toString(), reason: "" };
    }),
    { maxLength: 3, selector: ({ from, to }) => `${from} ${to}` },
  );

const times = fc.constantFrom(
  { starts: null, ends: null },
  { starts: "00:00", ends: "09:10" },
  { starts: "02:15", ends: "02:45" },
  { starts: "12:00", ends: "24:00" },
);
const absencesAround = (day: string): fc.Arbitrary<Absence[]> =>
  closuresAround(day).chain((dates) =>
    fc.tuple(...dates.map((one) => times.map((hours): Absence => Object.assign({}, hours, one))))
  );

const departmentsAround = (day: string): fc.Arbitrary<DepartmentWithWorkers[]> =>
  fc.array(
    fc.record({
      slotInterval: fc.oneof(fc.constantFrom(7, 30, 45, 1440), fc.integer({ min: 1, max: 1440 })),
      offset: fc.nat(1439),
      slotCapacity: fc.integer({ min: 1, max: 5 }),
      showAdminsInBooking: fc.boolean(),
      workers: fc.array(absencesAround(day), { maxLength: 3 }),
      isActive: fc.constantFrom(true, true, true, false),
      openingHours: hours,
      closures: closuresAround(day),
      // The window has no effect: past places were offered too.
      bookingWindow: fc.constantFrom(null, { refusePast: true }),
    }),
    { maxLength: 4 },
  ).map((all) =>
    all.map(({ workers, offset, ...settings }, i) => ({
      department: departmentWith({
        ...settings,
        id: 11 + i,
        slotOffset: offset % settings.slotInterval,
      }),
      activeWorkers: workers.map((absences, n) => ({ id: n + 1, absences })),
    }))
  );

test.each(zonesAtChanges)(
  "capacity is what the one rule says of every slot, in each group: $timeZone, $day",
  async ({ timeZone, day }) => {
    const question = { timeZone, now, occupancy: { places: [], workerIds: [] } };
    const placesAt = (one: DepartmentWithWorkers, dateTime: Temporal.PlainDateTime) => {
      const department = { ...one.department, bookingWindow: null };
      return evaluateSlot({ ...question, ...one, department, dateTime }).remainingSlots;
    };
    const departments = departmentsAround(day);
    const days = fc.tuple(fc.nat(4), fc.nat(4));
    await fc.assert(
      fc.asyncProperty(
        departments,
        days,
        someOf(utilizationReport.groups),
        async (departments, days, groupBy) => {
          const from = Temporal.PlainDate.from(day).subtract({ days: days[0] });
          const dates = Array.from(
            { length: days[0] + days[1] + 1 },
            (_, i) => from.add({ days: i }),
          );
          const slots = departments.flatMap((one) =>
            dates.flatMap((date) => slotsOfDate(date, one.department))
              .map(({ start }) => ({ start, id: one.department.id, places: placesAt(one, start) }))
          );
          const expected = regroup(
            slots.filter(({ places }) => places > 0),
            groupBy,
            ({ start, id }) => ({ ...timeKeys(start), DEPARTMENT: id }),
          ).map(({ keys, items }) => ({ keys, capacity: total(items, ({ places }) => places) }));
          const query = { from, to: dates.at(-1)!, groupBy, timeZone };
          const found = (await capacityByGroup([departments], query))
            .map((row) => ({ keys: keysIn(row, groupBy), capacity: row.capacity }));
          const inOrder = (rows: typeof found) =>
            rows.filter(({ capacity }) => capacity > 0)
              .map((row) => JSON.stringify(row)).sort();
          expect(inOrder(found)).toEqual(inOrder(expected));
          expect(found).toHaveLength(inOrder(found).length);
        },
      ),
      { numRuns: 30 },
    );
  },
);

test("the capacity of 1,000 departments over ten years is computed within 2 s", timed, async () => {
  const departments = Array.from({ length: 1000 }, (_, i) => ({
    department: departmentWith({ id: i + 1, slotInterval: 5, slotCapacity: 2 }),
    activeWorkers: [],
  }));
  const [from, to] = ["2026-01-01", "2035-12-31"].map((day) => Temporal.PlainDate.from(day));
  const startedAt = performance.now();
  const query = { from: from!, to: to!, timeZone: "Europe/Berlin" };
  const byDay = await capacityByGroup([departments], { ...query, groupBy: ["DAY", "HOUR_OF_DAY"] });
  expect(byDay).toHaveLength(3652 * 24 - 10);
  expect(byDay[0]).toMatchObject({ hourOfDay: 0, capacity: 24_000 });
  // These are more rows than the maximum, so it stops early.
  const all = await capacityByGroup([departments], {
    ...query,
    groupBy: ["DAY", "HOUR_OF_DAY", "DEPARTMENT"],
  });
  expect(all).toHaveLength(3652 * 24 - 10);
  expect(performance.now() - startedAt).toBeLessThan(patience(2000));
});
