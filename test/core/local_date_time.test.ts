import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  canonicalTimeZone,
  createInstantFormat,
  formatInstant,
  formatLocalDateTime,
  instantOf,
  parseLocalDate,
  parseLocalDateTime,
} from "../../core/local_date_time.ts";

describe("the text of a local date-time", () => {
  test.each([
    ["2026-03-05T14:30:00", "2026-03-05T14:30:00"],
    ["2026-03-05T14:30", "2026-03-05T14:30:00"],
    ["2026-03-05T14:30:59.9", "2026-03-05T14:30:59"],
    ["2026-03-05T14:30:01.123456789012", "2026-03-05T14:30:01"],
    ["2024-02-29T00:00", "2024-02-29T00:00:00"],
    ["2000-02-29T00:00", "2000-02-29T00:00:00"],
    ["0001-01-01T00:00:00", "0001-01-01T00:00:00"],
    ["9999-12-31T23:59:59.999", "9999-12-31T23:59:59"],
  ])("%s is parsed as %s", (text, wireForm) => {
    expect(formatLocalDateTime(parseLocalDateTime(text)!)).toBe(wireForm);
  });

  test.each([
    "",
    "2026-03-05",
    "14:30:00",
    "2026-03-05T14:30:00Z",
    "2026-03-05T14:30Z",
    "2026-03-05T14:30:00z",
    "2026-03-05T14:30:00+01:00",
    "2026-03-05T14:30:00-05",
    "2026-03-05T14:30:00[Europe/Berlin]",
    "2026-03-05T14:30:00[u-ca=iso8601]",
    "2026-03-05t14:30:00",
    "2026-03-05 14:30:00",
    "20260305T143000",
    "2026-03-05T1430",
    "2026-03-05T14",
    "2026-3-5T14:30:00",
    "2026-03-05T9:30:00",
    "2026-W10-4T14:30:00",
    "2026-064T14:30:00",
    "2026-03-05T24:00:00",
    "2026-03-05T14:60:00",
    "2026-03-05T23:59:60",
    "2026-03-05T14:30.5",
    "2026-03-05T14:30:00.",
    "2026-03-05T14:30:00,5",
    "2026-03-05T14:30:",
    "2026-02-29T00:00",
    "1900-02-29T00:00",
    "2026-04-31T00:00",
    "2026-13-01T00:00",
    "2026-00-10T00:00",
    "2026-01-00T00:00",
    "0000-01-01T00:00:00",
    "+002026-03-05T14:30:00",
    "-000001-03-05T14:30:00",
    "-2026-03-05T14:30:00",
    "12026-03-05T14:30:00",
    " 2026-03-05T14:30:00",
    "2026-03-05T14:30:00 ",
    "2026-03-05T14:30:00\n",
    "2026-03-05T14:30:00 and more",
    "٢٠٢٦-03-05T14:30:00",
  ])("%j is malformed", (text) => {
    expect(parseLocalDateTime(text)).toBeUndefined();
  });

  test("of every date-time in the years 0001 to 9999 is parsed back to the same date-time", () => {
    const first = Date.UTC(2000, 0, 1) / 1000 - 63_082_281_600;
    const last = Date.UTC(9999, 11, 31, 23, 59, 59) / 1000;
    fc.assert(fc.property(fc.integer({ min: first, max: last }), (second) => {
      const written = Temporal.Instant.fromEpochMilliseconds(second * 1000)
        .toZonedDateTimeISO("UTC").toPlainDateTime();
      const text = formatLocalDateTime(written);
      expect(text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
      expect(parseLocalDateTime(text)!.equals(written)).toBe(true);
    }));
  });
});

test.each([
  ["2026-12-24", true],
  ["2024-02-29", true],
  ["2026-02-29", false],
  ["0000-01-01", false],
  [
    "2026-12-24T00:00",
    false,
  ],
  ["20261224", false],
  ["2026-12-24 ", false],
  ["+002026-12-24", false],
])(
  "%j is a valid date: %s",
  (text, isDate) => {
    expect(parseLocalDate(text)?.toString()).toBe(isDate ? text : undefined);
  },
);

/** Time zones with what is special there: clocks that go forward or back, parts of an hour, a date line. */
const oddZones = [
  ["America/New_York", "2026-03-08T07:00:00Z"],
  ["Europe/Berlin", "2026-10-25T01:00:00Z"],
  ["Australia/Lord_Howe", "2026-10-03T15:30:00Z"],
  ["Australia/Lord_Howe", "2026-04-04T15:00:00Z"],
  ["America/St_Johns", "2026-11-01T04:30:00Z"],
  ["Asia/Kathmandu", "2026-06-30T18:15:00Z"],
  ["Pacific/Chatham", "2026-09-26T14:00:00Z"],
  // Left out 30 December 2011.
  ["Pacific/Apia", "2011-12-30T10:00:00Z"],
  ["Pacific/Kiritimati", "2025-12-31T10:00:00Z"],
  ["Pacific/Pago_Pago", "2026-01-01T11:00:00Z"],
] as const;

describe("the instant of a local time", () => {
  test.each([
    ["America/New_York", "2026-03-08T01:59:59", "2026-03-08T06:59:59Z"],
    ["America/New_York", "2026-03-08T02:00", undefined],
    ["America/New_York", "2026-03-08T02:30", undefined],
    ["America/New_York", "2026-03-08T02:59:59", undefined],
    ["America/New_York", "2026-03-08T03:00", "2026-03-08T07:00:00Z"],
    ["America/New_York", "2026-11-01T01:30", "2026-11-01T05:30:00Z"],
    ["America/New_York", "2026-11-01T02:00", "2026-11-01T07:00:00Z"],
    ["Australia/Lord_Howe", "2026-10-04T01:59", "2026-10-03T15:29:00Z"],
    ["Australia/Lord_Howe", "2026-10-04T02:15", undefined],
    ["Australia/Lord_Howe", "2026-10-04T02:30", "2026-10-03T15:30:00Z"],
    ["Australia/Lord_Howe", "2026-04-05T01:45", "2026-04-04T14:45:00Z"],
    ["Europe/Berlin", "2026-03-29T02:30", undefined],
    ["Europe/Berlin", "2026-10-25T02:30", "2026-10-25T00:30:00Z"],
    ["Pacific/Apia", "2011-12-30T12:00", undefined],
    ["UTC", "2026-03-08T02:30", "2026-03-08T02:30:00Z"],
  ])("in %s at %s is %s", (timeZone, text, instant) => {
    expect(instantOf(parseLocalDateTime(text)!, timeZone)?.toString()).toBe(instant);
  });

  test("is the instant that the time was made from, or its earlier occurrence", () => {
    const instants = fc.constantFrom(...oddZones).chain(([timeZone, near]) => {
      const middle = Date.parse(near) / 1000;
      // A third of a day around what is special there, or anywhere in half a year.
      const second = fc.oneof(
        ...[30_000, 15_768_000].map((reach) =>
          fc.integer({ min: middle - reach, max: middle + reach })
        ),
      );
      return second.map((at) => ({ timeZone, second: at }));
    });
    fc.assert(
      fc.property(instants, ({ timeZone, second }) => {
        const instant = Temporal.Instant.fromEpochMilliseconds(second * 1000);
        const shown = formatInstant(instant, timeZone);
        const named = instantOf(parseLocalDateTime(shown)!, timeZone)!;
        expect(Temporal.Instant.compare(named, instant)).toBeLessThanOrEqual(0);
        expect(formatInstant(named, timeZone)).toBe(shown);
      }),
      { numRuns: 500 },
    );
  });
});

describe("a time zone", () => {
  test.each([
    ["Europe/Berlin", "Europe/Berlin"],
    ["europe/berlin", "Europe/Berlin"],
    ["AMERICA/NEW_YORK", "America/New_York"],
    ["utc", "UTC"],
    ["Etc/GMT+1", "Etc/GMT+1"],
    ["America/New York", "America/New_York"],
    ["asia/ho chi minh", "Asia/Ho_Chi_Minh"],
    ["Asia/Kolkata", "Asia/Kolkata"],
    ["europe/kyiv", "Europe/Kyiv"],
    ["Europe/Kiev", "Europe/Kiev"],
  ])("with the name %s is %s", (name, canonical) => {
    expect(canonicalTimeZone(name)).toBe(canonical);
  });

  test.each([
    "",
    "Z",
    "+01:00",
    "-0500",
    "UTC+01:00",
    "GMT+1",
    "Mars/Base",
    " UTC",
    "UTC ",
    "Europe/Berlin[u-ca=iso8601]",
    "2026-01-01T00:00[Europe/Berlin]",
    "T10:00[Europe/Berlin]",
    "T10:00+01:00",
    "T10:00Z",
  ])("with the name %j is refused", (name) => {
    expect(canonicalTimeZone(name)).toBeUndefined();
  });
});

test("createInstantFormat() formats like formatInstant(), in any order and across all clock changes", () => {
  const zone = fc.constantFrom(
    "UTC",
    "Europe/Oslo",
    "America/St_Johns",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
  );
  // Instants near clock changes and elsewhere. These zones change their clocks in March, April, October and November.
  const instant = fc.integer({
    min: Date.parse("2026-01-01T00:00:00Z"),
    max: Date.parse("2027-01-01T00:00:00Z"),
  });
  fc.assert(fc.property(zone, fc.array(instant, { maxLength: 50 }), (timeZone, times) => {
    const format = createInstantFormat(timeZone);
    for (const ms of times) {
      const expected = formatInstant(Temporal.Instant.fromEpochMilliseconds(ms), timeZone);
      expect(format(ms)).toBe(expected);
    }
  }));
  const format = createInstantFormat("Australia/Lord_Howe");
  const shift = Date.parse("2026-04-04T15:00:00Z");
  expect([shift - 1, shift, shift - 1].map(format)).toEqual([
    "2026-04-05T01:59:59",
    "2026-04-05T01:30:00",
    "2026-04-05T01:59:59",
  ]);
});
