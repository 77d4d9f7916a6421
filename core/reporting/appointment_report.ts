import { timeGroups } from "./groups.ts";
import { takeMedian } from "./ranked.ts";
import { defineReport } from "./report.ts";

/** Counts the appointments of a period by their status (core/reporting/README.md 4). */
export const appointmentReport = defineReport({
  description: "Counts the appointments that take place from `from` to `to`.",
  rowDescription: "Counts of appointments by outcome.",
  groupDescription: "Times are the times of the appointments.",
  groups: [...timeGroups, "DEPARTMENT", "WORKER", "STATUS", "LEAD_TIME", "ENVIRONMENT"],
  keyDescriptions: {
    WORKER: "The worker. Null unless grouped by WORKER, and for appointments without a worker.",
    STATUS: "The status, also of archived appointments. Null unless grouped by STATUS.",
  },
  sums: {
    booked: {
      type: "Int",
      description:
        "All appointments: the sum of archived, scheduled, completed, cancelled and missed.",
    },
    archived: {
      type: "Int",
      description: "Archived appointments of every status. Only `booked` counts them too.",
    },
    completed: {
      type: "Int",
      description: "Appointments with the status COMPLETED, without archived ones.",
    },
    cancelled: {
      type: "Int",
      description: "Appointments with the status CANCELLED, without archived ones.",
    },
    missed: {
      type: "Int",
      description: "Appointments with the status MISSED, without archived ones.",
    },
  },
  // Seconds from creation to appointment.
  times: ["leadSeconds"],
  derived: {
    scheduled: {
      type: "Int",
      description: "Appointments with the status SCHEDULED, without archived ones.",
    },
    noShowRate: {
      type: "Float",
      unit: "share",
      isNullable: true,
      description: "missed / (completed + missed), from 0 to 1. Null if both are 0.",
    },
    medianLeadTimeHours: {
      type: "Float",
      unit: "hours",
      isNullable: true,
      isOfTimes: true,
      description:
        "The median of the hours from creation to the appointment, over all booked appointments. An appointment that was created after its time counts as negative hours. Null if nothing is booked.",
    },
  },
  derive({ booked, archived, completed, cancelled, missed, leadSeconds }) {
    const seconds = takeMedian(leadSeconds);
    return {
      scheduled: booked - archived - completed - cancelled - missed,
      noShowRate: completed + missed === 0 ? null : missed / (completed + missed),
      medianLeadTimeHours: seconds === null ? null : seconds / 3600,
    };
  },
});
