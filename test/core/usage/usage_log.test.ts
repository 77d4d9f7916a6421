import { describe, expect, test } from "vitest";
import { type HeavyWork, unpaced } from "../../../core/heavy_work.ts";
import type { Ports } from "../../../core/ports.ts";
import { exportUsage, listUsage, maxSearchedCalls } from "../../../core/usage/read_usage.ts";
import type {
  ReadUsageEntry,
  UsageFilter,
  UsageWindow,
} from "../../../core/usage/usage_reports.ts";
import { faultsOf, refusalOf, untouchable } from "../refusal.ts";

const entry: ReadUsageEntry = {
  id: 7,
  apiKeyName: "Website",
  endpoint: "/api/v1/appointments",
  method: "POST",
  statusCode: 201,
  creditsConsumed: 1,
  responseTimeMs: 12,
  timestampMs: Date.parse("2026-11-20T10:00:00.999Z"),
  ipAddress: "192.0.2.1",
  userAgent: "curl",
  requestId: "r-7",
  error: null,
};

const { timestampMs: _, ...fields } = entry;

/** Returns the filter and window that a query requests of the log, and the answer. */
async function listed(
  query: unknown,
  { timeZone = "UTC", totalElements = 0, items = [] as ReadUsageEntry[] } = {},
) {
  const asked: { organizationId: number; filter: UsageFilter; window: UsageWindow }[] = [];
  const usageReports: Ports["usageReports"] = {
    ...untouchable<Ports["usageReports"]>(),
    async page(organizationId, filter, window) {
      asked.push({ organizationId, filter, window });
      return { items, totalElements };
    },
  };
  const page = await listUsage({ usageReports }, { organizationId: 3, timeZone }, query);
  return { page, ...asked[0]! };
}

const boundsOf = ({ filter: { from, to } }: { filter: UsageFilter }) => [
  from?.toString() ?? null,
  to?.toString() ?? null,
];

const everything = { from: null, to: null, apiKeyId: null, endpoint: null, statusCode: null };

describe("the usage log", () => {
  test.each<[object, Partial<UsageFilter>, Partial<UsageWindow>]>([
    [{}, {}, {}],
    [{ page: 3 }, {}, { offset: 150 }],
    [{ page: 3, size: 7 }, {}, { offset: 21, limit: 7 }],
    [{ page: 3, size: 500 }, {}, { offset: 300, limit: 100 }],
    [{ page: 2 ** 53 - 1 }, {}, { offset: 2 ** 53 - 1 }],
    [{ sort: "timestamp,desc" }, {}, {}],
    [{ sort: "timestamp,asc" }, {}, { direction: "asc" }],
    [{ apiKeyId: 5 }, { apiKeyId: 5 }, {}],
    [{ apiKeyId: -5 }, { apiKeyId: 0 }, {}],
    [{ apiKeyId: 1e30 }, { apiKeyId: 0 }, {}],
    [{ endpoint: "GET /a/{id}" }, { endpoint: "GET /a/{id}" }, {}],
    [{ endpoint: "" }, { endpoint: "" }, {}],
    [{ statusCode: 100 }, { statusCode: 100 }, {}],
    [{ statusCode: 599 }, { statusCode: 599 }, {}],
    [{ unknown: "field" }, {}, {}],
  ])(
    "with the query %j reads the filtered entries of the window",
    async (query, filter, window) => {
      const asked = await listed(query);
      expect(asked.organizationId).toBe(3);
      expect(asked.filter).toStrictEqual({ ...everything, ...filter });
      expect(asked.window).toStrictEqual({ offset: 0, limit: 50, direction: "desc", ...window });
    },
  );

  // Bounds include their second, so the end is one second later.
  test.each<[string, string, string, string | null, string | null]>([
    ["UTC", "2026-11-01", "2026-11-02", "2026-11-01T00:00:00Z", "2026-11-03T00:00:00Z"],
    ["UTC", "2026-11-01T10:15", "", "2026-11-01T10:15:00Z", null],
    ["UTC", "", "2026-11-01T10:15:20.9", null, "2026-11-01T10:15:21Z"],
    ["Asia/Kathmandu", "2026-11-01", "", "2026-10-31T18:15:00Z", null],
    // A time that occurs twice: from the earlier occurrence to the later one.
    [
      "Europe/Berlin",
      "2026-10-25T02:30",
      "2026-10-25T02:30",
      "2026-10-25T00:30:00Z",
      "2026-10-25T01:30:01Z",
    ],
    [
      "Australia/Lord_Howe",
      "2026-04-05T01:45",
      "2026-04-05T01:45",
      "2026-04-04T14:45:00Z",
      "2026-04-04T15:15:01Z",
    ],
    ["Europe/Berlin", "", "2026-10-25T01:59:59", null, "2026-10-25T00:00:00Z"],
    // A time that does not exist: both bounds become the end of the gap.
    [
      "Europe/Berlin",
      "2026-03-29T02:00",
      "2026-03-29T02:59:59",
      "2026-03-29T01:00:00Z",
      "2026-03-29T01:00:00Z",
    ],
    ["Australia/Lord_Howe", "2026-10-04T02:10", "", "2026-10-03T15:30:00Z", null],
    [
      "America/Santiago",
      "2026-09-06",
      "2026-09-06",
      "2026-09-06T04:00:00Z",
      "2026-09-07T03:00:00Z",
    ],
    ["Africa/Cairo", "", "2026-04-23", null, "2026-04-23T22:00:00Z"],
    ["Africa/Cairo", "", "2026-10-29", null, "2026-10-29T22:00:00Z"],
    ["UTC", "0001-01-01", "9999-12-31", "0001-01-01T00:00:00Z", "+010000-01-01T00:00:00Z"],
  ])(
    "in %s from %s to %s reads from %s up to %s",
    async (timeZone, startDate, endDate, from, to) => {
      const query = { ...(startDate && { startDate }), ...(endDate && { endDate }) };
      expect(boundsOf(await listed(query, { timeZone }))).toEqual([from, to]);
    },
  );
});

describe("the usage log refuses the query", () => {
  const attempt = (query: unknown) => () => listed(query);

  test.each<[object, string[]]>([
    [{ page: -1 }, ["page"]],
    [{ page: "x" }, ["page"]],
    [{ page: 2 ** 53 }, ["page"]],
    [{ size: 0 }, ["size"]],
    [{ size: 1.5 }, ["size"]],
    [{ apiKeyId: "x" }, ["apiKeyId"]],
    [{ endpoint: 5 }, ["endpoint"]],
    [{ endpoint: "\0" }, ["endpoint"]],
    [{ endpoint: "a".repeat(2049) }, ["endpoint"]],
    [{ statusCode: 99 }, ["statusCode"]],
    [{ statusCode: 600 }, ["statusCode"]],
    [{ statusCode: "2xx" }, ["statusCode"]],
    [{ requestId: 5 }, ["requestId"]],
    [{ requestId: "a".repeat(129) }, ["requestId"]],
    [{ sort: "timestamp" }, ["sort"]],
    [{ sort: "id,asc" }, ["sort"]],
    [{ sort: "timestamp,ASC" }, ["sort"]],
    [{ sort: "" }, ["sort"]],
    [{ size: 0, startDate: "x" }, ["size", "startDate"]],
  ])("%j with VALIDATION_ERROR", async (query, fields) => {
    expect(await faultsOf(attempt(query))).toEqual(fields);
  });

  test.each([
    { startDate: "" },
    { startDate: "yesterday" },
    { endDate: "2026-11-01T10:00:00Z" },
    { endDate: "2026-11-31" },
  ])("%j with INVALID_DATE_FORMAT", async (query) => {
    expect((await refusalOf(attempt(query))).code).toBe("INVALID_DATE_FORMAT");
  });
});

test("a page of the usage log has its totals, and times in the organization's zone", async () => {
  const options = { timeZone: "America/New_York", totalElements: 201, items: [entry] };
  const { page } = await listed({ page: 2, size: 100 }, options);
  expect(page).toStrictEqual({
    items: [{ ...fields, timestamp: "2026-11-20T05:00:00" }],
    page: 2,
    size: 100,
    totalElements: 201,
    totalPages: 3,
    isLast: true,
  });
});

test("an export has whole days and the filters of the log", async () => {
  const asked: [number, UsageFilter][] = [];
  const usageReports: Ports["usageReports"] = {
    ...untouchable<Ports["usageReports"]>(),
    async *batches(...given) {
      asked.push(given);
      yield [entry, { ...entry, id: 6 }];
      yield [{ ...entry, id: 5 }];
    },
  };
  const reader = { organizationId: 3, timeZone: "Africa/Cairo" };
  const query = {
    startDate: "2026-04-24",
    endDate: "2026-10-29",
    apiKeyId: 5,
    endpoint: "/a",
    statusCode: 404,
  };
  const { batches, ...dates } = await exportUsage({ usageReports }, reader, query);
  expect(dates).toEqual({ startDate: "2026-04-24", endDate: "2026-10-29" });
  const read = await Array.fromAsync(batches);
  expect(asked).toEqual([[3, {
    from: Temporal.Instant.from("2026-04-23T22:00:00Z"),
    to: Temporal.Instant.from("2026-10-29T22:00:00Z"),
    apiKeyId: 5,
    endpoint: "/a",
    statusCode: 404,
  }]]);
  const view = { ...fields, timestamp: "2026-11-20T12:00:00" };
  expect(read).toEqual([[view, { ...view, id: 6 }], [{ ...view, id: 5 }]]);
});

describe("an export refuses before it reads anything the query", () => {
  const attempt = (query: unknown) => () =>
    exportUsage(untouchable(), { organizationId: 3, timeZone: "UTC" }, query);
  const day = "2026-11-01";

  test.each<[object, string[]]>([
    [{}, ["startDate", "endDate"]],
    [{ startDate: day }, ["endDate"]],
    [{ endDate: day }, ["startDate"]],
    [{ startDate: day, endDate: "2026-10-31" }, ["endDate"]],
    [{ startDate: day, endDate: "2027-11-03" }, ["endDate"]],
    [{ startDate: day, endDate: day, apiKeyId: "x", statusCode: 1 }, ["apiKeyId", "statusCode"]],
    [{ endDate: "x" }, ["startDate", "endDate"]],
  ])("%j with VALIDATION_ERROR", async (query, fields) => {
    expect((await faultsOf(attempt(query))).toSorted()).toEqual(fields.toSorted());
  });

  test.each([
    { startDate: "x", endDate: day },
    { startDate: day, endDate: `${day}T00:00:00` },
    { startDate: "", endDate: day },
  ])("%j with INVALID_DATE_FORMAT", async (query) => {
    expect((await refusalOf(attempt(query))).code).toBe("INVALID_DATE_FORMAT");
  });

  test("but accepts 366 days", async () => {
    const usageReports = { ...untouchable<Ports["usageReports"]>(), async *batches() {} };
    const query = { startDate: day, endDate: "2027-11-02" };
    const reader = { organizationId: 3, timeZone: "UTC" };
    expect(await exportUsage({ usageReports }, reader, query)).toMatchObject(query);
  });
});

describe("a search for a request ID", () => {
  const reader = { organizationId: 3, timeZone: "UTC" };
  const days = { startDate: "2026-11-01", endDate: "2026-11-02" };
  const query = { ...days, requestId: "order-1815", statusCode: 404 };
  const period = {
    from: Temporal.Instant.from("2026-11-01T00:00:00Z"),
    to: Temporal.Instant.from("2026-11-03T00:00:00Z"),
  };
  const filter = { ...period, apiKeyId: null, endpoint: null, statusCode: 404 };

  /** A log whose period has so many calls. */
  function logOf(calls: number) {
    const read: [UsageFilter, number][] = [];
    const usageReports: Ports["usageReports"] = {
      ...untouchable<Ports["usageReports"]>(),
      async page(_, filter, { limit }) {
        read.push([filter, limit]);
        return { items: [], totalElements: limit === 0 ? calls : 1 };
      },
      async *batches(_, filter) {
        read.push([filter, -1]);
        yield [entry];
      },
    };
    return { ports: { usageReports }, read };
  }

  test("reads the calls of a period that has as many as may be read", async () => {
    const { ports, read } = logOf(maxSearchedCalls);
    expect((await listUsage(ports, reader, query)).totalElements).toBe(1);
    const { batches } = await exportUsage(ports, reader, query);
    await Array.fromAsync(batches);
    const counted = [{ ...filter, statusCode: null }, 0];
    const searched = { ...filter, requestId: "order-1815" };
    expect(read).toEqual([counted, [searched, 50], counted, [searched, -1]]);
  });

  test("is refused for a period with more calls, before it reads them", async () => {
    const { ports, read } = logOf(maxSearchedCalls + 1);
    for (const search of [listUsage, exportUsage]) {
      const { code, details } = await refusalOf(() => search(ports, reader, query));
      expect(code).toBe("VALIDATION_ERROR");
      expect(details).toEqual([{
        field: "requestId",
        message: "A request ID is searched in at most 500000 calls, and the period has 500001. " +
          "Choose a shorter period.",
      }]);
    }
    expect(read.map(([, limit]) => limit)).toEqual([0, 0]);
  });

  test("waits for its turn among the heavy work, and a page without it does not", async () => {
    const { ports } = logOf(1);
    const turns: object[] = [];
    const heavyWork: HeavyWork = {
      async enter(request) {
        turns.push(request);
        return Object.assign({}, unpaced, { hasWaited: false, [Symbol.dispose]: () => {} });
      },
      nextTurn: () => Promise.resolve(),
    };
    await listUsage({ ...ports, heavyWork }, reader, { statusCode: 404 });
    expect(turns).toEqual([]);
    await listUsage({ ...ports, heavyWork }, reader, query);
    expect(turns).toEqual([{ kind: "desk", ...reader }]);
  });
});
