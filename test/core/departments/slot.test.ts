import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Slot, slotKey, slotOf } from "../../../core/departments/slot.ts";
import { at } from "../booking/samples.ts";

const minutesOfDay = 1440;

/** Every grid that a department may have. */
const grids = fc.integer({ min: 1, max: 1440 }).chain((slotInterval) =>
  fc.record({ slotInterval: fc.constant(slotInterval), slotOffset: fc.nat(slotInterval - 1) })
);
const times = fc.record({
  day: fc.nat(3_652_058),
  second: fc.nat(86_399),
}).map(({ day, second }) =>
  new Temporal.PlainDate(1, 1, 1).add({ days: day }).toPlainDateTime().add({ seconds: second })
);

function minuteOf(start: Temporal.PlainDateTime): number {
  return start.hour * 60 + start.minute;
}

/** The slots of a day, found by walking from each slot's end to the next. */
function slotsOfDay(
  date: Temporal.PlainDate,
  grid: { slotInterval: number; slotOffset: number },
): Slot[] {
  const slots: Slot[] = [];
  for (let minute = 0; minute < minutesOfDay;) {
    const slot = slotOf(date.toPlainDateTime().add({ minutes: minute }), grid);
    slots.push(slot);
    if (slot.minutes < 1) throw new Error(`A slot of ${slot.minutes} minutes at ${slot.start}`);
    minute += slot.minutes;
  }
  return slots;
}

describe("the slot of a time", () => {
  test.each([
    ["2026-03-05T10:07:00", 30, 0, "2026-03-05T10:00:00", 30],
    ["2026-03-05T10:00:00", 30, 0, "2026-03-05T10:00:00", 30],
    ["2026-03-05T10:29:59", 30, 0, "2026-03-05T10:00:00", 30],
    ["2026-03-05T10:30:00", 30, 0, "2026-03-05T10:30:00", 30],
    ["2026-03-05T00:14:59", 30, 15, "2026-03-05T00:00:00", 15],
    ["2026-03-05T00:15:00", 30, 15, "2026-03-05T00:15:00", 30],
    ["2026-03-05T23:59:59", 30, 15, "2026-03-05T23:45:00", 15],
    ["2026-03-05T23:59:59", 50, 0, "2026-03-05T23:20:00", 40],
    ["2026-03-05T12:34:56", 1440, 0, "2026-03-05T00:00:00", 1440],
    ["2026-03-05T23:58:59", 1440, 1439, "2026-03-05T00:00:00", 1439],
    ["2026-03-05T23:59:00", 1440, 1439, "2026-03-05T23:59:00", 1],
    ["2026-03-05T12:34:56", 1, 0, "2026-03-05T12:34:00", 1],
    ["9999-12-31T23:59:59", 30, 0, "9999-12-31T23:30:00", 30],
  ])(
    "is right for %s with %i-minute slots from minute %i",
    (time, slotInterval, slotOffset, start, minutes) => {
      const slot = slotOf(at(time), { slotInterval, slotOffset });
      expect({ ...slot, start: slot.start.toString() }).toEqual({ start, minutes });
    },
  );
});

describe("for every grid", () => {
  test("the slot of a time contains it", () => {
    fc.assert(
      fc.property(times, grids, (time, grid) => {
        const { start, minutes } = slotOf(time, grid);
        expect(start.toPlainDate().equals(time.toPlainDate())).toBe(true);
        const secondsIn = start.until(time, { largestUnit: "second" }).seconds;
        expect(secondsIn).toBeGreaterThanOrEqual(0);
        expect(secondsIn).toBeLessThan(minutes * 60);
      }),
      { numRuns: 1000 },
    );
  });

  test("the slots cover a day from 00:00 to 24:00 without gap or overlap, aligned to the offset", () => {
    fc.assert(fc.property(grids, (grid) => {
      const { slotInterval, slotOffset } = grid;
      const slots = slotsOfDay(new Temporal.PlainDate(2026, 3, 8), grid);
      let end = 0;
      for (const { start, minutes } of slots) {
        expect(minuteOf(start)).toBe(end);
        end += minutes;
        const isFirst = minuteOf(start) < slotOffset;
        expect(isFirst ? end : (minuteOf(start) - slotOffset) % slotInterval).toBe(
          isFirst ? slotOffset : 0,
        );
        expect(isFirst || minutes === slotInterval || end === minutesOfDay).toBe(true);
      }
      expect(end).toBe(minutesOfDay);
      expect(slots).toHaveLength(
        Math.sign(slotOffset) + Math.ceil((minutesOfDay - slotOffset) / slotInterval),
      );
    }));
  });

  test("two times have the same slot exactly if one is within the slot of the other", () => {
    const seconds = fc.nat(86_399);
    fc.assert(fc.property(grids, seconds, seconds, (grid, one, other) => {
      const day = at("2026-03-08T00:00");
      const [a, b] = [day.add({ seconds: one }), day.add({ seconds: other })];
      const first = slotOf(a, grid);
      const end = first.start.add({ minutes: first.minutes });
      const isWithin = Temporal.PlainDateTime.compare(first.start, b) <= 0 &&
        Temporal.PlainDateTime.compare(b, end) < 0;
      expect(slotKey(1, first) === slotKey(1, slotOf(b, grid))).toBe(isWithin);
    }));
  });
});

test("slots of different departments or days have different keys", () => {
  const grid = { slotInterval: 30, slotOffset: 0 };
  const names = [1, 11].flatMap((departmentId) =>
    ["2026-03-08T10:00", "2026-03-09T10:00"].map((time) =>
      slotKey(departmentId, slotOf(at(time), grid))
    )
  );
  expect(new Set(names).size).toBe(4);
});
