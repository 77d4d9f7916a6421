import type { appointments as english } from "../en/appointments.ts";
import type { Translated } from "../translated.ts";

export const appointments: Translated<typeof english> = {
  title: "Termine",
  create: "Neu",
  searchLabel: "Termine suchen",
  searchPlaceholder: "Name, Telefon, Referenz, Code, Datum",
  filters: "Filter",
  when: {
    label: "Wann",
    upcoming: "Ab heute",
    past: "Vergangen",
    any: "Alle Tage",
    dates: "Zeitraum …",
  },
  statusLabel: "Status",
  allStatuses: "Jeder Status",
  status: {
    SCHEDULED: "Geplant",
    COMPLETED: "Erledigt",
    MISSED: "Nicht erschienen",
    CANCELLED: "Abgesagt",
  },
  department: "Abteilung",
  allDepartments: "Alle Abteilungen",
  worker: "Mitarbeiter",
  allWorkers: "Alle Mitarbeiter",
  from: "Von",
  to: "Bis",
  includeArchived: "Auch archivierte",
  clear: "Filter entfernen",
  onlyDay: "Nur {day}",
  columns: {
    name: "Name",
    time: "Uhrzeit",
    department: "Abteilung",
    contact: "Telefon, Referenz",
    status: "Status",
    bookedOn: "Gebucht am",
  },
  noun: "Termine",
  none: "Noch keine Termine",
  noMatch: "Keine passenden Termine",
  noMatchHint: "Entfernen Sie einen Filter, oder suchen Sie an allen Tagen.",
  searchAllDates: "An allen Tagen suchen",
  csv: "CSV herunterladen",
  details: "Termin",
  person: "Alle Besuche dieser Person",
  anonymize: {
    title: "Diesen Termin anonymisieren?",
    action: "Endgültig anonymisieren",
    text:
      "Der Name <strong>{name}</strong>, die Telefonnummer, die Referenz, die Notiz und die Begründungen des Personals werden endgültig aus diesem Termin entfernt. Er zählt weiter in Berichten. Das lässt sich nicht rückgängig machen.",
    button: "Termin anonymisieren …",
  },
  visits: {
    title: "Besuche von {name}",
    lead:
      "Alle Termine mit derselben Referenz, oder mit demselben Namen und derselben Telefonnummer",
    noun: "Besuche",
    button: "Alle anonymisieren …",
    confirmTitle: "Alle Besuche anonymisieren?",
    confirm:
      "Alle vergangenen und archivierten Besuche werden endgültig anonymisiert: Name, Telefonnummer, Referenz, Notizen und die Begründungen des Personals werden entfernt. Kommende Besuche bleiben. Das lässt sich nicht rückgängig machen.",
    done:
      "{count, plural, =0 {Nichts zu anonymisieren.} one {# Besuch anonymisiert.} other {# Besuche anonymisiert.}}",
    kept:
      "{count, plural, one {# Besuch ist nicht anonymisiert:} other {# Besuche sind nicht anonymisiert:}}",
    keptTitle: "Einige Besuche sind nicht anonymisiert",
    keptBecause: {
      UPCOMING:
        "in der Zukunft und nicht archiviert. Archivieren Sie ihn, oder warten Sie, bis er vergangen ist.",
      OTHER_PERSON: "inzwischen auf eine andere Person geändert.",
    },
    keptMore: "{count, plural, one {Und # weiterer.} other {Und # weitere.}}",
    failed:
      "{count, plural, one {# Besuch} other {# Besuche}} anonymisiert. Versuchen Sie es für die übrigen noch einmal.",
  },
};
