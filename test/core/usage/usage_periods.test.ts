import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getUsageStatistics } from "../../../core/usage/read_usage.ts";
import { faultsOf, refusalOf, untouchable } from "../refusal.ts";
import { type PlainCall, plainReports } from "./plain_reports.ts";

const instant = (text: string) => Temporal.Instant.from(text);

async function pointsOf(
  query: unknown,
  { calls = [], now = "2026-11-20T10:00:00Z", timeZone = "UTC" }: {
    calls?: PlainCall[];
    now?: string;
    timeZone?: string;
  } = {},
) {
  const ports = { now: () => instant(now), usageReports: plainReports(calls) };
  const reader = { organizationId: 1, timeZone };
  return (await getUsageStatistics(ports, reader, query)).timeSeriesData;
}

const custom = (startDate: string, endDate = startDate) => ({
  period: "custom",
  startDate,
  endDate,
});

/** Makes a call in each quarter of an hour between two instants. */
function quarterly(from: string, to: string): PlainCall[] {
  const calls: PlainCall[] = [];
  for (let at = instant(from); Temporal.Instant.compare(at, instant(to)) < 0;) {
    calls.push({ at, creditsConsumed: 2 });
    at = at.add({ minutes: 15 });
  }
  return calls;
}

describe("the points of the period", () => {
  test.each<[string, string, number, string, string]>([
    ["today", "2026-11-20T10:59:59Z", 11, "2026-11-20T00:00:00", "2026-11-20T10:00:00"],
    ["today", "2026-11-20T00:00:00Z", 1, "2026-11-20T00:00:00", "2026-11-20T00:00:00"],
    ["today", "2026-11-20T23:59:59Z", 24, "2026-11-20T00:00:00", "2026-11-20T23:00:00"],
    ["week", "2026-11-20T10:00:00Z", 7, "2026-11-14T00:00:00", "2026-11-20T00:00:00"],
    ["week", "2026-11-20T00:00:00Z", 7, "2026-11-14T00:00:00", "2026-11-20T00:00:00"],
    ["month", "2026-11-20T10:00:00Z", 30, "2026-10-22T00:00:00", "2026-11-20T00:00:00"],
  ])("%s at %s are %i, from %s to %s", async (period, now, count, first, last) => {
    const points = await pointsOf({ period }, { now });
    expect(points).toHaveLength(count);
    expect(points.at(0)).toEqual({ timestamp: first, calls: 0, credits: 0 });
    expect(points.at(-1)!.timestamp).toBe(last);
  });

  test.each<[string, string, number, string]>([
    ["2026-11-18", "2026-11-18", 24, "2026-11-18T23:00:00"],
    ["2026-11-18", "2026-11-19", 48, "2026-11-19T23:00:00"],
    ["2026-11-18", "2026-11-20", 3, "2026-11-20T00:00:00"],
    ["2026-11-20", "2026-11-21", 48, "2026-11-21T23:00:00"],
    ["2026-11-19", "2026-12-01", 13, "2026-12-01T00:00:00"],
    ["2025-11-19", "2026-11-20", 367, "2026-11-20T00:00:00"],
    ["9999-12-31", "9999-12-31", 24, "9999-12-31T23:00:00"],
    ["0001-01-01", "0001-01-01", 24, "0001-01-01T23:00:00"],
  ])("%s to %s are %i, up to %s, also in the future", async (start, end, count, last) => {
    const points = await pointsOf(custom(start, end));
    expect(points).toHaveLength(count);
    expect(points[0]!.timestamp).toBe(`${start}T00:00:00`);
    expect(points.at(-1)!.timestamp).toBe(last);
  });

  test("are those of today in the organization's zone if no period is given", async () => {
    const options = { now: "2026-11-20T20:00:00Z", timeZone: "Asia/Kathmandu" };
    expect((await pointsOf({}, options)).map(({ timestamp }) => timestamp)).toEqual([
      "2026-11-21T00:00:00",
      "2026-11-21T01:00:00",
    ]);
  });

  test("contain the calls from the first instant of the period up to, not including, its end", async () => {
    const timeZone = "Asia/Kathmandu";
    const at = (text: string) => ({ at: instant(`${text}+05:45`), creditsConsumed: 1 });
    const calls = [
      at("2026-11-17T23:59:59.999"),
      at("2026-11-18T00:00"),
      at("2026-11-18T00:59:59.999"),
      at("2026-11-18T23:59:59.999"),
      at("2026-11-19T00:00"),
    ];
    const points = await pointsOf(custom("2026-11-18"), { calls, timeZone });
    expect(points.filter(({ calls }) => calls > 0)).toEqual([
      { timestamp: "2026-11-18T00:00:00", calls: 2, credits: 2 },
      { timestamp: "2026-11-18T23:00:00", calls: 1, credits: 1 },
    ]);
  });
});

describe("on a day of a clock change, with one call per quarter of an hour,", () => {
  // [zone, day, hours with a point, calls in the hours that do not have four]
  test.each<[string, string, number, Record<string, number>]>([
    ["Europe/Berlin", "2026-10-25", 24, { "02": 8 }],
    ["Europe/Berlin", "2026-03-29", 23, {}],
    ["Australia/Lord_Howe", "2026-04-05", 24, { "01": 6 }],
    ["Australia/Lord_Howe", "2026-10-04", 24, { "02": 2 }],
    ["Asia/Kathmandu", "2026-10-25", 24, {}],
    ["America/Santiago", "2026-09-06", 23, {}],
    ["America/Santiago", "2026-04-04", 24, { "23": 8 }],
    ["Africa/Cairo", "2026-04-24", 23, {}],
    ["America/Havana", "2026-11-01", 24, { "00": 8 }],
    ["Antarctica/Troll", "2026-10-25", 24, { "01": 8, "02": 8 }],
    ["Antarctica/Troll", "2026-03-29", 22, {}],
  ])("in %s, %s has the right points", async (timeZone, day, hours, unusual) => {
    const around = Temporal.PlainDate.from(day);
    const calls = quarterly(
      `${around.subtract({ days: 2 })}T00:00Z`,
      `${around.add({ days: 3 })}T00:00Z`,
    );
    const points = await pointsOf(custom(day), { calls, timeZone });
    expect(points).toHaveLength(hours);
    const counted = Object.fromEntries(
      points.filter(({ calls }) => calls !== 4)
        .map(({ timestamp, calls }) => [timestamp.slice(11, 13), calls]),
    );
    expect(counted).toEqual(unusual);
    for (const { timestamp, calls, credits } of points) {
      expect(timestamp).toMatch(new RegExp(`^${day}T\\d\\d:00:00$`));
      expect(credits).toBe(2 * calls);
    }
  });

  test.each([
    ["America/Santiago", "2026-09-06", 92],
    ["Africa/Cairo", "2026-04-24", 92],
    ["Africa/Cairo", "2026-10-29", 100],
    ["Australia/Lord_Howe", "2026-10-04", 94],
  ])("in %s, %s has the right point among seven days", async (timeZone, day, quarters) => {
    const first = Temporal.PlainDate.from(day).subtract({ days: 3 });
    const calls = quarterly(
      `${first.subtract({ days: 1 })}T00:00Z`,
      `${first.add({ days: 9 })}T00:00Z`,
    );
    const query = custom(first.toString(), first.add({ days: 6 }).toString());
    const points = await pointsOf(query, { calls, timeZone });
    expect(points).toEqual([0, 1, 2, 3, 4, 5, 6].map((i) => {
      const count = i === 3 ? quarters : 96;
      const timestamp = `${first.add({ days: i })}T00:00:00`;
      return { timestamp, calls: count, credits: 2 * count };
    }));
  });

  test("today ends with the current hour, also if it occurs twice", async () => {
    const calls = quarterly("2026-10-24T22:00Z", "2026-10-25T01:30Z");
    const berlin = { timeZone: "Europe/Berlin", calls };
    for (const now of ["2026-10-25T00:10:00Z", "2026-10-25T01:40:00Z"]) {
      const points = await pointsOf({}, { ...berlin, now });
      expect(points.map(({ timestamp }) => timestamp.slice(11, 13))).toEqual(["00", "01", "02"]);
      expect(points.at(-1)!.calls).toBe(6);
    }
  });

  test.each([
    ["2011-12-28", "2011-12-31", ["28", "29", "31"]],
    ["2011-12-28", "2011-12-30", ["28", "29"]],
    ["2011-12-30", "2012-01-01", ["31", "01"]],
    ["2011-12-30", "2011-12-30", []],
  ])("a skipped day has no point, from %s to %s", async (start, end, days) => {
    const points = await pointsOf(custom(start, end), { timeZone: "Pacific/Apia" });
    expect(points.map(({ timestamp }) => timestamp.slice(8, 10))).toEqual(days);
  });
});

test("in any zone each call is counted only in the point of its local hour or day", async () => {
  const zone = fc.constantFrom(
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "America/Santiago",
    "Africa/Cairo",
    "Pacific/Chatham",
    "Pacific/Apia",
    "Antarctica/Troll",
  );
  const year = Date.parse("2026-01-01T00:00:00Z");
  const minute = fc.integer({ min: 0, max: 60 * 24 * 380 });
  const length = fc.oneof(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 40 }));
  await fc.assert(
    fc.asyncProperty(zone, minute, length, fc.array(minute), async (timeZone, at, days, others) => {
      const local = (ms: number) =>
        Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone).toPlainDateTime();
      const first = local(year + at * 60_000).toPlainDate();
      const last = first.add({ days });
      // One call every half hour around the period, and some at random.
      const near = Array.from({ length: (days + 3) * 48 }, (_, i) => at - 24 * 60 + i * 30);
      const times = [...near, ...others].map((minutes) => year + minutes * 60_000 + 59_999);
      const calls = times.map((ms) => ({ at: Temporal.Instant.fromEpochMilliseconds(ms) }));
      const query = custom(first.toString(), last.toString());
      const points = await pointsOf(query, { calls, timeZone });
      const expected = new Map<string, number>();
      for (const dateTime of times.map(local)) {
        const day = dateTime.toPlainDate();
        if (Temporal.PlainDate.compare(day, first) < 0) continue;
        if (Temporal.PlainDate.compare(day, last) > 0) continue;
        const point = days < 2
          ? `${dateTime.toString().slice(0, 13)}:00:00`
          : `${day.toString()}T00:00:00`;
        expected.set(point, (expected.get(point) ?? 0) + 1);
      }
      const found = points.filter(({ calls }) => calls > 0);
      expect(new Map(found.map(({ timestamp, calls }) => [timestamp, calls]))).toEqual(expected);
      const order = points.map(({ timestamp }) => timestamp);
      expect(order).toEqual([...new Set(order)].sort());
      expect(points).toHaveLength(expectedPoints(first, last, timeZone));
    }),
    { numRuns: 100 },
  );
});

/** Returns the number of existing hours or days: those of which at least one quarter of an hour exists. */
function expectedPoints(first: Temporal.PlainDate, last: Temporal.PlainDate, timeZone: string) {
  const days = first.until(last).days + 1;
  if (days > 2) return days;
  const quarters = Array.from(
    { length: days * 96 },
    (_, i) => first.toPlainDateTime().add({ minutes: i * 15 }),
  );
  const existing = quarters.filter((local) =>
    local.toZonedDateTime(timeZone).toPlainDateTime().equals(local)
  );
  return new Set(existing.map((local) => local.toString().slice(0, 13))).size;
}

const attempt = (query: unknown) => () =>
  getUsageStatistics(untouchable(), { organizationId: 1, timeZone: "UTC" }, query);

describe("statistics refuse the query", () => {
  test.each<[object, string[]]>([
    [{ period: "year" }, ["period"]],
    [{ period: "" }, ["period"]],
    [{ period: "TODAY" }, ["period"]],
    [{ period: "custom" }, ["startDate", "endDate"]],
    [{ period: "custom", startDate: "2026-11-01" }, ["endDate"]],
    [{ period: "custom", endDate: "2026-11-01" }, ["startDate"]],
    [{ period: "custom", startDate: "x" }, ["startDate", "endDate"]],
    [{ period: "custom", startDate: null, endDate: "2026-11-01" }, ["startDate"]],
    [custom("2026-11-02", "2026-11-01"), ["endDate"]],
    [custom("2025-11-01", "2026-11-03"), ["endDate"]],
    [{ period: "year", startDate: "x", endDate: "y" }, ["period"]],
  ])("%j with VALIDATION_ERROR", async (query, fields) => {
    expect(await faultsOf(attempt(query))).toEqual(fields);
  });

  test.each([
    custom("x", "2026-11-01"),
    custom("2026-11-01", "2026-11-31"),
    custom("2026-11-01T00:00:00", "2026-11-02"),
    custom("2026-11-01", "2026-11-02T23:59:59"),
    custom("20261101", "20261102"),
    custom("", ""),
    custom("2026-1-1", "2026-11-01"),
    { period: "custom", startDate: 20261101, endDate: ["2026-11-01"] },
  ])("%j with INVALID_DATE_FORMAT", async (query) => {
    const { code, faults } = await refusalOf(attempt(query));
    expect({ code, faults }).toEqual({ code: "INVALID_DATE_FORMAT", faults: [] });
  });

  test("but ignore dates if the period is not custom", async () => {
    for (const dates of [{ startDate: "x" }, custom("2026-11-02", "2020-01-01")]) {
      expect(await pointsOf({ ...dates, period: "week" })).toHaveLength(7);
    }
  });

  test("but accept 366 days between the dates, also in leap years", async () => {
    expect(await pointsOf(custom("2027-03-01", "2028-03-01"))).toHaveLength(367);
    expect(await faultsOf(attempt(custom("2027-03-01", "2028-03-02")))).toEqual(["endDate"]);
  });
});
