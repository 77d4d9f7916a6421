import type { Organization, Organizations } from "../access/organization.ts";
import { startOf } from "../calendar.ts";
import { type CalendarFiles, type FiledAppointment, toIcsEvent } from "../booking/calendar_file.ts";
import type { ManageUrlPorts } from "../booking/person_link.ts";
import type { BookingScope } from "../environment.ts";
import { writeIcs } from "../ics.ts";
import { parseLocalDateTime } from "../local_date_time.ts";
import type { Clock, Hashing, SecretBox } from "../platform.ts";
import { secretContext } from "../webhooks/attempt_delivery.ts";
import {
  type ClaimedAttempt,
  maxAttempts,
  maxDeliveryHours,
  nextAttemptAt,
  type SettledAttempt,
} from "../webhooks/delivery_queue.ts";
import type { Signing } from "../webhooks/delivery_sender.ts";
import { eventCatalogue } from "../webhooks/event_catalogue.ts";
import { namesWorker, textFor } from "./default_texts.ts";
import { emailEvents, type EmailKind, emailKinds, stoppableKinds } from "./email_kind.ts";
import { hashedAddress, stopPath, stopToken } from "./email_links.ts";
import {
  type EmailAddress,
  type EmailSettings,
  type EmailStore,
  maxReadingSeconds,
} from "./email_settings.ts";
import {
  type Mailer,
  type Mailing,
  type MailResult,
  type OutgoingMail,
  refusedAddress,
} from "./mailer.ts";
import { languageFor, momentOf, oneLine, renderMail } from "./render_mail.ts";
import { type MailedEvent, whyNot } from "./why_not.ts";

type MailPorts = Clock & Hashing & Signing & Mailing & ManageUrlPorts & {
  secretBox: SecretBox;
  calendarFiles: CalendarFiles;
  organizations: Organizations;
  emailStore: EmailStore;
};

/**
 * Makes one attempt to send the mail of an event, and returns what the queue must write about it. The mail says what is
 * true now, and nothing is sent if there is nothing to say (core/email/README.md 3).
 */
export async function attemptMail(
  ports: MailPorts,
  claimed: ClaimedAttempt,
): Promise<SettledAttempt> {
  const sentAt = ports.now();
  const mail = await composeMail(ports, claimed, sentAt);
  const result = "because" in mail ? abandoned(mail.because) : await send(ports, mail, sentAt);
  if (result.refusesAddress && "address" in mail) {
    await ports.emailStore.addStop(mail.address, "REFUSED", sentAt);
  }
  const { isFinal, refusesAddress, isUnknown, ...rest } = result;
  const sent = refusesAddress ? { ...rest, error: refusedAddress } : rest;
  const next = isUnknown && "repeatUntil" in mail
    ? attemptAfterUnknown(mail.repeatUntil, sentAt)
    : nextAttemptAt(claimed.attempt, sentAt, "EMAIL");
  return {
    claimed,
    sentAt,
    result: sent,
    responseHeaders: null,
    nextRetryAt: isFinal ? null : next,
    countsForHealth: !isFinal || sent.isDelivered,
  };
}

/** A mail server gets a mail again after so many minutes or more if it did not confirm it. */
const minMinutesAfterUnknown = 5;

/**
 * Returns the time of the attempt after one whose outcome is unknown: half of the time that is left until `end`. Null if
 * there is no such attempt.
 */
function attemptAfterUnknown(
  end: Temporal.Instant | null,
  sentAt: Temporal.Instant,
): Temporal.Instant | null {
  if (end === null) return null;
  const leftMinutes = sentAt.until(end).total("minutes");
  const minutes = Math.max(Math.ceil(leftMinutes / 2), minMinutesAfterUnknown);
  return minutes < leftMinutes ? sentAt.add({ minutes }) : null;
}

const unsent = {
  isDelivered: false,
  statusCode: null,
  responseTimeMs: 0,
  refusesAddress: false,
  isUnknown: false,
};

function abandoned(error: string): MailResult {
  return { ...unsent, isAbandoned: true, isFinal: true, error };
}

async function send(
  { mailer, now }: Mailing & Clock,
  { outgoing }: { outgoing: (mailer: Mailer) => Promise<OutgoingMail> },
  startedAt: Temporal.Instant,
): Promise<MailResult> {
  const fail = (error: string) => ({ ...unsent, isFinal: false, error });
  if (!mailer) return fail("This process has no mail server");
  // The next mail relies on this (`isAsBefore`).
  const isLate = startedAt.until(now()).total("seconds") > maxReadingSeconds;
  return isLate
    ? fail("Reading the appointment took too long")
    : await mailer.send(await outgoing(mailer));
}

type Composed =
  | { because: string }
  | {
    address: EmailAddress;
    /** Until when an unknown outcome is followed by another attempt; null if none follows. */
    repeatUntil: Temporal.Instant | null;
    outgoing: (mailer: Mailer) => Promise<OutgoingMail>;
  };

/** Reads what is true now, and makes the mail. */
async function composeMail(
  ports: MailPorts,
  claimed: ClaimedAttempt,
  now: Temporal.Instant,
): Promise<Composed> {
  const { organizationId, environment } = claimed;
  const scope = { organizationId, environment };
  const { id, ...event } = eventOf(claimed);
  const kind = kindOf(claimed);
  const [organization, settings, appointment, isRepeat] = await Promise.all([
    ports.organizations.find(organizationId),
    ports.emailStore.find(organizationId),
    ports.calendarFiles.find(scope, id),
    claimed.attempt > 1 && ports.emailStore.hasUnknownAttempt(claimed),
  ]);
  if (!organization) return { because: "The organization is removed" };
  const hash = await ports.sha256(hashedAddress(organizationId, appointment?.email ?? ""));
  const address = { organizationId, hash };
  const stops = await ports.emailStore.listStops(address);
  const { timeZone } = organization;
  const since = kind === "CHANGE"
    ? await ports.emailStore.sinceLastMail({ ...scope, id }, claimed.deliveryId)
    : undefined;
  const because = whyNot({ kind, event, appointment, settings, stops, since, timeZone, now });
  if (because) return { because };
  const secret = ports.secretBox.open(claimed.sealedSecret, secretContext(organizationId));
  const token = await stopToken(ports, address, secret);
  const manageLink = await manageLinkOf(ports, scope, appointment!);
  const known = { scope, kind, organization, token, manageLink };
  return {
    address,
    repeatUntil: isRepeat || claimed.attempt === maxAttempts
      ? null
      : lastUse(claimed, startOf(appointment!.dateTime, timeZone)),
    outgoing: ({ from, publicUrl }) =>
      writeMail(appointment!, settings!, { ...known, from, publicUrl, id: claimed.deliveryId }),
  };
}

/** Returns when a mail is of no use any more: the appointment begins, or the delivery is abandoned. */
function lastUse({ body }: ClaimedAttempt, start: Temporal.Instant): Temporal.Instant {
  const { created } = JSON.parse(body) as { created: string };
  const end = Temporal.Instant.from(created).add({ hours: maxDeliveryHours });
  return Temporal.Instant.compare(start, end) < 0 ? start : end;
}

/** Returns the address at which the person sees the appointment; null if it is over, or its department gives no links. */
async function manageLinkOf(
  { personLinks, personLinkAddresses }: ManageUrlPorts,
  scope: BookingScope,
  { id, departmentId, status, archivedAt, handovers }: FiledAppointment,
): Promise<string | null> {
  if (!personLinkAddresses || status !== "SCHEDULED" || archivedAt) return null;
  const departments = await personLinks.departmentsWithLinks(scope.organizationId);
  return departments.has(departmentId)
    ? personLinkAddresses.addressOf({ ...scope, id, handovers })
    : null;
}

function eventOf({ body }: ClaimedAttempt): MailedEvent & { id: number } {
  const { id, dateTime, departmentId } = (JSON.parse(body) as {
    data: { object: { id: number; dateTime: string; departmentId: number } };
  }).data.object;
  return { id, departmentId, dateTime: parseLocalDateTime(dateTime)! };
}

function kindOf({ eventType }: ClaimedAttempt): EmailKind {
  return emailKinds.find((kind) => eventCatalogue[emailEvents[kind]].type === eventType)!;
}

async function writeMail(
  appointment: FiledAppointment,
  settings: EmailSettings,
  { scope, kind, organization, token, manageLink, from, publicUrl, id }:
    & Pick<Mailer, "from" | "publicUrl">
    & {
      scope: BookingScope;
      kind: EmailKind;
      organization: Organization;
      token: string;
      manageLink: string | null;
      id: string;
    },
): Promise<OutgoingMail> {
  const { locale } = appointment;
  const { texts, replyTo } = settings;
  const language = languageFor(locale, settings.language);
  const stopUrl = stoppableKinds.includes(kind) ? `${publicUrl}${stopPath}${token}` : null;
  const text = textFor(texts, { kind, language });
  const rendered = renderMail(text, {
    language,
    otherwise: textFor({}, { kind, language }),
    stop: stopUrl === null ? null : { url: stopUrl },
    values: {
      ...momentOf(appointment.dateTime, { locale, language }),
      name: appointment.name,
      department: appointment.departmentName,
      worker: namesWorker({ kind, appointment, settings }) ? appointment.workerName ?? null : null,
      reason: appointment.cancelReason,
      manageLink,
      organization: organization.name,
    },
  });
  const senderName = oneLine(settings.senderName ?? organization.name);
  const method = kind === "CANCELLATION" ? "CANCEL" : "REQUEST";
  const word = language === "de" ? "Termin" : "Appointment";
  const event = toIcsEvent(appointment, {
    scope,
    summary: `${word}: ${appointment.departmentName}`,
  });
  const invitation = {
    organizer: replyTo ?? from,
    organizerName: senderName,
    attendee: appointment.email!,
  };
  const { timeZone } = organization;
  return {
    ...rendered,
    id,
    to: appointment.email!,
    senderName,
    replyTo,
    stopUrl,
    calendar: {
      method,
      content: await writeIcs([{ ...event, invitation }], { timeZone, method }),
    },
  };
}
