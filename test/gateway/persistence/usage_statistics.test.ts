import fc from "fast-check";
import { expect, test } from "vitest";
import { getUsageStatistics } from "../../../core/usage/read_usage.ts";
import { compactUsage } from "../../../gateway/persistence/usage/usage_compaction.ts";
import {
  callsAt,
  entriesOf,
  type LoggedCall,
  openUsageDatabase,
  timesAround,
  type UsageTenant,
} from "./recorded_usage.ts";
import { operator } from "../../../core/audit/audit_record.ts";
import { perFile } from "../../support/per_file.ts";

const database = await perFile(openUsageDatabase());
// Groups come in no order, as they do once there is much to group.
const name = new URL(database.url).pathname.slice(1);
await database.pool.query(`alter database ${name} set enable_sort = off`);

// Each with an instant at which its clocks change, or those of others do.
const zones: [timeZone: string, change: string][] = [
  ["UTC", "2026-10-25T01:00:00Z"],
  ["Europe/Berlin", "2026-10-25T01:00:00Z"],
  ["America/New_York", "2027-03-14T07:00:00Z"],
  ["Australia/Lord_Howe", "2027-04-03T15:00:00Z"],
  ["Asia/Kathmandu", "2026-10-25T01:00:00Z"],
  ["America/Santiago", "2026-09-06T04:00:00Z"],
  ["Africa/Cairo", "2026-10-29T21:00:00Z"],
];

test.each(zones)(
  "in %s statistics equal a recount of the log before, during and after compaction",
  async (timeZone, change) => {
    const times = timesAround(change);
    const calls = fc.array(callsAt(times), { minLength: 50, maxLength: 300, size: "max" });
    const customs = fc.array(fc.tuple(times, fc.constantFrom(0, 1, 2, 8, 40)), {
      minLength: 4,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(calls, fc.array(times), customs, async (calls, bookings, customs) => {
        const tenant = await database.tenant(timeZone);
        await database.record(entriesOf(tenant, calls));
        await book(tenant, bookings);
        const rows = await database.rowsOf(tenant.organizationId);
        expect(rows).toHaveLength(calls.length + bookings.length);
        const now = rows[0]!.timestamp;
        const today = dayOf(now, timeZone);
        const periods = [1, 7, 30].map((days) => [today.subtract({ days: days - 1 }), today]);
        const queries: object[] = [{ period: "today" }, { period: "week" }, { period: "month" }];
        for (const [at, days] of customs) {
          const first = dayOf(at, timeZone);
          const last = first.add({ days });
          periods.push([first, last]);
          queries.push({ period: "custom", startDate: String(first), endDate: String(last) });
        }
        const check = async () => {
          for (const [i, query] of queries.entries()) {
            const [first, last] = periods[i]!;
            const within = rows.filter(({ timestamp }) => {
              const day = dayOf(timestamp, timeZone);
              return Temporal.PlainDate.compare(day, first!) >= 0 &&
                Temporal.PlainDate.compare(day, last!) <= 0;
            });
            const { usageReports } = database.service.persistence;
            const ports = { now: () => now, usageReports };
            const statistics = await getUsageStatistics(ports, tenant, query);
            const isByHour = first!.until(last!).days < 2;
            expectRecount(statistics, within, { timeZone, isByHour });
          }
        };
        await check();
        await compactUsage(database.pool, 40);
        await check();
        while (await compactUsage(database.pool) > 0);
        await check();
      }),
      { numRuns: 3 },
    );
  },
);

/** Counts row by row; percentiles are at most 5 % above the true ones and never below. */
function expectRecount(
  { p50, p95, p99, timeSeriesData, ...counted }: Awaited<ReturnType<typeof getUsageStatistics>>,
  rows: LoggedCall[],
  { timeZone, isByHour }: { timeZone: string; isByHour: boolean },
): void {
  const ok = rows.filter(({ statusCode }) => statusCode < 400).length;
  const routes = countBy(rows, ({ routeTemplate }) => routeTemplate);
  const times = rows.map(({ responseTimeMs }) => responseTimeMs).sort((a, b) => a - b);
  expect(counted).toEqual({
    totalCalls: rows.length,
    successRate: rows.length === 0 ? 100 : Math.round(ok / rows.length * 10_000) / 100,
    avgResponseTime: Math.round(sum(times) / Math.max(1, rows.length)),
    totalCreditsConsumed: sum(rows.map(({ creditsConsumed }) => creditsConsumed)),
    topEndpoints: [...routes].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .map(([endpoint, calls]) => ({
        endpoint,
        calls,
        percentage: Math.round(calls / rows.length * 10_000) / 100,
      })),
    errorBreakdown: Object.fromEntries(
      [...countBy(rows, ({ statusCode }) => String(statusCode))].filter(([code]) => code >= "400"),
    ),
  });
  for (const [percent, value] of [[0.5, p50], [0.95, p95], [0.99, p99]] as const) {
    const exact = times[Math.ceil(percent * times.length) - 1] ?? 0;
    expect(value).toBeGreaterThanOrEqual(exact);
    expect(value).toBeLessThanOrEqual(exact * 1.05);
  }
  const points = Map.groupBy(rows, ({ timestamp }) => {
    const local = timestamp.toZonedDateTimeISO(timeZone).toPlainDateTime().toString();
    return isByHour ? `${local.slice(0, 13)}:00:00` : `${local.slice(0, 10)}T00:00:00`;
  });
  const expected = [...points].map(([timestamp, within]) => ({
    timestamp,
    calls: within.length,
    credits: sum(within.map(({ creditsConsumed }) => creditsConsumed)),
  }));
  expect(timeSeriesData.filter(({ calls }) => calls > 0)).toEqual(
    expected.sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1)),
  );
}

/** Books through the service, each booking with its row in the log. */
async function book(tenant: UsageTenant, times: Temporal.Instant[]): Promise<void> {
  const { organizationId, departmentId, keys } = tenant;
  for (const [i, timestamp] of times.entries()) {
    const { id: apiKeyId, environment } = keys[i % keys.length]!;
    database.service.setNow(timestamp.toString());
    await database.service.application.bookAppointment(
      {
        organizationId,
        environment,
        actor: operator,
        usage: {
          organizationId,
          apiKeyId,
          environment,
          endpoint: "/api/v1/appointments",
          routeTemplate: "POST /api/v1/appointments",
          method: "POST",
          timestamp,
          startedAtMs: performance.now() - 10 * i,
          ipAddress: "192.0.2.1",
          userAgent: "booker",
          statusCode: 201,
          creditsConsumed: 1,
        },
      },
      { departmentId, dateTime: "2028-03-01T10:00", name: "A" },
    );
  }
}

function dayOf(instant: Temporal.Instant, timeZone: string): Temporal.PlainDate {
  return instant.toZonedDateTimeISO(timeZone).toPlainDate();
}

function countBy<K>(rows: LoggedCall[], of: (row: LoggedCall) => K): Map<K, number> {
  const counts = new Map<K, number>();
  for (const row of rows) counts.set(of(row), (counts.get(of(row)) ?? 0) + 1);
  return counts;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
