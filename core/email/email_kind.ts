import type { AppointmentEventName } from "../webhooks/event_catalogue.ts";

/** The kinds of mails to the person of an appointment, each with the event that causes it. */
export const emailEvents = {
  CONFIRMATION: "APPOINTMENT_CREATED",
  CHANGE: "APPOINTMENT_UPDATED",
  CANCELLATION: "APPOINTMENT_CANCELLED",
  REMINDER: "APPOINTMENT_REMINDER_DUE",
} as const satisfies Record<string, AppointmentEventName>;
export type EmailKind = keyof typeof emailEvents;
export const emailKinds = Object.keys(emailEvents) as EmailKind[];

/** The languages that mails have texts in. */
export const emailLanguages = ["en", "de"] as const;
export type EmailLanguage = (typeof emailLanguages)[number];

/** What a text can name. The dashboard lists them. */
export const placeholders = [
  "name",
  "date",
  "time",
  "department",
  "worker",
  "reason",
  "manageLink",
  "organization",
] as const;
export type Placeholder = (typeof placeholders)[number];

/** The kinds that tell the person nothing that somebody else decided. An unsubscribed address does not get them. */
export const stoppableKinds: readonly EmailKind[] = ["CONFIRMATION", "REMINDER"];

export const maxSubject = 200;
export const maxText = 4000;
