import fc from "fast-check";
import { expect, test } from "vitest";
import { getUsageStatistics } from "../../../core/usage/read_usage.ts";
import { type PlainCall, plainReports } from "./plain_reports.ts";

const at = Temporal.Instant.from("2026-11-20T10:00:00Z");

function statisticsOf(calls: Omit<PlainCall, "at">[]) {
  const usageReports = plainReports(calls.map((call) => ({ ...call, at })));
  return getUsageStatistics(
    { now: () => at, usageReports },
    { organizationId: 1, timeZone: "UTC" },
    {},
  );
}

const times = (count: number, call: Omit<PlainCall, "at">) =>
  Array.from({ length: count }, () => call);

test("statistics without calls are all zero, with a success rate of 100", async () => {
  const { timeSeriesData, ...statistics } = await statisticsOf([]);
  expect(statistics).toEqual({
    totalCalls: 0,
    successRate: 100,
    avgResponseTime: 0,
    totalCreditsConsumed: 0,
    topEndpoints: [],
    errorBreakdown: {},
    p50: 0,
    p95: 0,
    p99: 0,
  });
  expect(timeSeriesData).toHaveLength(11);
});

test("the success rate counts answers below 400, and the errors are counted by status from 400", async () => {
  const statuses = { 200: 3, 201: 1, 204: 1, 399: 1, 400: 2, 429: 1, 503: 1 };
  const calls = Object.entries(statuses)
    .flatMap(([status, count]) => times(count, { statusCode: Number(status) }));
  const { totalCalls, successRate, errorBreakdown } = await statisticsOf(calls);
  expect({ totalCalls, successRate }).toEqual({ totalCalls: 10, successRate: 60 });
  expect(errorBreakdown).toEqual({ "400": 2, "429": 1, "503": 1 });
});

test("percentages are rounded to two decimals", async () => {
  const { successRate, topEndpoints } = await statisticsOf([
    ...times(2, { routeTemplate: "a" }),
    { routeTemplate: "b", statusCode: 500 },
  ]);
  expect(successRate).toBe(66.67);
  expect(topEndpoints).toEqual([
    { endpoint: "a", calls: 2, percentage: 66.67 },
    { endpoint: "b", calls: 1, percentage: 33.33 },
  ]);
});

test("the top endpoints are the ten with the most calls, equal ones in the order of their names", async () => {
  const names = "lkjihgfedcba".split("");
  const calls = [
    ...names.map((routeTemplate) => ({ routeTemplate })),
    ...times(8, { routeTemplate: "z" }),
  ];
  const { topEndpoints } = await statisticsOf(calls);
  expect(topEndpoints.map(({ endpoint }) => endpoint).join("")).toBe("zabcdefghi");
  expect(topEndpoints[0]).toEqual({ endpoint: "z", calls: 8, percentage: 40 });
  expect(topEndpoints[1]).toEqual({ endpoint: "a", calls: 1, percentage: 5 });
});

test("credits are summed, and the average response time is in whole milliseconds", async () => {
  const { totalCreditsConsumed, avgResponseTime } = await statisticsOf([
    { creditsConsumed: 1, responseTimeMs: 10 },
    { creditsConsumed: 0, responseTimeMs: 11 },
    { creditsConsumed: 1, responseTimeMs: 13 },
    { creditsConsumed: 1, responseTimeMs: 12 },
  ]);
  expect({ totalCreditsConsumed, avgResponseTime }).toEqual({
    totalCreditsConsumed: 3,
    avgResponseTime: 12,
  });
});

test.each<[number, number, number, number]>([
  [1, 1, 1, 1],
  [2, 1, 2, 2],
  [20, 10, 19, 20],
  [21, 11, 20, 21],
  [100, 50, 95, 99],
  [101, 51, 96, 100],
])(
  "of %i response times 1, 2, 3, … ms, p50 is %i, p95 %i and p99 %i",
  async (count, p50, p95, p99) => {
    const calls = Array.from({ length: count }, (_, i) => ({ responseTimeMs: count - i }));
    expect(await statisticsOf(calls)).toMatchObject({ p50, p95, p99 });
  },
);

test("a percentile is the smallest response time that at least that share of the calls did not exceed", async () => {
  const time = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5000 }));
  await fc.assert(
    fc.asyncProperty(fc.array(time, { minLength: 1, maxLength: 200 }), async (list) => {
      const statistics = await statisticsOf(list.map((responseTimeMs) => ({ responseTimeMs })));
      for (const percent of [50, 95, 99] as const) {
        const value = statistics[`p${percent}`];
        const within = (ms: number) => list.filter((one) => one <= ms).length * 100;
        expect(list).toContain(value);
        expect(within(value)).toBeGreaterThanOrEqual(percent * list.length);
        expect(within(value - 1)).toBeLessThan(percent * list.length);
      }
    }),
  );
});
