import { textsOf } from "../messages/texts.ts";

export const t = textsOf({
  loading: { en: "Loading", de: "Wird geladen" },
  loadingFailed: { en: "Loading failed", de: "Laden fehlgeschlagen" },
  tryAgain: { en: "Try again", de: "Erneut versuchen" },
  dismiss: { en: "Dismiss", de: "Ausblenden" },
  copy: { en: "Copy", de: "Kopieren" },
  copied: { en: "Copied", de: "Kopiert" },
  copiedLabel: { en: "{label} copied", de: "{label} kopiert" },
  selectToCopy: { en: "Select the text to copy it", de: "Text zum Kopieren markieren" },
  shownOnce: {
    en: "Copy this now. You won't see it again.",
    de: "Kopieren Sie es jetzt. Es wird nicht noch einmal angezeigt.",
  },
  done: { en: "Done", de: "Fertig" },
  showPassword: { en: "Show password", de: "Passwort anzeigen" },
  hidePassword: { en: "Hide password", de: "Passwort verbergen" },
  environment: { en: "Environment", de: "Umgebung" },
  environments: {
    LIVE: { en: "Live", de: "Live" },
    TEST: { en: "Test", de: "Test" },
  },
  timesIn: { en: "Times in {zone}", de: "Zeiten in {zone}" },
  documentTitle: { en: "{page} · Appointments", de: "{page} · Termine" },
  archived: { en: "Archived", de: "Archiviert" },
  status: {
    SCHEDULED: { en: "Scheduled", de: "Geplant" },
    COMPLETED: { en: "Completed", de: "Erledigt" },
    MISSED: { en: "Missed", de: "Nicht erschienen" },
    CANCELLED: { en: "Cancelled", de: "Abgesagt" },
  },
  pager: {
    label: { en: "Pages of the list", de: "Seiten der Liste" },
    previous: { en: "Previous page", de: "Vorherige Seite" },
    next: { en: "Next page", de: "Nächste Seite" },
    total: { en: "{total} {noun}", de: "{noun}: {total}" },
    range: { en: "{first}–{last} of {total} {noun}", de: "{noun}: {first}–{last} von {total}" },
  },
  role: {
    OWNER: { en: "Owner", de: "Inhaber" },
    ADMIN: { en: "Administrator", de: "Administrator" },
    STAFF: { en: "Front desk", de: "Empfang" },
  },
  picker: {
    label: { en: "Day", de: "Tag" },
    date: { en: "Date", de: "Datum" },
    previous: { en: "Previous day", de: "Voriger Tag" },
    next: { en: "Next day", de: "Nächster Tag" },
    today: { en: "Today", de: "Heute" },
  },
  csv: { en: "Download CSV", de: "CSV herunterladen" },
  print: { en: "Print", de: "Drucken" },
  cut: {
    en: "Only the first {count} rows. Choose a shorter period for the others.",
    de: "Nur die ersten {count} Zeilen. Für die übrigen einen kürzeren Zeitraum wählen.",
  },
});
