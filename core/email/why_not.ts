import { startOf } from "../calendar.ts";
import type { FiledAppointment } from "../booking/calendar_file.ts";
import { namesWorker } from "./default_texts.ts";
import type { EmailKind } from "./email_kind.ts";
import { stoppableKinds } from "./email_kind.ts";
import { sortedJson } from "../sorted_json.ts";
import {
  type EmailSettings,
  type EmailStop,
  type SinceLastMail,
  unsureSeconds,
} from "./email_settings.ts";

/** What the event of a mail said of the appointment. */
export interface MailedEvent {
  dateTime: Temporal.PlainDateTime;
  departmentId: number;
}

/** Everything that decides whether a mail is sent. */
export interface MailState {
  kind: EmailKind;
  event: MailedEvent;
  /** The appointment as it is now. */
  appointment: FiledAppointment | undefined;
  settings: EmailSettings | undefined;
  stops: readonly EmailStop[];
  /** Undefined if the mail is not of a change. */
  since: SinceLastMail | undefined;
  timeZone: string;
  now: Temporal.Instant;
}

/**
 * Returns why a mail is not sent any more; undefined if it is true and wanted. A mail may be late, and what has happened
 * since its event counts (core/email/README.md 3).
 */
export function whyNot(
  { kind, event, appointment, settings, stops, since, timeZone, now }: MailState,
): string | undefined {
  if (!settings?.kinds.includes(kind)) return "Mails of this kind are switched off";
  if (!appointment?.email) return "The appointment has no address any more";
  if (stops.includes("REFUSED")) return "The mail server refused this address before";
  if (stops.includes("UNSUBSCRIBED") && stoppableKinds.includes(kind)) {
    return "The person has unsubscribed";
  }
  const { dateTime, departmentId, status, archivedAt } = appointment;
  if (Temporal.Instant.compare(startOf(dateTime, timeZone), now) <= 0) {
    return "The appointment has begun";
  }
  const isOff = archivedAt !== null || status === "CANCELLED";
  if (kind === "CANCELLATION") {
    return isOff ? undefined : "The appointment is not cancelled any more";
  }
  if (isOff) return "The appointment is cancelled";
  if (status !== "SCHEDULED") return "The appointment is over";
  const isOther = !dateTime.equals(event.dateTime) || departmentId !== event.departmentId;
  // A confirmation says the present time. The mail of the move says it too.
  if (isOther && kind !== "CONFIRMATION") return "The appointment was moved again";
  return since && whyNoNews(since, namesWorker({ kind, appointment, settings }));
}

/** The audited fields of which a mail informs its person. */
const mailedFields = new Set(["dateTime", "departmentId", "workerId", "status", "email"]);

/** Returns why a mail of a change would say nothing new; undefined if this is not sure. */
function whyNoNews(since: SinceLastMail, hasWorker: boolean): string | undefined {
  const mailed = since.changes.filter(({ field }) => mailedFields.has(field));
  const shown = mailed.filter(({ field }) => hasWorker || field !== "workerId");
  if (since.sentAt !== null) {
    // If nothing has changed, another mail said the same too.
    const isKnown = shown.length === 0 || !since.isUncertain && isAsBefore(shown, since.sentAt);
    return isKnown ? "The last mail says the same" : undefined;
  }
  return mailed.length > 0 && shown.length === 0
    ? "Only the worker has changed, and the mail does not name the worker"
    : undefined;
}

/**
 * Returns whether nothing has changed since a mail, or each change was undone. A change near the mail counts as not undone,
 * because the mail may have been made before it or after it.
 */
function isAsBefore(changes: SinceLastMail["changes"], sentAt: Temporal.Instant): boolean {
  const sure = sentAt.add({ seconds: unsureSeconds });
  if (changes.some(({ at }) => Temporal.Instant.compare(at, sure) < 0)) return false;
  // A personal field has no values, so its change counts as one.
  return [...Map.groupBy(changes, ({ field }) => field).values()].every((ofField) => {
    const [first, last] = [ofField[0]!, ofField.at(-1)!];
    return "before" in first && "after" in last &&
      sortedJson(first.before) === sortedJson(last.after);
  });
}
