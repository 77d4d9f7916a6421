import type { TimeBuckets } from "../calendar.ts";
import type { UsagePoint, UsageSums } from "./usage_reports.ts";

const maxEndpoints = 10;

/** Usage statistics of a period (core/usage/README.md 4). */
export interface UsageStatistics {
  totalCalls: number;
  /** Percentage of responses below 400 with two decimals; 100 without calls. */
  successRate: number;
  /** Whole milliseconds, like `p50`, `p95` and `p99`; 0 without calls. */
  avgResponseTime: number;
  totalCreditsConsumed: number;
  /** At most 10 route templates, the one with the most calls first. */
  topEndpoints: { endpoint: string; calls: number; percentage: number }[];
  /** Number of calls by status, from 400. */
  errorBreakdown: Record<string, number>;
  timeSeriesData: { timestamp: string; calls: number; credits: number }[];
  p50: number;
  p95: number;
  p99: number;
}

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
