import { describe, expect, test } from "vitest";
import { columnsOf } from "../../gateway/dashboard/pages/calendar/columns.ts";
import {
  axisOf,
  columnAt,
  lanesOf,
  minuteAt,
  placesOf,
  shownColumns,
  widthsOf,
} from "../../gateway/dashboard/pages/calendar/layout.ts";
import { shadesOf } from "../../gateway/dashboard/pages/calendar/shades.ts";
import { appointmentAt, columnWith, slotFrom } from "./calendar_samples.ts";
import { say } from "../../core/messages.ts";

const range = (from: number, to: number) => ({ from, to });
const lanes = (...ranges: [number, number][]) =>
  lanesOf(ranges.map(([from, to]) => range(from, to))).map(({ lane, count }) => `${lane}/${count}`);

describe("lanes", () => {
  test("ranges that touch stand below each other, and those that overlap side by side", () => {
    expect(lanes([0, 30], [30, 60])).toEqual(["0/1", "0/1"]);
    expect(lanes([0, 30], [0, 30], [10, 40])).toEqual(["0/3", "1/3", "2/3"]);
  });

  test("a lane is used again, and a chain of overlaps has one width", () => {
    expect(lanes([0, 60], [0, 20], [20, 50], [55, 90], [90, 100]))
      .toEqual(["0/2", "1/2", "1/2", "1/2", "0/1"]);
  });

  test("no two ranges of a lane overlap, whatever the ranges are", () => {
    for (let seed = 1; seed < 200; seed += 1) {
      const next = (i: number, n: number) => (seed * 7919 + i * 104729 + i * i * seed) % n;
      const ranges = Array.from({ length: 12 }, (_, i) => {
        const from = next(i, 100);
        return range(from, from + 1 + next(i + 50, 40));
      }).toSorted((a, b) => a.from - b.from);
      const found = lanesOf(ranges);
      for (const [i, one] of ranges.entries()) {
        expect(found[i]!.lane).toBeLessThan(found[i]!.count);
        for (const [j, other] of ranges.slice(0, i).entries()) {
          const overlaps = one.from < other.to && other.from < one.to;
          if (!overlaps) continue;
          expect(found[i]!.lane).not.toBe(found[j]!.lane);
          expect(found[i]!.count).toBe(found[j]!.count);
        }
      }
    }
  });
});

describe("the axis", () => {
  test("has the opening hours in whole hours, and more for an appointment outside of them", () => {
    const day = { hours: [{ opens: "09:30", closes: "12:10" }] };
    expect(axisOf([columnWith({ day })])).toMatchObject(range(540, 780));
    const early = columnWith({ day, column: { appointments: [appointmentAt("06:10")] } });
    expect(axisOf([early])).toMatchObject(range(360, 780));
    const late = columnWith({ day, column: { appointments: [appointmentAt("23:59")] } });
    expect(axisOf([late])).toMatchObject(range(540, 1440));
  });

  test("has the whole day of a department that is always open, and a usual day if all is closed", () => {
    expect(axisOf([columnWith({ day: { hours: null } })])).toMatchObject(range(0, 1440));
    expect(axisOf([columnWith({ day: { hours: [] } })])).toMatchObject(range(480, 1080));
    expect(axisOf([columnWith({ day: { closure: "Flood" } })])).toMatchObject(range(480, 1080));
  });

  test("makes the shortest slot as high as a block, up to a limit", () => {
    const heightOf = (slotInterval: number) =>
      axisOf([columnWith(), columnWith({ department: { slotInterval } })]).pxPerMinute;
    expect([heightOf(60), heightOf(15), heightOf(1)]).toEqual([1.4, 1.6, 4.8]);
  });

  test("converts a distance to a minute of the day", () => {
    const axis = { from: 600, to: 720, pxPerMinute: 2 };
    expect([-5000, 0, 60, 5000].map((px) => minuteAt(px, axis))).toEqual([0, 600, 630, 1439]);
  });
});

describe("blocks", () => {
  const axis = { from: 600, to: 720, pxPerMinute: 1.4 };
  const placesAt = (...times: string[]) =>
    placesOf(
      columnWith({ column: { appointments: times.map((time) => appointmentAt(time)) } }),
      axis,
    );

  test("begin at their time and end with their slot", () => {
    const [one] = placesAt("10:07");
    expect(one!.top).toBeCloseTo(9.8);
    expect(one!.height).toBeCloseTo(32.2);
    expect(one).toMatchObject({ left: 0, width: 1 });
  });

  test("are high enough to be clicked, and next to the following one if they overlap it", () => {
    const [short, next] = placesAt("10:28", "10:30");
    expect(short!.height).toBeCloseTo(24);
    expect([short, next].map((one) => [one!.left, one!.width])).toEqual([[0, 0.5], [0.5, 0.5]]);
  });
});

describe("columns", () => {
  const of = (count: number, appointments = 0) =>
    Array.from(
      { length: count },
      () =>
        columnWith({
          column: {
            appointments: Array.from({ length: appointments }, () => appointmentAt("10:00")),
          },
        }),
    );

  test("share the room, keep a least width, and are wider for blocks side by side", () => {
    expect(widthsOf(of(2), 1000)).toEqual({ lefts: [0, 500], widths: [500, 500], total: 1000 });
    expect(widthsOf(of(40), 1000).total).toBe(40 * 148);
    expect(widthsOf([...of(1), ...of(1, 3)], 300).widths).toEqual([148, 312]);
  });

  test("are found at a point, also outside of all", () => {
    const widths = widthsOf(of(3), 0);
    expect([-5, 0, 147, 148, 9999].map((px) => columnAt(widths, px))).toEqual([0, 0, 0, 1, 2]);
    expect(shownColumns(widthsOf(of(40), 0), range(300, 600))).toEqual({ first: 2, last: 4 });
  });

  test("of a day by workers leave nobody out", () => {
    const department = columnWith().department;
    const workers = [{ id: 1, departmentId: 1, name: "Vera", isActive: true, absences: [] }];
    const calendar = { timeZone: "UTC", departments: [department], workers, isCut: false };
    const appointments = [
      appointmentAt("10:00"),
      appointmentAt("10:30", { id: 2, workerId: null }),
      appointmentAt("11:00", { id: 3, workerId: 99 }),
    ];
    const columns = columnsOf({ ...calendar, appointments }, { view: "workers", appointments });
    expect(columns.map(({ key, appointments: all }) => [key, all.map(({ id }) => id)]))
      .toEqual([["unassigned", [2, 3]], ["worker-1", [1]]]);
    const [first] = columnsOf({ ...calendar, workers: [], appointments }, {
      view: "workers",
      appointments,
    });
    expect(first!.appointments).toHaveLength(3);
  });
});

describe("shades", () => {
  const axis = { from: 540, to: 780, pxPerMinute: 1 };
  const shades = (...of: Parameters<typeof columnWith>) =>
    shadesOf(columnWith(...of), axis).map(({ kind, from, to, reason }) =>
      [kind, from, to, reason].join(" ").trim()
    );

  test("are the closed hours, full slots without a block, and absences", () => {
    const full = { state: "FULL" as const, reason: say("slotFull", { booked: 2, capacity: 2 }) };
    const slots = [slotFrom(600, full), slotFrom(630, full), slotFrom(660, full), slotFrom(690)];
    const column = {
      appointments: [appointmentAt("11:10")],
      absences: [{ from: 690, to: 1440, reason: "Course" }],
    };
    expect(shades({ day: { slots }, column })).toEqual([
      "closed 540 600",
      "closed 720 780",
      "full 600 660 This time is full (2 of 2 booked)",
      "away 690 780 Course",
    ]);
  });

  test("are the whole day of a closure or of an inactive department", () => {
    expect(shades({ day: { closure: "Flood", slots: [] } })).toEqual([
      "closed 540 780 Closed: Flood",
    ]);
    expect(shades({ department: { isActive: false }, day: { slots: [] } }))
      .toEqual(["closed 540 780"]);
  });

  test("show the time that the clocks skip", () => {
    const skipped = {
      state: "CLOSED" as const,
      reason: say("timeSkipped", { time: "02:30", zone: "Europe/Berlin" }),
    };
    const slots = [slotFrom(600, skipped), slotFrom(630, skipped), slotFrom(660), slotFrom(690)];
    expect(shades({ day: { slots } })).toContain(
      "closed 600 660 This time does not exist: the clocks go forward over it",
    );
  });
});
