import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dueReminders, type ReminderMark } from "../../../core/booking/reminders.ts";

const zone = "Europe/Berlin";
const instant = (text: string) => Temporal.Instant.from(text);
const local = (text: string) => Temporal.PlainDateTime.from(text);
const created = instant("2030-01-01T00:00:00Z");
const start: ReminderMark = { dueUntil: created, lastId: 0 };

/** What is due at `now` of appointments at local times, two hours before. */
function dueAt(
  now: string,
  times: string[],
  given: Partial<Parameters<typeof dueReminders>[0]> = {},
) {
  const appointments = times.map((time, i) => ({
    id: i + 1,
    dateTime: local(time),
    createdAt: created,
  }));
  const context = { minutesBefore: 120, timeZone: zone, mark: start, isComplete: true, max: 200 };
  return dueReminders({ ...context, appointments, ...given, now: instant(now) });
}

const ids = ({ due }: { due: { id: number }[] }) => due.map(({ id }) => id);

describe("a reminder is due", () => {
  test("from its time before until the appointment begins", () => {
    const at = (now: string) => ids(dueAt(now, ["2030-05-06T10:00"]));
    expect(at("2030-05-06T05:59:59Z")).toEqual([]);
    expect(at("2030-05-06T06:00:00Z")).toEqual([1]);
    expect(at("2030-05-06T07:59:59Z")).toEqual([1]);
    expect(at("2030-05-06T08:00:00Z")).toEqual([]);
  });

  test("not of an appointment that was booked after that time", () => {
    const due = (createdAt: string) => {
      const dateTime = local("2030-05-06T10:00");
      const appointments = [{ id: 1, dateTime, createdAt: instant(createdAt) }];
      return ids(dueAt("2030-05-06T07:00:00Z", [], { appointments }));
    };
    expect(due("2030-05-06T06:00:00Z")).toEqual([1]);
    expect(due("2030-05-06T06:00:00.001Z")).toEqual([]);
  });

  test("once: what the mark has passed is not due again", () => {
    const first = dueAt("2030-05-06T06:00:00Z", ["2030-05-06T10:00"]);
    expect(ids(dueAt("2030-05-06T06:00:00Z", ["2030-05-06T10:00"], first))).toEqual([]);
    expect(ids(dueAt("2030-05-06T06:00:20Z", ["2030-05-06T10:00"], first))).toEqual([]);
    const again = dueAt("2030-05-06T06:00:00Z", ["2030-05-06T10:00"], first);
    expect(again.mark).toEqual(first.mark);
  });

  test("by the instant where the clocks change", () => {
    // In the morning of 31 March 2030, 02:00 becomes 03:00. On 27 October 2030, 03:00 becomes 02:00.
    const spring = (now: string) => ids(dueAt(now, ["2030-03-31T03:30"]));
    expect(spring("2030-03-30T23:29:59Z")).toEqual([]);
    expect(spring("2030-03-30T23:30:00Z")).toEqual([1]);
    const autumn = (now: string) => ids(dueAt(now, ["2030-10-27T02:30", "2030-10-27T03:10"]));
    expect(autumn("2030-10-26T22:30:00Z")).toEqual([1]);
    expect(autumn("2030-10-27T00:09:59Z")).toEqual([1]);
    // The first of them has begun: its time occurs twice, and the first one counts.
    expect(autumn("2030-10-27T00:10:00Z")).toEqual([1, 2]);
    expect(autumn("2030-10-27T00:30:00Z")).toEqual([2]);
  });
});

test("a page that is full moves the mark to its last appointment, also within one time", () => {
  const times = Array.from({ length: 5 }, () => "2030-05-06T10:00");
  const now = "2030-05-06T06:30:00Z";
  const first = dueAt(now, times, { max: 2 });
  expect([ids(first), first.mark]).toEqual([
    [1, 2],
    { dueUntil: instant("2030-05-06T06:00:00Z"), lastId: 2 },
  ]);
  const second = dueAt(now, times, { max: 2, mark: first.mark });
  expect(ids(second)).toEqual([3, 4]);
  const third = dueAt(now, times, { max: 2, mark: second.mark });
  expect([ids(third), third.mark]).toEqual([[5], { dueUntil: instant(now), lastId: 0 }]);
});

test("however passes and pages are cut, each reminder comes exactly once, in order", () => {
  const minutes = fc.integer({ min: 0, max: 600 });
  fc.assert(fc.property(
    fc.array(fc.record({ at: minutes, booked: minutes }), { maxLength: 30 }),
    fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 10, maxLength: 10 }),
    fc.integer({ min: 1, max: 7 }),
    (plans, steps, max) => {
      const base = instant("2030-10-27T00:00:00Z");
      const appointments = plans.map(({ at, booked }, i) => ({
        id: i + 1,
        dateTime: base.add({ minutes: at + 30 }).toZonedDateTimeISO("UTC").toPlainDateTime(),
        createdAt: base.add({ minutes: booked }),
      }));
      let mark: ReminderMark = { dueUntil: base.subtract({ minutes: 1 }), lastId: 0 };
      let now = base;
      const seen: number[] = [];
      const passes = new Map<number, Temporal.Instant>();
      for (const step of steps) {
        now = now.add({ minutes: step });
        // A booking is seen by the passes after it.
        const known = appointments.filter(({ createdAt }) =>
          Temporal.Instant.compare(createdAt, now) <= 0
        );
        for (let isLeft = true; isLeft;) {
          const context = { minutesBefore: 30, timeZone: "UTC", now, mark, max, isComplete: true };
          const found = dueReminders({ ...context, appointments: known });
          for (const { id } of found.due) {
            seen.push(id);
            passes.set(id, now);
          }
          mark = found.mark;
          isLeft = found.count === max;
        }
      }
      expect(new Set(seen).size).toBe(seen.length);
      const ends = steps.map((_, i) => steps.slice(0, i + 1).reduce((a, b) => a + b, 0));
      const expected = plans.flatMap(({ at, booked }, i) => {
        const passAt = ends.find((end) => end >= at);
        const isDue = passAt !== undefined && booked <= at && passAt < at + 30;
        return isDue ? [i + 1] : [];
      });
      expect(seen.toSorted((a, b) => a - b)).toEqual(expected);
    },
  ));
});
