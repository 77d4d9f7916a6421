import { describe, expect, test } from "vitest";
import {
  businessDateOf,
  type BusinessHours,
  isCurrent,
  nextNumberOf,
  possibleBusinessDates,
} from "../../../core/visits/business_day.ts";
import { changeQueueRulesInput, defaultQueueRules } from "../../../core/visits/queue_rules.ts";
import { visitWith } from "./samples.ts";

const timeZone = "Europe/Berlin";
const day = (...intervals: [string, string][]) =>
  intervals.map(([opens, closes]) => ({ opens, closes }));
// Monday is 2 March 2026.
const hours: BusinessHours = {
  openingHours: {
    monday: day(["08:00", "12:00"], ["22:00", "24:00"]),
    tuesday: day(["00:00", "02:00"], ["08:00", "17:00"]),
  },
  closures: [],
  rules: { dayEndsAt: "04:00" },
};

function dateAt(local: string, own: Partial<BusinessHours> = {}, zone = timeZone): string {
  const now = Temporal.PlainDateTime.from(local).toZonedDateTime(zone).toInstant();
  return businessDateOf({ ...hours, ...own }, { now, timeZone: zone }).toString();
}

describe("a business day", () => {
  test.each([
    ["begins at midnight after a day that closes before", "2026-03-02T00:00", {}, "2026-03-02"],
    ["lasts past midnight if its hours do", "2026-03-03T00:00", {}, "2026-03-02"],
    ["lasts until the time of the rules", "2026-03-03T03:59:59", {}, "2026-03-02"],
    ["ends at the time of the rules", "2026-03-03T04:00", {}, "2026-03-03"],
    ["that closes before midnight ends there", "2026-03-04T00:00", {}, "2026-03-04"],
    ["of a closed weekday ends at midnight", "2026-03-05T00:30", {}, "2026-03-05"],
    [
      "without stated hours lasts past midnight",
      "2026-03-05T03:00",
      { openingHours: null },
      "2026-03-04",
    ],
    [
      "of a closure ends at midnight",
      "2026-03-03T01:00",
      { closures: [{ from: "2026-03-02", to: "2026-03-02", reason: "" }] },
      "2026-03-03",
    ],
    [
      "before a closure lasts past midnight",
      "2026-03-03T01:00",
      { closures: [{ from: "2026-03-03", to: "2026-03-03", reason: "" }] },
      "2026-03-02",
    ],
    [
      "may end at midnight by its rules",
      "2026-03-03T00:00",
      { rules: { dayEndsAt: "00:00" } },
      "2026-03-03",
    ],
  ])("%s", (_, local, own, date) => {
    expect(dateAt(local, own)).toBe(date);
  });

  test("ends once on the night in which an hour occurs twice", () => {
    // 25 October 2026: 02:30 occurs at 00:30 and at 01:30 UTC.
    const own = { ...hours, openingHours: null, rules: { dayEndsAt: "02:30" } };
    const dates = ["00:29", "00:30", "00:59", "01:00", "01:29", "01:30"].map((time) =>
      businessDateOf(own, { now: Temporal.Instant.from(`2026-10-25T${time}Z`), timeZone })
        .toString()
    );
    expect(dates).toEqual(["2026-10-24", ...Array.from({ length: 5 }, () => "2026-10-25")]);
  });

  test("ends after the gap on the night in which its end does not exist", () => {
    const own = { ...hours, openingHours: null, rules: { dayEndsAt: "02:30" } };
    const dates = ["00:59", "01:00", "01:29", "01:30"].map((time) =>
      businessDateOf(own, { now: Temporal.Instant.from(`2026-03-29T${time}Z`), timeZone })
        .toString()
    );
    expect(dates).toEqual(["2026-03-28", "2026-03-28", "2026-03-28", "2026-03-29"]);
  });

  test("has one of the possible dates at every minute of days in which the clocks change", () => {
    for (const zone of [timeZone, "America/Havana", "Australia/Lord_Howe", "Asia/Beirut"]) {
      for (const first of ["2026-03-06", "2026-03-28", "2026-10-03", "2026-10-24"]) {
        const start = Temporal.PlainDate.from(first).toZonedDateTime(zone);
        for (let minute = 0; minute < 3 * 1440; minute += 7) {
          const moment = { now: start.add({ minutes: minute }).toInstant(), timeZone: zone };
          const possible = possibleBusinessDates(moment).map(String);
          for (const dayEndsAt of ["00:00", "02:30", "12:00"]) {
            const own = { ...hours, openingHours: null, rules: { dayEndsAt } };
            expect(possible).toContain(businessDateOf(own, moment).toString());
          }
        }
      }
    }
  });
});

test("from noon on a business day has one possible date", () => {
  const at = (time: string) =>
    possibleBusinessDates({ now: Temporal.Instant.from(`2026-03-03T${time}Z`), timeZone: "UTC" })
      .map(String);
  expect(at("11:59:59")).toEqual(["2026-03-02", "2026-03-03"]);
  expect(at("12:00:00")).toEqual(["2026-03-03"]);
});

test("a visit is current on its business day, and for twelve hours after the arrival", () => {
  const visit = visitWith();
  const after = (minutes: number) => visit.arrivedAt.add({ minutes });
  const later = visit.date.add({ days: 1 });
  expect(isCurrent(visit, visit.date, after(23 * 60))).toBe(true);
  expect(isCurrent(visit, later, after(719))).toBe(true);
  expect(isCurrent(visit, later, after(720))).toBe(false);
  expect(isCurrent(visit, undefined, after(720))).toBe(false);
});

test("the next number of a date skips the numbers of open visits", () => {
  const date = Temporal.PlainDate.from("2026-03-02");
  expect(nextNumberOf(date, { last: {}, open: [] })).toBe(1);
  expect(nextNumberOf(date, { last: { "2026-03-01": 9 }, open: [1, 2, 4] })).toBe(3);
  expect(nextNumberOf(date, { last: { "2026-03-02": 3 }, open: [2, 4, 5, 9] })).toBe(6);
});

test.each(["24:00", "12:01", "4:00", "04:60", "04:00:00", ""])(
  "a business day cannot end at %j",
  (dayEndsAt) => {
    const { success } = changeQueueRulesInput.safeParse({ id: 1, version: 1, dayEndsAt });
    expect(success).toBe(false);
  },
);

test("the default rules are valid", () => {
  expect(changeQueueRulesInput.safeParse({ id: 1, ...defaultQueueRules }).success).toBe(true);
});
