import type { SendingResult } from "../webhooks/delivery_queue.ts";
import type { RenderedMail } from "./render_mail.ts";

/** A mail to one person. */
export interface OutgoingMail extends RenderedMail {
  /** The same on every attempt, so that a mail program shows a repeated mail once. */
  id: string;
  to: string;
  senderName: string;
  replyTo: string | null;
  calendar: { method: "REQUEST" | "CANCEL"; content: string };
  /** The address that stops such mails by one POST (RFC 8058); null if they cannot be stopped. */
  stopUrl: string | null;
}

/** The result of sending a mail. */
export interface MailResult extends SendingResult {
  /** Whether another attempt would fail too. */
  isFinal: boolean;
  /** Whether the mail server does not know the recipient. */
  refusesAddress: boolean;
  /** Whether the mail server has the whole mail and gave no answer, so it may have accepted it. */
  isUnknown: boolean;
}

/** The error of a mail whose recipient the mail server does not know. */
export const refusedAddress = "The mail server does not know this address";

/** The error of a mail that the mail server has and did not confirm. */
export const unknownOutcome =
  "The mail server did not confirm the mail in time. It may have accepted it";

/** For so many days an address that was refused gets no mail. A mailbox may exist again after that. */
export const refusalDays = 30;

/** Sends mails by the operator's mail server. */
export interface Mailer {
  /** The address of the sender. */
  from: string;
  /** The origin of the links in mails. */
  publicUrl: string;
  /** Sends one mail. Never throws; returns within 20 s. */
  send(mail: OutgoingMail): Promise<MailResult>;
}

/** Mails can be sent. */
export interface Mailing {
  /** Undefined if the operator has configured no mail server. */
  mailer?: Mailer | undefined;
}
