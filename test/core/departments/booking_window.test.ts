import { describe, expect, test } from "vitest";
import {
  type BookingWindow,
  bookingWindowField,
  outsideWindowReason,
} from "../../../core/departments/booking_window.ts";
import { parseInput } from "../../../core/input.ts";
import { instantOf } from "../../../core/local_date_time.ts";
import { faultsOf } from "../refusal.ts";
import { at } from "../booking/samples.ts";
import { textOf } from "../../../core/messages.ts";

describe("a booking window is refused", () => {
  test.each<[string, unknown, string[]]>([
    ["that is a number", 60, ["body"]],
    ["with an unknown setting", { maxHoursAhead: 5 }, ["body"]],
    ["with negative notice", { minLeadMinutes: -1 }, ["minLeadMinutes"]],
    ["with over a year's notice", { minLeadMinutes: 525_601 }, ["minLeadMinutes"]],
    ["with half a minute", { minLeadMinutes: 0.5 }, ["minLeadMinutes"]],
    ["with days as a text", { maxDaysAhead: "90" }, ["maxDaysAhead"]],
    ["with over ten years", { maxDaysAhead: 3651 }, ["maxDaysAhead"]],
    ["with days that are a text", { maxDaysAhead: "5" }, ["maxDaysAhead"]],
    ["with a text for a yes", { refusePast: "true" }, ["refusePast"]],
    ["wrong in each setting", { minLeadMinutes: "", maxDaysAhead: -1, refusePast: 1 }, [
      "minLeadMinutes",
      "maxDaysAhead",
      "refusePast",
    ]],
  ])("%s", async (_, window, fields) => {
    expect(await faultsOf(() => parseInput(bookingWindowField, window))).toEqual(fields);
  });
});

test.each([{}, { minLeadMinutes: 0, maxDaysAhead: 0, refusePast: false }, {
  minLeadMinutes: 525_600,
  maxDaysAhead: 3650,
  refusePast: true,
}])("%j is a booking window", (window) => {
  expect(parseInput(bookingWindowField, window)).toEqual(window);
});

function reasonFor(
  window: BookingWindow | null,
  { time, now, timeZone = "UTC" }: { time: string; now: string; timeZone?: string },
): string | null {
  const dateTime = at(time);
  const instant = instantOf(dateTime, timeZone)!;
  const reason = outsideWindowReason(window, {
    dateTime,
    instant,
    now: Temporal.Instant.from(now),
    timeZone,
  });
  return reason && textOf(reason);
}

const now = "2026-03-01T12:00:00Z";
const past = "Outside the booking window: in the past";
const soon = "Outside the booking window: less than 60 minutes ahead";

describe("the past and the minimum notice", () => {
  test.each<[BookingWindow | null, string, string | null]>([
    [null, "0001-01-01T00:00:00", null],
    [null, "9999-12-31T23:59:59", null],
    [{}, "0001-01-01T00:00:00", null],
    [{ refusePast: true }, "2026-03-01T11:59:59", past],
    [{ refusePast: true }, "2026-03-01T12:00:00", null],
    [{ refusePast: false }, "2026-03-01T11:59:59", null],
    [{ minLeadMinutes: 60 }, "2026-03-01T12:59:59", soon],
    [{ minLeadMinutes: 60 }, "2026-03-01T13:00:00", null],
    [{ minLeadMinutes: 0 }, "2026-02-01T00:00:00", null],
    [{ minLeadMinutes: 60, refusePast: true }, "2026-03-01T11:59:59", past],
  ])("with the window %j, %s gives the reason %s", (window, time, reason) => {
    expect(reasonFor(window, { time, now })).toBe(reason);
  });

  test("are compared with the fraction of the current second", () => {
    const question = { time: "2026-03-01T12:00:00", now: "2026-03-01T12:00:00.001Z" };
    expect(reasonFor({ refusePast: true }, question)).toBe(past);
  });

  test.each([
    ["America/New_York", "2026-03-08T03:30:00", null],
    ["America/New_York", "2026-03-08T03:29:59", soon],
  ])("count real minutes over a clock change in %s: %s", (timeZone, time, reason) => {
    const question = { time, now: "2026-03-08T06:30:00Z", timeZone };
    expect(reasonFor({ minLeadMinutes: 60 }, question)).toBe(reason);
  });
});

const beyond = (days: number) => `Outside the booking window: more than ${days} days ahead`;

describe("the last day ahead", () => {
  // At 2026-03-01T12:00Z it is 2 March in Kiritimati (+14) and 1 March in Pago Pago (-11).
  test.each([
    ["UTC", 0, "2026-03-01T23:59:59", null],
    ["UTC", 0, "2026-03-02T00:00:00", beyond(0)],
    ["UTC", 1, "2026-03-02T23:59:59", null],
    ["UTC", 1, "2026-03-03T00:00:00", beyond(1)],
    ["UTC", 30, "2026-03-31T23:59:59", null],
    ["UTC", 30, "2026-04-01T00:00:00", beyond(30)],
    ["Pacific/Kiritimati", 0, "2026-03-02T23:59:59", null],
    ["Pacific/Kiritimati", 0, "2026-03-03T00:00:00", beyond(0)],
    ["Pacific/Pago_Pago", 0, "2026-03-01T23:59:59", null],
    ["Pacific/Pago_Pago", 0, "2026-03-02T00:00:00", beyond(0)],
    ["America/New_York", 8, "2026-03-09T23:59:59", null],
    ["America/New_York", 8, "2026-03-10T00:00:00", beyond(8)],
    ["UTC", 3650, "2020-01-01T00:00:00", null],
  ])(
    "is a local date: in %s with %i days, %s gives the reason %s",
    (timeZone, maxDaysAhead, time, reason) => {
      expect(reasonFor({ maxDaysAhead }, { time, now, timeZone })).toBe(reason);
    },
  );

  test("moves at local midnight, not at midnight UTC", () => {
    const window = { maxDaysAhead: 0 };
    const question = { time: "2026-03-02T09:00:00", timeZone: "America/New_York" };
    expect(reasonFor(window, { ...question, now: "2026-03-02T04:59:59Z" })).toBe(beyond(0));
    expect(reasonFor(window, { ...question, now: "2026-03-02T05:00:00Z" })).toBeNull();
  });
});
