import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { usageGroups, type UsageReportRow } from "../../../core/mod.ts";
import {
  countIf,
  keysIn,
  plainPercentile,
  regroup,
  someOf,
  timeKeys,
  total,
  zonesAtChanges,
} from "../../support/recount.ts";
import {
  callsAt,
  entriesOf,
  type LoggedCall,
  openUsageDatabase,
  timesAround,
  type UsageDatabase,
  type UsageTenant,
} from "./recorded_usage.ts";
import { compactAll } from "./usage_books.ts";

let database: UsageDatabase;
beforeAll(async () => {
  database = await openUsageDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

async function reportOf(
  tenant: UsageTenant,
  asked: Parameters<ReturnType<typeof database.service.application.openReports>["usageReport"]>[0],
): Promise<UsageReportRow[]> {
  const reports = database.service.application.openReports(tenant);
  try {
    return await reports.usageReport(asked);
  } finally {
    await reports.close();
  }
}

// A part of each log is in the rollups, the rest in deltas.
test.each(zonesAtChanges)("usage: $timeZone, $day", async ({ timeZone, day }) => {
  const tenant = await database.tenant(timeZone);
  const noon = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: "02:00" });
  const calls = callsAt(timesAround(noon.toInstant().toString()));
  const environmentOf = new Map(tenant.keys.map(({ id, environment }) => [id, environment]));
  const entries = entriesOf(tenant, fc.sample(calls, { numRuns: 700, seed: 1 }));
  await database.record(entries.slice(0, 400));
  await compactAll(database.pool);
  await database.record(entries.slice(400));
  await database.record(
    entriesOf(await database.tenant(timeZone), fc.sample(calls, { numRuns: 50, seed: 2 })),
  );
  const logged = await database.rowsOf(tenant.organizationId);
  const localOf = ({ timestamp }: LoggedCall) =>
    timestamp.toZonedDateTimeISO(timeZone).toPlainDateTime();
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: -5, max: 40 }),
      fc.nat(45),
      fc.constantFrom(null, "LIVE" as const, "TEST" as const),
      someOf(usageGroups),
      fc.boolean(),
      async (before, length, environment, groupBy, withPercentiles) => {
        const from = Temporal.PlainDate.from(day).subtract({ days: before });
        const to = from.add({ days: length });
        const asked = { from, to, environment, groupBy, withPercentiles };
        const rows = await reportOf(tenant, asked);
        const meant = logged.filter((one) => {
          const date = localOf(one).toPlainDate();
          return Temporal.PlainDate.compare(date, from) >= 0 &&
            Temporal.PlainDate.compare(date, to) <= 0 &&
            (environment === null || environmentOf.get(one.apiKeyId) === environment);
        });
        const groups = regroup(meant, groupBy, (one) => ({
          ...timeKeys(localOf(one)),
          ENVIRONMENT: environmentOf.get(one.apiKeyId),
          API_KEY: one.apiKeyId,
          ENDPOINT: one.routeTemplate,
        }));
        const found = rows.map((row) => ({
          keys: keysIn(row, groupBy),
          calls: row.calls,
          errors: row.errors,
          credits: row.credits,
          successRate: row.successRate,
        }));
        expect(found).toEqual(
          groups.map(({ keys, items }) => {
            const errors = countIf(items, ({ statusCode }) => statusCode >= 400);
            const calls = items.length;
            const credits = total(items, ({ creditsConsumed }) => creditsConsumed);
            const successRate = calls === 0 ? null : (calls - errors) / calls;
            return { keys, calls, errors, credits, successRate };
          }),
        );
        const isKept = withPercentiles && !groupBy.includes("API_KEY") &&
          !groupBy.includes("ENDPOINT");
        for (const [i, { items }] of groups.entries()) {
          const { p50Ms, p95Ms, p99Ms } = rows[i]!;
          for (const [percent, found] of [[50, p50Ms], [95, p95Ms], [99, p99Ms]] as const) {
            const exact = plainPercentile(items.map((one) => one.responseTimeMs), percent);
            if (!isKept || exact === null) expect(found).toBeNull();
            else {
              expect(found).toBeGreaterThanOrEqual(exact);
              expect(found).toBeLessThanOrEqual(exact * 1.05);
            }
          }
        }
      },
    ),
    { numRuns: 20 },
  );
});
