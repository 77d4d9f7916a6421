import type { FiledAppointment } from "../booking/calendar_file.ts";
import type { EmailKind, EmailLanguage } from "./email_kind.ts";
import type { EmailSettings, EmailText, EmailTexts } from "./email_settings.ts";
import { languageFor } from "./render_mail.ts";

const visit = {
  en: "{department}\n{date}, {time}\nWith {worker}",
  de: "{department}\n{date}, {time} Uhr\nBei {worker}",
};

/** The texts of kinds for which an organization has none of its own. */
export const defaultTexts: Record<EmailKind, Record<EmailLanguage, EmailText>> = {
  CONFIRMATION: {
    en: {
      subject: "Your appointment on {date} at {time}",
      text:
        `Hello {name},\n\nyour appointment is booked:\n\n${visit.en}\n\nIf you cannot come, please let us know.\nYour appointment online: {manageLink}\n\n{organization}`,
    },
    de: {
      subject: "Ihr Termin am {date} um {time} Uhr",
      text:
        `Guten Tag {name},\n\nIhr Termin ist gebucht:\n\n${visit.de}\n\nWenn Sie nicht kommen können, sagen Sie uns bitte Bescheid.\nIhr Termin online: {manageLink}\n\n{organization}`,
    },
  },
  CHANGE: {
    en: {
      subject: "Changed: your appointment is on {date} at {time}",
      text:
        `Hello {name},\n\nyour appointment has changed. It is now:\n\n${visit.en}\n\nIf you cannot come, please let us know.\nYour appointment online: {manageLink}\n\n{organization}`,
    },
    de: {
      subject: "Geändert: Ihr Termin ist am {date} um {time} Uhr",
      text:
        `Guten Tag {name},\n\nIhr Termin wurde geändert. Er ist jetzt:\n\n${visit.de}\n\nWenn Sie nicht kommen können, sagen Sie uns bitte Bescheid.\nIhr Termin online: {manageLink}\n\n{organization}`,
    },
  },
  CANCELLATION: {
    en: {
      subject: "Cancelled: your appointment on {date} at {time}",
      text: `Hello {name},\n\nthis appointment is cancelled:\n\n${visit.en}\n\n{organization}`,
    },
    de: {
      subject: "Abgesagt: Ihr Termin am {date} um {time} Uhr",
      text: `Guten Tag {name},\n\ndieser Termin ist abgesagt:\n\n${visit.de}\n\n{organization}`,
    },
  },
  REMINDER: {
    en: {
      subject: "Reminder: your appointment on {date} at {time}",
      text:
        `Hello {name},\n\nwe remind you of your appointment:\n\n${visit.en}\n\nIf you cannot come, please let us know.\nYour appointment online: {manageLink}\n\n{organization}`,
    },
    de: {
      subject: "Erinnerung: Ihr Termin am {date} um {time} Uhr",
      text:
        `Guten Tag {name},\n\nwir erinnern Sie an Ihren Termin:\n\n${visit.de}\n\nWenn Sie nicht kommen können, sagen Sie uns bitte Bescheid.\nIhr Termin online: {manageLink}\n\n{organization}`,
    },
  },
};

/** Returns the text of a mail: the organization's own, or ours. */
export function textFor(
  texts: EmailTexts,
  { kind, language }: { kind: EmailKind; language: EmailLanguage },
): EmailText {
  return texts[kind]?.[language] ?? defaultTexts[kind][language];
}

/** Returns whether a mail names the worker: our texts only where people choose one, a text of the organization if it says so. */
export function namesWorker({ kind, appointment: { isByWorker, locale }, settings }: {
  kind: EmailKind;
  appointment: Pick<FiledAppointment, "isByWorker" | "locale">;
  settings: Pick<EmailSettings, "texts" | "language">;
}): boolean {
  const own = settings.texts[kind]?.[languageFor(locale, settings.language)];
  return isByWorker || own !== undefined && `${own.subject}${own.text}`.includes("{worker}");
}
