import { timeGroups } from "./groups.ts";
import { takePercentile } from "./ranked.ts";
import { defineReport } from "./report.ts";

/** Counts the deliveries of a period by outcome (core/reporting/README.md 8). */
export const webhookReport = defineReport({
  description: "Outcomes of webhook deliveries. The service keeps them for 90 days.",
  rowDescription:
    "Totals of deliveries. A delivery sends one event to one webhook. A manual retry is a delivery of its own.",
  groupDescription: "Times are the times of the first attempts.",
  groups: [...timeGroups, "WEBHOOK", "EVENT_TYPE", "ENVIRONMENT"],
  sums: {
    deliveries: {
      type: "Int",
      description: "All deliveries: the sum of delivered, failed, abandoned and pending.",
    },
    delivered: { type: "Int", description: "Deliveries of which an attempt succeeded." },
    failed: { type: "Int", description: "Deliveries of which the last attempt failed." },
    abandoned: {
      type: "Int",
      description: "Deliveries that could not be attempted in time, or whose webhook was deleted.",
    },
    pending: { type: "Int", description: "Deliveries that wait for an attempt." },
  },
  // The ended deliveries with 1 attempt, with 2 attempts, and so on.
  innerSums: ["ended1", "ended2", "ended3", "ended4", "ended5"],
  times: ["responseTimesMs"],
  derived: {
    medianAttempts: {
      type: "Float",
      isNullable: true,
      description:
        "The median number of attempts of a finished delivery. Null if no delivery is finished.",
    },
    p95ResponseTimeMs: {
      type: "Int",
      unit: "milliseconds",
      isNullable: true,
      isOfTimes: true,
      description:
        "95 % of the answered attempts were answered within this many milliseconds. Null if no attempt was answered.",
    },
  },
  derive: ({ ended1, ended2, ended3, ended4, ended5, responseTimesMs }) => ({
    medianAttempts: medianOf([ended1, ended2, ended3, ended4, ended5]),
    p95ResponseTimeMs: takePercentile(responseTimesMs, 95),
  }),
});

function medianOf(endedByAttempts: readonly number[]): number | null {
  const ended = endedByAttempts.reduce((sum, count) => sum + count, 0);
  if (ended === 0) return null;
  const attemptsAt = (rank: number) => {
    let counted = 0;
    return 1 + endedByAttempts.findIndex((count) => (counted += count) > rank);
  };
  return (attemptsAt((ended - 1) >> 1) + attemptsAt(ended >> 1)) / 2;
}
