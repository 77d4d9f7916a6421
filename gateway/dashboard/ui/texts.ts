import { textsOf } from "../messages/texts.ts";

export const t = textsOf({
  loading: { en: "Loading", de: "Wird geladen" },
  loadingFailed: { en: "Loading failed", de: "Laden fehlgeschlagen" },
  tryAgain: { en: "Try again", de: "Erneut versuchen" },
  reference: { en: "Reference", de: "Referenz" },
  dismiss: { en: "Dismiss", de: "Ausblenden" },
  done: { en: "Done", de: "Fertig" },
  showPassword: { en: "Show password", de: "Passwort anzeigen" },
  hidePassword: { en: "Hide password", de: "Passwort verbergen" },
  environment: { en: "Environment", de: "Umgebung" },
  environments: {
    LIVE: { en: "Live", de: "Live" },
    TEST: { en: "Test", de: "Test" },
  },
  timesIn: { en: "Times in {zone}", de: "Zeiten in {zone}" },
  minutes: { en: "{minutes, number} min", de: "{minutes, number} Min." },
  hours: { en: "{hours, number} h", de: "{hours, number} Std." },
  hoursAndMinutes: {
    en: "{hours, number} h {minutes, number} min",
    de: "{hours, number} Std. {minutes, number} Min.",
  },
  documentTitle: { en: "{page} · Appointments", de: "{page} · Termine" },
  archived: { en: "Archived", de: "Archiviert" },
  status: {
    SCHEDULED: { en: "Scheduled", de: "Geplant" },
    COMPLETED: { en: "Completed", de: "Erledigt" },
    MISSED: { en: "Missed", de: "Nicht erschienen" },
    CANCELLED: { en: "Cancelled", de: "Abgesagt" },
  },
  pager: {
    isFirst: { en: "This is the first page", de: "Das ist die erste Seite" },
    isLast: { en: "This is the last page", de: "Das ist die letzte Seite" },
    label: { en: "Pages of the list", de: "Seiten der Liste" },
    previous: { en: "Previous page", de: "Vorherige Seite" },
    next: { en: "Next page", de: "Nächste Seite" },
    total: { en: "{total} {noun}", de: "{noun}: {total}" },
    range: { en: "{first}–{last} of {total} {noun}", de: "{noun}: {first}–{last} von {total}" },
  },
  departments: {
    all: { en: "All departments", de: "Alle Abteilungen" },
    some: { en: "Departments", de: "Abteilungen" },
    fault: { en: "Choose a department", de: "Wählen Sie eine Abteilung" },
  },
  readOnly: {
    en: "Your role can only read, so this changes nothing",
    de: "Ihre Rolle kann nur lesen, deshalb ändert das nichts",
  },
  role: {
    OWNER: { en: "Owner", de: "Inhaber" },
    ADMIN: { en: "Administrator", de: "Administrator" },
    STAFF: { en: "Front desk", de: "Empfang" },
    VIEWER: { en: "Viewer", de: "Nur Lesen" },
  },
  picker: {
    label: { en: "Day", de: "Tag" },
    date: { en: "Date", de: "Datum" },
    previous: { en: "Previous day", de: "Voriger Tag" },
    next: { en: "Next day", de: "Nächster Tag" },
    today: { en: "Today", de: "Heute" },
  },
});
