import * as fc from "fast-check";
import { expect, test } from "vitest";
import { reports } from "../../../core/mod.ts";
import {
  countIf,
  expectRecount,
  plainPercentile,
  total,
  zonesAtChanges,
} from "../../support/recount.ts";
import {
  callsAt,
  entriesOf,
  type LoggedCall,
  openUsageDatabase,
  timesAround,
  type UsageTenant,
} from "./recorded_usage.ts";
import { compactAll } from "./usage_books.ts";
import { perFile } from "../../support/per_file.ts";

const database = await perFile(openUsageDatabase());

async function reportOf(
  tenant: UsageTenant,
  asked: Parameters<ReturnType<typeof database.service.application.openReports>["usageReport"]>[0],
) {
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
  await expectRecount(day, {
    groups: reports.usageReport.groups,
    items: logged,
    localOf,
    environmentOf: ({ apiKeyId }) => environmentOf.get(apiKeyId),
    keysOf: ({ apiKeyId, routeTemplate }) => ({ API_KEY: apiKeyId, ENDPOINT: routeTemplate }),
    reach: { before: 40, length: 45 },
    rowOf(items, { groupBy, isDetailed }) {
      const calls = items.length;
      const errors = countIf(items, ({ statusCode }) => statusCode >= 400);
      const hasTimes = isDetailed && !groupBy.includes("API_KEY") && !groupBy.includes("ENDPOINT");
      const percentile = (percent: number) => {
        const exact = plainPercentile(items.map((one) => one.responseTimeMs), percent);
        if (!hasTimes || exact === null) return null;
        return expect.toSatisfy((found: number) => found >= exact && found <= exact * 1.05);
      };
      return {
        calls,
        errors,
        credits: total(items, ({ creditsConsumed }) => creditsConsumed),
        successRate: calls === 0 ? null : (calls - errors) / calls,
        p50Ms: percentile(50),
        p95Ms: percentile(95),
        p99Ms: percentile(99),
      };
    },
    report: ({ isDetailed, ...request }) => reportOf(tenant, { ...request, withTimes: isDetailed }),
  });
});
