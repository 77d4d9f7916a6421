import { describe, expect, test } from "vitest";
import { openStaffApi, openUsedApi } from "./staff_support.ts";
import { refusalOf } from "./support.ts";

const stats = "/api-usage/stats";

const opened = async () => await (await openStaffApi()).signedInAs("ADMIN");

describe("GET /api-usage/stats", () => {
  test("returns exactly the statistics object of the contract, with the hours of today so far", async () => {
    const { browser } = await openUsedApi();
    const response = await browser.send("GET", stats);
    expect(response.status).toBe(200);
    const hour = (hour: number, calls = 0, credits = 0) => ({
      timestamp: `2026-03-01T${String(hour).padStart(2, "0")}:00:00`,
      calls,
      credits,
    });
    expect(await response.json()).toEqual({
      totalCalls: 3,
      successRate: 33.33,
      avgResponseTime: 20,
      totalCreditsConsumed: 1,
      topEndpoints: [
        { endpoint: "GET /api/v1/appointments", calls: 1, percentage: 33.33 },
        { endpoint: "GET /api/v1/appointments/{id}", calls: 1, percentage: 33.33 },
        { endpoint: "POST /api/v1/appointments", calls: 1, percentage: 33.33 },
      ],
      errorBreakdown: { 400: 1, 404: 1 },
      timeSeriesData: [...Array.from({ length: 9 }, (_, i) => hour(i)), hour(9, 2, 1), hour(10, 1)],
      p50: 20,
      p95: 30,
      p99: 30,
    });
  });

  test.each([
    ["", 10, "2026-03-01T00:00:00", "2026-03-01T09:00:00"],
    ["?period=today", 10, "2026-03-01T00:00:00", "2026-03-01T09:00:00"],
    ["?period=week", 7, "2026-02-23T00:00:00", "2026-03-01T00:00:00"],
    ["?period=month", 30, "2026-01-31T00:00:00", "2026-03-01T00:00:00"],
    [
      "?period=custom&startDate=2026-02-27&endDate=2026-02-28",
      48,
      "2026-02-27T00:00:00",
      "2026-02-28T23:00:00",
    ],
    [
      "?period=custom&startDate=2025-02-28&endDate=2026-03-01",
      367,
      "2025-02-28T00:00:00",
      "2026-03-01T00:00:00",
    ],
    ["?startDate=x&endDate=y", 10, "2026-03-01T00:00:00", "2026-03-01T09:00:00"],
  ])("with the query %s has %i points from %s to %s", async (query, count, first, last) => {
    const browser = await opened();
    const { timeSeriesData, ...sums } = (await (await browser.send("GET", `${stats}${query}`))
      .json()) as { timeSeriesData: { timestamp: string }[] };
    expect(timeSeriesData).toHaveLength(count);
    expect([timeSeriesData[0]!.timestamp, timeSeriesData.at(-1)!.timestamp]).toEqual([first, last]);
    expect(sums).toMatchObject({ totalCalls: 0, successRate: 100, avgResponseTime: 0 });
  });

  test.each([
    ["period=year", ["period"]],
    ["period=", ["period"]],
    ["period=Today", ["period"]],
    ["period=custom", ["startDate", "endDate"]],
    ["period=custom&startDate=2026-03-01", ["endDate"]],
    ["period=custom&endDate=x", ["startDate", "endDate"]],
    ["period=custom&startDate=2026-03-02&endDate=2026-03-01", ["endDate"]],
    ["period=custom&startDate=2025-02-27&endDate=2026-03-01", ["endDate"]],
  ])("with the query %s is refused with VALIDATION_ERROR on %j", async (query, fields) => {
    const browser = await opened();
    expect(await refusalOf(await browser.send("GET", `${stats}?${query}`))).toEqual({
      status: 400,
      code: "VALIDATION_ERROR",
      fields,
    });
  });

  test.each(["startDate=2026-02-30&endDate=2026-03-01", "startDate=&endDate=2026-03-01T00:00:00"])(
    "with the query period=custom&%s is refused with INVALID_DATE_FORMAT",
    async (query) => {
      const browser = await opened();
      const response = await browser.send("GET", `${stats}?period=custom&${query}`);
      expect(await refusalOf(response)).toEqual({ status: 400, code: "INVALID_DATE_FORMAT" });
    },
  );
});
