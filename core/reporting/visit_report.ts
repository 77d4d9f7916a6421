import { timeGroups } from "./groups.ts";
import { takePercentile } from "./ranked.ts";
import { defineReport } from "./report.ts";

/** A visit with an appointment is called in time if it waits at most this long after it is due. */
export const punctualSeconds = 300;

const waited = "of the called visits waited at most this many seconds for their first call.";
const handled = "of the served visits were in service for at most this many seconds.";

function percentileField(description: string) {
  return {
    type: "Int",
    unit: "seconds",
    isNullable: true,
    isOfTimes: true,
    description: `${description} Null without any.`,
  } as const;
}

/** Counts the visits of a period by outcome (core/reporting/README.md 9). */
export const visitReport = defineReport({
  description: "Counts the visits from `from` to `to`, with waiting and handling times.",
  rowDescription:
    "Counts of visits by outcome, with waiting and handling times. A transfer during the service ends one visit and begins the next one, so the person counts once in each department.",
  groupDescription:
    "Days are the days of the visits. An hour contains the visits that arrived in it.",
  groups: [...timeGroups, "DEPARTMENT", "WORKER", "DESK", "ENVIRONMENT"],
  keyDescriptions: {
    WORKER:
      "The worker who called last. Null unless grouped by WORKER, and for visits without a worker.",
    DESK:
      "The counter that called last. Null unless grouped by DESK, and for visits that were not called.",
  },
  sums: {
    visits: { type: "Int", description: "All visits: the sum of served, left, noShows and open." },
    served: { type: "Int", description: "Visits that ended as served." },
    left: { type: "Int", description: "Visits of people who left before the service." },
    noShows: { type: "Int", description: "Visits of people who were called and did not come." },
    due: {
      type: "Int",
      description: "Visits with an appointment that were called. punctuality is a share of them.",
    },
  },
  // The visits of `due` that were called in time.
  innerSums: ["inTime"],
  // Whole seconds.
  times: ["waitingSeconds", "handlingSeconds"],
  derived: {
    open: { type: "Int", description: "Visits that have not ended." },
    punctuality: {
      type: "Float",
      unit: "share",
      isNullable: true,
      description:
        "The share of due, from 0 to 1, that was called at most 5 minutes after the time of the appointment, or after the arrival of a person who came later. Null if due is 0.",
    },
    p50WaitingSeconds: percentileField(`Half ${waited}`),
    p90WaitingSeconds: percentileField(`90 % ${waited}`),
    p50HandlingSeconds: percentileField(`Half ${handled}`),
    p90HandlingSeconds: percentileField(`90 % ${handled}`),
  },
  derive: ({ visits, served, left, noShows, due, inTime, waitingSeconds, handlingSeconds }) => ({
    open: visits - served - left - noShows,
    punctuality: due === 0 ? null : inTime / due,
    p50WaitingSeconds: takePercentile(waitingSeconds, 50),
    p90WaitingSeconds: takePercentile(waitingSeconds, 90),
    p50HandlingSeconds: takePercentile(handlingSeconds, 50),
    p90HandlingSeconds: takePercentile(handlingSeconds, 90),
  }),
});
