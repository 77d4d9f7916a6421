import { timeGroups } from "./groups.ts";
import { defineReport } from "./report.ts";

function percentileField(share: string) {
  return {
    type: "Int",
    unit: "milliseconds",
    isNullable: true,
    isOfTimes: true,
    description:
      `${share} of the calls were answered within this many milliseconds. The value is at most 5 % above the measured one. Null without calls, and if grouped by API_KEY or ENDPOINT: response times are not stored for them.`,
  } as const;
}

/** Sums the API calls of a period (core/reporting/README.md 7). */
export const usageReport = defineReport({
  description: "API calls with their response times. The service keeps them for at least 400 days.",
  rowDescription: "Totals of API calls.",
  groupDescription: "Times are the arrival times of the calls.",
  groups: [...timeGroups, "ENVIRONMENT", "API_KEY", "ENDPOINT"],
  keyDescriptions: { API_KEY: "The API key of the calls. Null unless grouped by API_KEY." },
  sums: {
    calls: { type: "Int", description: "All calls, including refused ones." },
    errors: {
      type: "Int",
      description: "Calls that were answered with a status of 400 or above.",
    },
    credits: { type: "Int", description: "Credits that the calls consumed." },
  },
  // Pairs: whole milliseconds, at most 5 % too high, and the number of calls that took so long.
  times: ["latencies"],
  groupsWithoutTimes: ["API_KEY", "ENDPOINT"],
  derived: {
    successRate: {
      type: "Float",
      unit: "share",
      isNullable: true,
      description:
        "The share of calls without an error, from 0 to 1. (The REST API shows a percentage.) Null without calls.",
    },
    p50Ms: percentileField("Half"),
    p95Ms: percentileField("95 %"),
    p99Ms: percentileField("99 %"),
  },
  derive({ calls, errors, latencies }) {
    const callsByMs = countsOf(latencies);
    return {
      successRate: calls === 0 ? null : (calls - errors) / calls,
      p50Ms: percentileOf(callsByMs, 50),
      p95Ms: percentileOf(callsByMs, 95),
      p99Ms: percentileOf(callsByMs, 99),
    };
  },
});

/** Returns the number of calls by milliseconds, the shortest first. */
function countsOf(latencies: Float32Array): [ms: number, calls: number][] {
  const counts = new Map<number, number>();
  for (let i = 0; i < latencies.length; i += 2) {
    const ms = latencies[i]!;
    counts.set(ms, (counts.get(ms) ?? 0) + latencies[i + 1]!);
  }
  return [...counts].sort(([a], [b]) => a - b);
}

/** Returns a percentile by nearest rank, or null without calls. */
function percentileOf(
  callsByMs: readonly (readonly [ms: number, calls: number])[],
  percent: number,
): number | null {
  const rank = Math.ceil(callsByMs.reduce((sum, [, calls]) => sum + calls, 0) * percent / 100);
  let counted = 0;
  const reached = callsByMs.find(([, calls]) => (counted += calls) >= rank);
  return rank === 0 ? null : reached![0];
}
