import {
  appointmentGroups,
  creditGroups,
  type Group,
  usageGroups,
  utilizationGroups,
  webhookGroups,
} from "../../../core/mod.ts";
import { builder } from "../builder.ts";

const descriptions: Record<Group, string> = {
  DAY: "Each day.",
  WEEK: "Each week, from Monday on; cut off where the period begins and ends.",
  MONTH: "Each month of the calendar; cut off where the period begins and ends.",
  HOUR_OF_DAY: "Each hour of the organization's clock, all days together.",
  WEEKDAY: "Each day of the week, all weeks together.",
  DEPARTMENT: "Each department.",
  WORKER: "Each worker, and what is without one.",
  STATUS: "Each status, archived appointments by the one that they had.",
  ENVIRONMENT: "LIVE and TEST.",
  API_KEY: "Each API key.",
  ENDPOINT: "Each method and route.",
  WEBHOOK: "Each webhook, deleted ones too.",
  EVENT_TYPE: "Each type of event.",
};

/** What appointmentReport can be grouped by. */
export const AppointmentReportGroup = builder.enumType("AppointmentReportGroup", {
  description: "What appointmentReport has a row for; times are those of the appointments.",
  values: valuesOf(appointmentGroups),
});

/** What utilizationReport can be grouped by. */
export const UtilizationReportGroup = builder.enumType("UtilizationReportGroup", {
  description: "What utilizationReport has a row for; an hour has the slots that start in it.",
  values: valuesOf(utilizationGroups),
});

/** What creditReport can be grouped by. */
export const CreditReportGroup = builder.enumType("CreditReportGroup", {
  description: "What creditReport has a row for; times are those at which credits came and went.",
  values: valuesOf(creditGroups),
});

/** What usageReport can be grouped by. */
export const UsageReportGroup = builder.enumType("UsageReportGroup", {
  description: "What usageReport has a row for; times are those at which calls arrived.",
  values: valuesOf(usageGroups),
});

/** What webhookReport can be grouped by. */
export const WebhookReportGroup = builder.enumType("WebhookReportGroup", {
  description: "What webhookReport has a row for; times are those of first attempts.",
  values: valuesOf(webhookGroups),
});

function valuesOf<G extends Group>(groups: readonly G[]): Record<G, { description: string }> {
  const values = groups.map((group) => [group, { description: descriptions[group] }]);
  return Object.fromEntries(values) as Record<G, { description: string }>;
}
