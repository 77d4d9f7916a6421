import { describe, expect, test } from "vitest";
import { openStaffApi, openUsedApi } from "./staff_support.ts";
import { refusalOf } from "./support.ts";

const stats = "/api-usage/stats";
const logs = "/api-usage/logs";
const csv = "/api-usage/export/csv";

type Log = { content: { id: number }[] };

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

  test("reads the period and the days of a custom period from the query", async () => {
    const browser = await (await openStaffApi()).signedInAs("ADMIN");
    const custom = "?period=custom&startDate=2026-02-27&endDate=2026-02-28";
    for (const [query, count] of [["?period=week", 7], [custom, 48]] as const) {
      const { timeSeriesData } = await (await browser.send("GET", `${stats}${query}`)).json() as {
        timeSeriesData: object[];
      };
      expect(timeSeriesData).toHaveLength(count);
    }
  });
});

describe("GET /api-usage/logs", () => {
  test("returns exactly the page shape of the contract, newest first", async () => {
    const { browser } = await openUsedApi();
    const response = await browser.send("GET", `${logs}?size=1&page=2`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      content: [{
        id: 1,
        apiKeyName: "full",
        endpoint: "/api/v1/appointments",
        method: "POST",
        statusCode: 201,
        creditsConsumed: 1,
        responseTimeMs: 10,
        timestamp: "2026-03-01T09:00:00",
        ipAddress: "203.0.113.7",
        userAgent: "booking-client/1.2",
      }],
      totalElements: 3,
      totalPages: 3,
      number: 2,
      size: 1,
    });
  });

  // core/usage tests every parameter; this tests how they are read from the query.
  test.each([
    ["", [3, 2, 1]],
    ["sort=timestamp,asc", [1, 2, 3]],
    ["apiKeyId=2", [2]],
    ["apiKeyId=99999999999999999999", []],
    ["statusCode=404", [2]],
    ["onlyErrors=true", [3, 2]],
    ["endpoint=GET%20/api/v1/appointments/%7Bid%7D", [2]],
    ["endpoint=", []],
    ["requestId=call-1", [1]],
    ["requestId=CALL-1", []],
    ["startDate=2026-03-01T09:00&endDate=2026-03-01T09:59:59", [2, 1]],
  ])("with the query %s returns the entries %j", async (query, ids) => {
    const { browser } = await openUsedApi();
    const response = await browser.send("GET", `${logs}?${query}`);
    const { content } = (await response.json()) as Log;
    expect(content.map(({ id }) => id)).toEqual(ids);
  });
});

describe("GET /api-usage/export/csv", () => {
  test.each([
    ["startDate=2025-03-01&endDate=2026-03-02", [3, 2, 1]],
    ["startDate=2026-03-01&endDate=2026-03-01&apiKeyId=2", [2]],
    ["startDate=2026-03-01&endDate=2026-03-01&statusCode=400", [3]],
    ["startDate=2026-03-01&endDate=2026-03-01&onlyErrors=true", [3, 2]],
    ["startDate=2026-03-01&endDate=2026-03-01&requestId=call-1", [1]],
    ["startDate=2026-03-01&endDate=2026-03-01&endpoint=POST%20/api/v1/appointments", [1]],
    ["startDate=2026-03-01&endDate=2026-03-01&page=5&size=1&sort=timestamp,asc", [3, 2, 1]],
  ])("with the query %s exports the calls %j", async (query, ids) => {
    const { browser } = await openUsedApi();
    const response = await browser.send("GET", `${csv}?${query}`);
    expect(response.status).toBe(200);
    const rows = (await response.text()).split("\r\n").slice(1, -1);
    expect(rows.map((row) => Number(row.split(",")[0]))).toEqual(ids);
  });
});

test.each([
  [`${stats}?period=custom&endDate=x`, ["startDate", "endDate"]],
  [
    `${logs}?page=1.5&size=0&apiKeyId=&statusCode=99&onlyErrors=1&endpoint=%00&requestId=%00&sort=id,asc`,
    [
      "page",
      "size",
      "apiKeyId",
      "endpoint",
      "statusCode",
      "onlyErrors",
      "requestId",
      "sort",
    ],
  ],
  [`${csv}?startDate=2025-02-28&endDate=2026-03-02`, ["endDate"]],
])("GET %s is refused with VALIDATION_ERROR on %j as JSON", async (path, fields) => {
  const browser = await (await openStaffApi()).signedInAs("ADMIN");
  const response = await browser.send("GET", path);
  expect(response.headers.has("Content-Disposition")).toBe(false);
  expect(await refusalOf(response)).toEqual({ status: 400, code: "VALIDATION_ERROR", fields });
});

test.each([
  `${stats}?period=custom&startDate=&endDate=2026-03-01T00:00:00`,
  `${logs}?endDate=2026-03-05T10:00%2B01:00`,
  `${csv}?startDate=2026-3-1&endDate=2026-03-01`,
])("GET %s is refused with INVALID_DATE_FORMAT", async (path) => {
  const browser = await (await openStaffApi()).signedInAs("ADMIN");
  expect(await refusalOf(await browser.send("GET", path)))
    .toEqual({ status: 400, code: "INVALID_DATE_FORMAT" });
});
