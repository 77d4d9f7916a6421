import { textsOf } from "../../messages/texts.ts";

export const t = textsOf({
  title: { en: "E-mail", de: "E-Mail" },
  lead: {
    en: "Mails to people about their appointments, if an address was given.",
    de: "E-Mails an Personen zu ihren Terminen, wenn eine Adresse angegeben wurde.",
  },
  noServer: {
    en:
      "This service cannot send e-mail yet. Its operator must set SMTP_URL, EMAIL_FROM and PUBLIC_URL.",
    de:
      "Dieser Dienst kann noch keine E-Mails senden. Sein Betreiber muss SMTP_URL, EMAIL_FROM und PUBLIC_URL setzen.",
  },
  settings: { en: "What is sent", de: "Was gesendet wird" },
  kinds: { en: "Mails", de: "E-Mails" },
  kind: {
    CONFIRMATION: { en: "Confirmation", de: "Bestätigung" },
    CHANGE: { en: "Change", de: "Änderung" },
    CANCELLATION: { en: "Cancellation", de: "Absage" },
    REMINDER: { en: "Reminder", de: "Erinnerung" },
  },
  kindHelp: {
    CONFIRMATION: { en: "After an appointment is booked", de: "Nach dem Buchen eines Termins" },
    CHANGE: {
      en: "If the time, the department or the staff member changes",
      de: "Wenn sich Zeit, Abteilung oder mitarbeitende Person ändert",
    },
    CANCELLATION: { en: "If an appointment is cancelled", de: "Wenn ein Termin abgesagt wird" },
    REMINDER: {
      en: "At the times that are set for reminders in each department",
      de: "Zu den Zeiten, die in jeder Abteilung für Erinnerungen eingestellt sind",
    },
  },
  senderName: { en: "Name of the sender", de: "Name des Absenders" },
  senderNameHelp: {
    en: "Empty: the name of the organization. Mails come from {from}.",
    de: "Leer: der Name der Organisation. Die E-Mails kommen von {from}.",
  },
  senderNameOnly: {
    en: "Empty: the name of the organization.",
    de: "Leer: der Name der Organisation.",
  },
  replyTo: { en: "Address for answers", de: "Adresse für Antworten" },
  replyToHelp: {
    en: "Where the answers of people go. Empty: to the sender.",
    de: "Wohin die Antworten von Personen gehen. Leer: an den Absender.",
  },
  language: { en: "Language if it is unknown", de: "Sprache, wenn sie nicht bekannt ist" },
  languageName: {
    en: { en: "English", de: "Englisch" },
    de: { en: "German", de: "Deutsch" },
  },
  save: { en: "Save", de: "Speichern" },
  saved: { en: "Saved", de: "Gespeichert" },
  none: { en: "none", de: "keine" },
  figures: { en: "Last 30 days", de: "Letzte 30 Tage" },
  figure: {
    sent: { en: "Sent", de: "Gesendet" },
    waiting: { en: "Waiting", de: "Wartend" },
    failed: { en: "Failed", de: "Fehlgeschlagen" },
    refused: { en: "Unknown addresses", de: "Unbekannte Adressen" },
    unsubscribed: { en: "Unsubscribed", de: "Abgemeldet" },
  },
  figuresHelp: {
    en:
      "An address that the mail server does not know gets no mail for 30 days. People who unsubscribe still get changes and cancellations.",
    de:
      "Eine Adresse, die der Mailserver nicht kennt, erhält 30 Tage lang keine E-Mail. Wer sich abmeldet, erhält weiterhin Änderungen und Absagen.",
  },
  figuresCapped: {
    en: "Only the newest 10,000 attempts are counted.",
    de: "Nur die neuesten 10.000 Versuche sind gezählt.",
  },
  texts: { en: "Texts", de: "Texte" },
  textsHelp: {
    en:
      "Placeholders in braces: {list}. A line is left out if its placeholder has no value, such as {example} of an appointment without a staff member.",
    de:
      "Platzhalter in geschweiften Klammern: {list}. Eine Zeile entfällt, wenn ihr Platzhalter keinen Wert hat, etwa {example} bei einem Termin ohne mitarbeitende Person.",
  },
  subject: { en: "Subject", de: "Betreff" },
  text: { en: "Text", de: "Text" },
  preview: { en: "Preview", de: "Vorschau" },
  previewOf: { en: "Preview of the mail", de: "Vorschau der E-Mail" },
  standard: { en: "Use the standard text", de: "Standardtext verwenden" },
  isStandard: { en: "This is the standard text.", de: "Das ist der Standardtext." },
  isOwn: { en: "This is your own text.", de: "Das ist Ihr eigener Text." },
});
