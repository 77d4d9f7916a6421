import { type FieldCatalogue, unaudited } from "../audit/field_catalogue.ts";
import type { QueueRules } from "./queue_rules.ts";

/** How the dashboard names what people can do with their links. */
export const personLinkTexts = {
  OFF: { en: "No link", de: "Kein Link" },
  VIEW: { en: "See the appointment", de: "Termin ansehen" },
  CANCEL: { en: "See and cancel it", de: "Ansehen und absagen" },
  MOVE: { en: "See, cancel and move it", de: "Ansehen, absagen und verschieben" },
} as const satisfies Record<QueueRules["personLink"], object>;

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
  personLink: {
    audit: "VALUES",
    label: { en: "Link of the person", de: "Link der Person" },
  },
  personLinkMinutes: {
    audit: "VALUES",
    label: {
      en: "Changes by the link, minutes before",
      de: "Änderungen über den Link, Minuten vorher",
    },
  },
  version: unaudited,
} as const satisfies FieldCatalogue<QueueRules>;
