import { type FieldCatalogue, unaudited } from "../audit/field_catalogue.ts";
import type { QueueRules } from "./queue_rules.ts";

/**
 * How the dashboard names the rules of a queue, in their form and in the audit, which has every rule. They are in the
 * order in which a record lists them.
 */
export const queueRuleFields = {
  checkIn: { audit: "VALUES", label: { en: "Check-in", de: "Einchecken" } },
  toleranceMinutes: {
    audit: "VALUES",
    label: { en: "Tolerance in minutes", de: "Toleranz in Minuten" },
  },
  arrivalMinutes: {
    audit: "VALUES",
    label: { en: "Check-in opens, minutes before", de: "Einchecken ab, Minuten vorher" },
  },
  goalMinutes: {
    audit: "VALUES",
    label: { en: "Goal for the wait in minutes", de: "Ziel für die Wartezeit in Minuten" },
  },
  dayEndsAt: { audit: "VALUES", label: { en: "Day ends at", de: "Der Tag endet um" } },
  maxCalls: {
    audit: "VALUES",
    label: { en: "Calls before a no-show", de: "Aufrufe bis „nicht erschienen“" },
  },
  priorities: { audit: "VALUES", label: { en: "Priorities", de: "Vorrang" } },
  reminderMinutes: {
    audit: "VALUES",
    label: { en: "Reminders, minutes before", de: "Erinnerungen, Minuten vorher" },
  },
  waitlistOfferMinutes: {
    audit: "VALUES",
    label: { en: "Offer of the waiting list, minutes", de: "Angebot der Warteliste, Minuten" },
  },
  version: unaudited,
} as const satisfies FieldCatalogue<QueueRules>;
