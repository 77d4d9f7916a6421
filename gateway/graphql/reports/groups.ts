import {
  appointmentGroups,
  creditGroups,
  type Group,
  usageGroups,
  utilizationGroups,
  visitGroups,
  webhookGroups,
} from "../../../core/mod.ts";
import { builder } from "../builder.ts";

const descriptions: Record<Group, string> = {
  DAY: "Each day.",
  WEEK: "Each week from Monday. The first and the last week end at the bounds of the report.",
  MONTH: "Each calendar month. The first and the last month end at the bounds of the report.",
  HOUR_OF_DAY: "Each hour of the day in the organization's time zone, all days together.",
  WEEKDAY: "Each day of the week, all weeks together.",
  DEPARTMENT: "Each department.",
  WORKER: "Each worker, and everything without a worker.",
  STATUS: "Each status. Archived appointments keep their status.",
  ENVIRONMENT: "LIVE and TEST.",
  API_KEY: "Each API key.",
  ENDPOINT: "Each method and route.",
  WEBHOOK: "Each webhook, including deleted ones.",
  EVENT_TYPE: "Each type of event.",
  DESK: "Each counter, and visits that were not called.",
};

/** The keys that appointmentReport groups by. */
export const AppointmentReportGroup = builder.enumType("AppointmentReportGroup", {
  description:
    "The keys that appointmentReport groups by. Times are the times of the appointments.",
  values: valuesOf(appointmentGroups),
});

/** The keys that utilizationReport groups by. */
export const UtilizationReportGroup = builder.enumType("UtilizationReportGroup", {
  description:
    "The keys that utilizationReport groups by. An hour contains the slots that start in it.",
  values: valuesOf(utilizationGroups),
});

/** The keys that creditReport groups by. */
export const CreditReportGroup = builder.enumType("CreditReportGroup", {
  description: "The keys that creditReport groups by. Times are the times of the ledger entries.",
  values: valuesOf(creditGroups),
});

/** The keys that usageReport groups by. */
export const UsageReportGroup = builder.enumType("UsageReportGroup", {
  description: "The keys that usageReport groups by. Times are the arrival times of the calls.",
  values: valuesOf(usageGroups),
});

/** The keys that webhookReport groups by. */
export const WebhookReportGroup = builder.enumType("WebhookReportGroup", {
  description: "The keys that webhookReport groups by. Times are the times of the first attempts.",
  values: valuesOf(webhookGroups),
});

/** The keys that visitReport groups by. */
export const VisitReportGroup = builder.enumType("VisitReportGroup", {
  description:
    "The keys that visitReport groups by. Days are the days of the visits. An hour contains the visits that arrived in it.",
  values: valuesOf(visitGroups),
});

function valuesOf<G extends Group>(groups: readonly G[]): Record<G, { description: string }> {
  const values = groups.map((group) => [group, { description: descriptions[group] }]);
  return Object.fromEntries(values) as Record<G, { description: string }>;
}
