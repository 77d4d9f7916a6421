import { describe, expect, test } from "vitest";
import {
  closedReason,
  closuresField,
  openingHoursField,
} from "../../../core/departments/opening_hours.ts";
import { parseInput } from "../../../core/input.ts";
import { faultsOf, refusalOf } from "../refusal.ts";
import { at } from "../booking/samples.ts";
import { textOf } from "../../../core/messages.ts";

const day = (...intervals: [string, string][]) =>
  intervals.map(([opens, closes]) => ({ opens, closes }));

describe("opening hours are refused", () => {
  test.each<[string, unknown, string[]]>([
    ["that are a text", "9 to 5", ["body"]],
    ["that are a list", [], ["body"]],
    ["with an unknown weekday", { Monday: day(["09:00", "12:00"]) }, ["body"]],
    ["with a day that is no list", { monday: "closed" }, ["monday"]],
    ["with a day that is no list", { monday: {} }, ["monday"]],
    ["with an interval that is a text", { friday: ["09:00-12:00"] }, ["friday.0"]],
    ["with an interval without times", { friday: [{}] }, ["friday.0.opens", "friday.0.closes"]],
    ["that open at 24:00", { monday: day(["24:00", "24:00"]) }, ["monday.0.opens"]],
    ["with a one-digit hour", { monday: day(["9:00", "12:00"]) }, ["monday.0.opens"]],
    ["with seconds", { monday: day(["09:00:00", "12:00"]) }, ["monday.0.opens"]],
    ["with minute 60", { monday: day(["09:00", "11:60"]) }, ["monday.0.closes"]],
    ["that close after 24:00", { monday: day(["09:00", "24:01"]) }, ["monday.0.closes"]],
    ["with trailing text", { monday: day(["09:00", "12:00\n"]) }, ["monday.0.closes"]],
    ["that close when they open", { monday: day(["09:00", "09:00"]) }, ["monday.0"]],
    ["that close before they open", { sunday: day(["22:00", "06:00"]) }, ["sunday.0"]],
    ["that overlap", { tuesday: day(["09:00", "12:00"], ["11:59", "13:00"]) }, ["tuesday"]],
    ["that overlap out of order", { tuesday: day(["11:00", "13:00"], ["09:00", "12:00"]) }, [
      "tuesday",
    ]],
    ["that hold each other", { tuesday: day(["09:00", "17:00"], ["10:00", "11:00"]) }, ["tuesday"]],
    ["at two places at once", { monday: "x", sunday: day(["1", "12:00"]) }, [
      "monday",
      "sunday.0.opens",
    ]],
  ])("%s", async (_, hours, fields) => {
    expect(await faultsOf(() => parseInput(openingHoursField, hours))).toEqual(fields);
  });
});

test.each([
  [
    "22:00",
    "02:00",
    "Hours past midnight are two intervals: 22:00 to 24:00 on this day, and 00:00 to 02:00 on the next day",
  ],
  ["22:00", "00:00", "Hours until midnight are 22:00 to 24:00"],
  ["00:00", "00:00", "The whole day is 00:00 to 24:00"],
])("hours from %s to %s are refused with the way to enter them", async (opens, closes, way) => {
  const refusal = await refusalOf(() =>
    parseInput(openingHoursField, { friday: [{ opens, closes }] })
  );
  expect(refusal.details).toEqual([
    { field: "friday.0", message: `opens must be before closes. ${way}` },
  ]);
});

test.each<[string, object]>([
  ["none at all", {}],
  ["an empty day", { monday: [] }],
  ["the whole day", { monday: day(["00:00", "24:00"]) }],
  ["intervals that touch", { monday: day(["09:00", "12:00"], ["12:00", "13:00"]) }],
])("opening hours may be %s", (_, hours) => {
  expect(parseInput(openingHoursField, hours)).toEqual(hours);
});

test("the intervals of a day are sorted", () => {
  const hours = { monday: day(["13:00", "17:00"], ["09:00", "12:00"]) };
  expect(parseInput(openingHoursField, hours)).toEqual({
    monday: day(["09:00", "12:00"], ["13:00", "17:00"]),
  });
});

describe("a closure is refused", () => {
  const closure = { from: "2026-12-24", to: "2026-12-26", reason: "Holidays" };
  test.each<[string, unknown, string[]]>([
    ["that is no list", closure, ["body"]],
    ["that is a date", ["2026-12-24"], ["0"]],
    ["without its dates", [{}], ["0.from", "0.to"]],
    ["on a day that does not exist", [{ ...closure, to: "2027-02-29" }], ["0.to"]],
    ["with a time", [{ ...closure, from: "2026-12-24T00:00" }], ["0.from"]],
    ["that ends before it begins", [{ ...closure, to: "2026-12-23" }], ["0"]],
    ["with a reason of 256 characters", [{ ...closure, reason: "r".repeat(256) }], ["0.reason"]],
    ["with a NUL in its reason", [{ ...closure, reason: "\0" }], ["0.reason"]],
    ["second in the list", [closure, { ...closure, reason: 5 }], ["1.reason"]],
  ])("%s", async (_, closures, fields) => {
    expect(await faultsOf(() => parseInput(closuresField, closures))).toEqual(fields);
  });
});

describe("a department is closed", () => {
  const reasonOf = (...given: Parameters<typeof closedReason>) => {
    const reason = closedReason(...given);
    return reason && textOf(reason);
  };
  const openingHours = {
    monday: day(["09:00", "12:30"], ["13:00", "17:00"]),
    tuesday: day(["20:00", "24:00"]),
    wednesday: [],
  };
  // 2 March 2026 is a Monday.
  test.each([
    ["2026-03-02T08:59:59", "Closed at 08:59 on Monday"],
    ["2026-03-02T09:00:00", null],
    ["2026-03-02T12:29:59", null],
    ["2026-03-02T12:30:00", "Closed at 12:30 on Monday"],
    ["2026-03-02T12:59:59", "Closed at 12:59 on Monday"],
    ["2026-03-02T13:00:00", null],
    ["2026-03-02T17:00:00", "Closed at 17:00 on Monday"],
    ["2026-03-03T19:59:59", "Closed at 19:59 on Tuesday"],
    ["2026-03-03T23:59:59", null],
    ["2026-03-04T00:00:00", "Closed at 00:00 on Wednesday"],
    ["2026-03-08T10:00:00", "Closed at 10:00 on Sunday"],
  ])("by its hours at %s: %s", (time, reason) => {
    expect(reasonOf({ openingHours, closures: [] }, at(time))).toBe(reason);
  });

  const closures = [
    { from: "2026-12-24", to: "2026-12-26", reason: "Holidays" },
    { from: "2026-12-31", to: "2026-12-31", reason: "" },
  ];
  test.each([
    ["2026-12-23T23:59:59", null],
    ["2026-12-24T00:00:00", "Closed on 2026-12-24: Holidays"],
    ["2026-12-26T23:59:59", "Closed on 2026-12-26: Holidays"],
    ["2026-12-27T00:00:00", null],
    ["2026-12-31T12:00:00", "Closed on 2026-12-31"],
  ])("by a closure at %s: %s", (time, reason) => {
    expect(reasonOf({ openingHours: null, closures }, at(time))).toBe(reason);
  });

  test("at no time without opening hours, and at every time with empty opening hours", () => {
    const time = at("2026-03-02T03:00");
    expect(reasonOf({ openingHours: null, closures: [] }, time)).toBeNull();
    expect(reasonOf({ openingHours: {}, closures: [] }, time)).toBe(
      "Closed at 03:00 on Monday",
    );
  });
});
