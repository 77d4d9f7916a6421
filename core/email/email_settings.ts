import { emailEvents, type EmailKind, type EmailLanguage } from "./email_kind.ts";
import type { AuditedChange, FieldChange } from "../audit/audit_record.ts";
import type { BookingScope } from "../environment.ts";
import type { ClaimedAttempt } from "../webhooks/delivery_queue.ts";

/** The subject and the text of a mail, with placeholders. */
export interface EmailText {
  subject: string;
  text: string;
}

/** Texts by kind and language. */
export type EmailTexts = Partial<Record<EmailKind, Partial<Record<EmailLanguage, EmailText>>>>;

/** How an organization writes to the people of its appointments (core/email/README.md). */
export interface EmailSettings {
  organizationId: number;
  /** The kinds that are sent. */
  kinds: EmailKind[];
  /** Null: the name of the organization. */
  senderName: string | null;
  /** Where answers go; null: to the address of the operator. */
  replyTo: string | null;
  /** For people whose language is unknown or has no texts. */
  language: EmailLanguage;
  /** The organization's own texts. */
  texts: EmailTexts;
  /** Raised by the database with each change; 0 before the first one. */
  version: number;
}

/** Returns the settings of an organization that has saved none: nothing is sent. */
export function noEmail(organizationId: number): EmailSettings {
  return {
    organizationId,
    kinds: [],
    senderName: null,
    replyTo: null,
    language: "en",
    texts: {},
    version: 0,
  };
}

/** Returns the events of the kinds. */
export function eventsOf(kinds: readonly EmailKind[]) {
  return kinds.map((kind) => emailEvents[kind]);
}

/** Why an address gets fewer mails or none: its person wants no reminders, or the mail server does not know it. */
export const emailStops = ["UNSUBSCRIBED", "REFUSED"] as const;
export type EmailStop = (typeof emailStops)[number];

/** An address of an organization. */
export interface EmailAddress {
  organizationId: number;
  /** The SHA-256 of `hashedAddress`. */
  hash: string;
}

/** What happened to mails since a time. */
export interface EmailFigures {
  /** Mails that the mail server accepted. */
  sent: number;
  /** Mails that failed for good, except refused addresses. */
  failed: number;
  /** Mails that wait, for their first or another attempt. */
  waiting: number;
  /** Addresses that the mail server refused. */
  refused: number;
  /** Addresses whose person unsubscribed. */
  unsubscribed: number;
  /** Whether there were so many attempts that only the newest `maxCounted` are counted. */
  isCapped: boolean;
}

/** What has happened to an appointment since the last mail about it. */
export interface SinceLastMail {
  /** When the attempt began with which the mail server accepted the last mail; null if it accepted none. */
  sentAt: Temporal.Instant | null;
  /**
   * The audited changes in their order, from `unsureSeconds` before `sentAt` on, except those that the last mail is sure to
   * know. Without a last mail, from the change on that this mail is about.
   */
  changes: readonly (FieldChange & { at: Temporal.Instant })[];
  /** Whether the person may have got another mail since. */
  isUncertain: boolean;
}

/** An attempt whose reading of the appointment takes longer sends nothing. */
export const maxReadingSeconds = 5;

/**
 * Two times that are nearer than this may be in the other order: a process may hang between the time of a change and its
 * commit, and the clocks of machines differ.
 */
export const unsureSeconds = 30;

/** The e-mail of organizations. */
export interface EmailStore {
  /** Returns the settings; undefined if the organization has saved none. */
  find(organizationId: number): Promise<EmailSettings | undefined>;
  /**
   * Stores settings under the lock of the organization, and returns them with the new version. Later events get
   * deliveries by them. `sealedSecret` is only used by the first save. Changes nothing if `audit` throws.
   */
  save(
    settings: EmailSettings,
    made: { sealedSecret: string; at: Temporal.Instant },
    audit: AuditedChange<EmailSettings | undefined>,
  ): Promise<EmailSettings>;
  figures(organizationId: number, since: Temporal.Instant): Promise<EmailFigures>;
  /** Returns what has happened since the last mail about an appointment, except a delivery; undefined if it is not claimed. */
  sinceLastMail(
    appointment: BookingScope & { id: number },
    exceptDeliveryId: string,
  ): Promise<SinceLastMail | undefined>;
  /** Returns whether the outcome of an attempt of a delivery is unknown. */
  hasUnknownAttempt(
    delivery: Pick<ClaimedAttempt, "organizationId" | "eventId" | "deliveryId">,
  ): Promise<boolean>;
  /** Returns the encrypted secret that signs links; undefined if the organization has saved no settings, or is closed. */
  findSealedSecret(organizationId: number): Promise<string | undefined>;
  listStops(address: EmailAddress): Promise<EmailStop[]>;
  /** Adds a stop, unless there is one. */
  addStop(address: EmailAddress, stop: EmailStop, at: Temporal.Instant): Promise<void>;
  removeStop(address: EmailAddress, stop: EmailStop): Promise<void>;
}
