import { timeGroups } from "./groups.ts";
import { takePercentile } from "./ranked.ts";
import { defineReport } from "./report.ts";

/** Counts what the waiting list did in a period (core/reporting/README.md 12). */
export const waitlistReport = defineReport({
  description:
    "Entries and offers of the waiting list. The service keeps them for 90 days after the last day of the entry.",
  rowDescription:
    "Counts of entries and of offers by outcome. An entry may get several offers, of different places.",
  groupDescription:
    "Times are those of the joining for joined, and of the offer for everything else.",
  groups: [...timeGroups, "DEPARTMENT", "ENVIRONMENT"],
  sums: {
    joined: { type: "Int", description: "Entries that joined the waiting list." },
    offered: {
      type: "Int",
      description: "All offers: the sum of accepted, declined, expired and pending.",
    },
    accepted: {
      type: "Int",
      description: "Offers that were booked: the places that the waiting list has filled.",
    },
    declined: { type: "Int", description: "Offers that the person or the office gave back." },
    expired: { type: "Int", description: "Offers that nobody answered in time." },
  },
  // From the offer to the booking.
  times: ["acceptSeconds"],
  derived: {
    pending: { type: "Int", description: "Offers that wait for an answer." },
    acceptanceRate: {
      type: "Float",
      unit: "share",
      isNullable: true,
      description:
        "accepted / (accepted + declined + expired), from 0 to 1. Null if no offer has ended.",
    },
    medianAcceptSeconds: {
      type: "Int",
      unit: "seconds",
      isNullable: true,
      isOfTimes: true,
      description:
        "Half of the accepted offers were booked at most this many seconds after the offer. Null if none was booked.",
    },
  },
  derive({ offered, accepted, declined, expired, acceptSeconds }) {
    const ended = accepted + declined + expired;
    return {
      pending: offered - ended,
      acceptanceRate: ended === 0 ? null : accepted / ended,
      medianAcceptSeconds: takePercentile(acceptSeconds, 50),
    };
  },
});
