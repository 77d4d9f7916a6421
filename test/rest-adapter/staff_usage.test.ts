import { describe, expect, test } from "vitest";
import { seedOrganization } from "../support/in_memory_ports.ts";
import { openStaffApi, openUsedApi } from "./staff_support.ts";
import { refusalOf } from "./support.ts";

const stats = "/api-usage/stats";
const logs = "/api-usage/logs";
const csv = "/api-usage/export/csv";

type Log = { content: { id: number }[] };

const opened = async () => await (await openStaffApi()).signedInAs("ADMIN");

describe("GET /api-usage/logs", () => {
  test("returns exactly the page shape of the contract, newest first", async () => {
    const { browser } = await openUsedApi();
    const response = await browser.send("GET", logs);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      content: [
        {
          id: 3,
          apiKeyName: "full",
          endpoint: "/api/v1/appointments",
          method: "GET",
          statusCode: 400,
          creditsConsumed: 0,
          responseTimeMs: 30,
          timestamp: "2026-03-01T10:00:00",
          ipAddress: "203.0.113.7",
          userAgent: "",
        },
        {
          id: 2,
          apiKeyName: "reader",
          endpoint: "/api/v1/appointments/99",
          method: "GET",
          statusCode: 404,
          creditsConsumed: 0,
          responseTimeMs: 20,
          timestamp: "2026-03-01T09:00:00",
          ipAddress: "2001:db8::1",
          userAgent: "",
        },
        {
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
        },
      ],
      totalElements: 3,
      totalPages: 1,
      number: 0,
      size: 50,
    });
  });

  test.each([
    ["size=2", [3, 2], { totalElements: 3, totalPages: 2, number: 0, size: 2 }],
    ["size=2&page=1", [1], { totalElements: 3, totalPages: 2, number: 1, size: 2 }],
    ["size=500", [3, 2, 1], { totalElements: 3, totalPages: 1, number: 0, size: 100 }],
    ["page=7", [], { totalElements: 3, totalPages: 1, number: 7, size: 50 }],
    ["statusCode=500", [], { totalElements: 0, totalPages: 0, number: 0, size: 50 }],
    ["sort=timestamp,asc", [1, 2, 3], {}],
    ["sort=timestamp,desc", [3, 2, 1], {}],
    ["apiKeyId=2", [2], {}],
    ["apiKeyId=-1", [], {}],
    ["apiKeyId=99999999999999999999", [], {}],
    ["statusCode=404", [2], {}],
    ["endpoint=POST%20/api/v1/appointments", [1], {}],
    ["endpoint=GET%20/api/v1/appointments/%7Bid%7D", [2], {}],
    ["endpoint=/api/v1/appointments/99", [2], {}],
    ["endpoint=/api/v1/appointments", [3, 1], {}],
    ["endpoint=", [], {}],
    ["startDate=2026-03-01T09:00:01", [3], {}],
    ["endDate=2026-03-01T09:00:00", [2, 1], {}],
    ["startDate=2026-03-01T09:00&endDate=2026-03-01T10:00", [3, 2, 1], {}],
    ["startDate=2026-03-02", [], {}],
    ["endDate=2026-02-28", [], {}],
    ["startDate=2026-03-01&endDate=2026-03-01", [3, 2, 1], {}],
    ["apiKeyId=1&statusCode=201&endpoint=/api/v1/appointments", [1], {}],
    ["unknown=1", [3, 2, 1], {}],
  ])("with the query %s returns the entries %j", async (query, ids, page) => {
    const { browser } = await openUsedApi();
    const response = await browser.send("GET", `${logs}?${query}`);
    expect(response.status).toBe(200);
    const { content, ...rest } = (await response.json()) as Log;
    expect(content.map(({ id }) => id)).toEqual(ids);
    expect(rest).toMatchObject(page);
    expect(Object.keys(rest)).toEqual(["totalElements", "totalPages", "number", "size"]);
  });

  test.each([
    ["page=-1", ["page"]],
    ["page=1.5", ["page"]],
    ["size=0", ["size"]],
    ["size=x", ["size"]],
    ["apiKeyId=abc", ["apiKeyId"]],
    ["apiKeyId=", ["apiKeyId"]],
    ["apiKeyId=1.5", ["apiKeyId"]],
    ["statusCode=99", ["statusCode"]],
    ["statusCode=600", ["statusCode"]],
    ["statusCode=2xx", ["statusCode"]],
    ["endpoint=%00", ["endpoint"]],
    ["endpoint=" + "x".repeat(2049), ["endpoint"]],
    ["sort=timestamp", ["sort"]],
    ["sort=id,asc", ["sort"]],
    ["page=x&size=0&apiKeyId=y&statusCode=1&sort=z", [
      "page",
      "size",
      "apiKeyId",
      "statusCode",
      "sort",
    ]],
    ["startDate=soon&page=x", ["page", "startDate"]],
  ])("with the query %s is refused with VALIDATION_ERROR on %j", async (query, fields) => {
    const browser = await opened();
    expect(await refusalOf(await browser.send("GET", `${logs}?${query}`))).toEqual({
      status: 400,
      code: "VALIDATION_ERROR",
      fields,
    });
  });

  test.each([
    "startDate=",
    "startDate=2026-02-30",
    "endDate=2026-03-05T10:00Z",
    "endDate=2026-03-05T10:00%2B01:00",
    "endDate=2026-03-05T24:00:00",
    "startDate=a&endDate=b",
  ])("with the query %s is refused with INVALID_DATE_FORMAT", async (query) => {
    const browser = await opened();
    const response = await browser.send("GET", `${logs}?${query}`);
    expect(await refusalOf(response)).toEqual({ status: 400, code: "INVALID_DATE_FORMAT" });
  });
});

describe("GET /api-usage/export/csv", () => {
  test.each([
    ["", ["startDate", "endDate"]],
    ["?startDate=2026-03-01", ["endDate"]],
    ["?startDate=x", ["startDate", "endDate"]],
    ["?startDate=2026-03-02&endDate=2026-03-01", ["endDate"]],
    ["?startDate=2025-02-28&endDate=2026-03-02", ["endDate"]],
    ["?startDate=2026-03-01&endDate=2026-03-01&apiKeyId=x&statusCode=1&endpoint=%00", [
      "apiKeyId",
      "endpoint",
      "statusCode",
    ]],
  ])("with the query %s is refused with VALIDATION_ERROR on %j as JSON", async (query, fields) => {
    const browser = await opened();
    const response = await browser.send("GET", `${csv}${query}`);
    expect(response.headers.has("Content-Disposition")).toBe(false);
    expect(await refusalOf(response)).toEqual({ status: 400, code: "VALIDATION_ERROR", fields });
  });

  test.each([
    "startDate=2026-3-1&endDate=2026-03-01",
    "startDate=2026-03-01&endDate=2026-03-01T00:00",
  ])(
    "with the query %s is refused with INVALID_DATE_FORMAT",
    async (query) => {
      const browser = await opened();
      const response = await browser.send("GET", `${csv}?${query}`);
      expect(await refusalOf(response)).toEqual({ status: 400, code: "INVALID_DATE_FORMAT" });
    },
  );

  test.each([
    ["startDate=2026-03-01&endDate=2026-03-01", [3, 2, 1]],
    ["startDate=2025-03-01&endDate=2026-03-02", [3, 2, 1]],
    ["startDate=2026-02-01&endDate=2026-02-28", []],
    ["startDate=2026-03-01&endDate=2026-03-01&apiKeyId=2", [2]],
    ["startDate=2026-03-01&endDate=2026-03-01&statusCode=400", [3]],
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

test("no filter shows the usage of another organization", async () => {
  const { api } = await openUsedApi();
  const other = await seedOrganization(api.application, { keys: { theirs: {} } });
  const user = await api.newUser("OWNER", {
    password: "a password of theirs",
    organization: other.organizationId,
  });
  const browser = await api.signedIn(user);
  const days = "startDate=2026-03-01&endDate=2026-03-01";
  expect(await (await browser.send("GET", stats)).json()).toMatchObject({ totalCalls: 0 });
  for (const query of ["", "?apiKeyId=1", "?endpoint=/api/v1/appointments"]) {
    const log = await browser.send("GET", `${logs}${query}`);
    expect(await log.json()).toMatchObject({ content: [], totalElements: 0 });
  }
  expect((await (await browser.send("GET", `${csv}?${days}&apiKeyId=1`)).text()).split("\r\n"))
    .toEqual([expect.stringMatching(/^id,/), ""]);
});
