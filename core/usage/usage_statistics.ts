import { z } from "zod";
import type { TimeBuckets } from "../calendar.ts";
import { count, localDateTime, milliseconds, text } from "../view_fields.ts";
import type { UsagePoint, UsageSums } from "./usage_reports.ts";

const maxEndpoints = 10;

function share(description: string, example = 99.52) {
  return z.number().min(0).max(100).meta({ description, examples: [example] });
}

/** Usage statistics of a period (core/usage/README.md 4). */
export const usageStatisticsView = z
  .object({
    totalCalls: count("Number of calls, refused calls included", 1815),
    successRate: share("Percentage of responses below 400; 100 if there were no calls"),
    avgResponseTime: milliseconds("Average response time"),
    totalCreditsConsumed: count("Credits consumed", 420),
    topEndpoints: z
      .array(
        z.object({
          endpoint: text("Method and route template", "POST /api/v1/appointments"),
          calls: count("Number of calls", 420),
          percentage: share("Percentage of all calls", 23.14),
        }),
      )
      .max(maxEndpoints)
      .meta({ description: "The routes with the most calls" }),
    errorBreakdown: z.record(z.string().regex(/^[45]\d\d$/), z.int().min(1)).meta({
      description: "Number of responses by status, from 400",
      examples: [{ "404": 3 }],
    }),
    timeSeriesData: z
      .array(
        z.object({
          timestamp: localDateTime("Start of the hour or day", "2026-03-01T08:00:00"),
          calls: count("Number of calls", 120),
          credits: count("Credits consumed", 40),
        }),
      )
      .meta({ description: "One point per hour for up to 2 days, otherwise one point per day" }),
    p50: milliseconds("Median response time, at most 5 % high"),
    p95: milliseconds("95th percentile of the response time, at most 5 % high"),
    p99: milliseconds("99th percentile of the response time, at most 5 % high"),
  })
  .meta({ id: "UsageStatistics", description: "Usage statistics of a period" });
export type UsageStatistics = z.output<typeof usageStatisticsView>;

/** Computes the statistics of buckets from their sums. */
export function statisticsOf(buckets: TimeBuckets, sums: UsageSums): UsageStatistics {
  const timeSeriesData = pointsOf(buckets, sums.points);
  const totalCalls = total(sums.points.map(({ calls }) => calls));
  const errors = [...sums.callsByStatus].filter(([status]) => status >= 400);
  const failed = total(errors.map(([, calls]) => calls));
  return {
    totalCalls,
    successRate: totalCalls === 0 ? 100 : percentage(totalCalls - failed, totalCalls),
    avgResponseTime: totalCalls === 0 ? 0 : Math.round(sums.responseTimeMs / totalCalls),
    totalCreditsConsumed: total(sums.points.map(({ credits }) => credits)),
    topEndpoints: topEndpoints(sums.callsByRoute, totalCalls),
    errorBreakdown: Object.fromEntries(errors),
    timeSeriesData,
    p50: percentile(sums.callsByLatencyMs, 50),
    p95: percentile(sums.callsByLatencyMs, 95),
    p99: percentile(sums.callsByLatencyMs, 99),
  };
}

/** Makes the points of a time series. An hour that occurs twice is one point. */
function pointsOf(
  { timestamps }: TimeBuckets,
  points: readonly UsagePoint[],
): UsageStatistics["timeSeriesData"] {
  const merged = new Map<string, UsagePoint>();
  for (const [i, timestamp] of timestamps.entries()) {
    const { calls, credits } = points[i]!;
    const before = merged.get(timestamp) ?? { calls: 0, credits: 0 };
    merged.set(timestamp, { calls: before.calls + calls, credits: before.credits + credits });
  }
  return [...merged].map(([timestamp, { calls, credits }]) => ({ timestamp, calls, credits }));
}

function topEndpoints(
  callsByRoute: ReadonlyMap<string, number>,
  totalCalls: number,
): UsageStatistics["topEndpoints"] {
  return [...callsByRoute]
    .sort(([a, callsOfA], [b, callsOfB]) => callsOfB - callsOfA || (a < b ? -1 : 1))
    .slice(0, maxEndpoints)
    .map(([endpoint, calls]) => ({ endpoint, calls, percentage: percentage(calls, totalCalls) }));
}

/** Returns a percentile by nearest rank: the smallest response time that `percent` of the calls did not exceed. */
function percentile(callsByLatencyMs: ReadonlyMap<number, number>, percent: number): number {
  const rank = Math.ceil(total([...callsByLatencyMs.values()]) * percent / 100);
  let counted = 0;
  for (const [latencyMs, calls] of callsByLatencyMs) {
    counted += calls;
    if (counted >= rank) return latencyMs;
  }
  return 0;
}

function percentage(part: number, whole: number): number {
  return Math.round(part * 10_000 / whole) / 100;
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
