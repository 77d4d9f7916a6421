import { textsOf } from "../../messages/texts.ts";

export const t = textsOf({
  title: { en: "Appointments", de: "Termine" },
  create: { en: "New", de: "Neu" },
  searchLabel: { en: "Search appointments", de: "Termine suchen" },
  searchPlaceholder: {
    en: "Name, phone, reference, code or date",
    de: "Name, Telefon, Referenz, Code, Datum",
  },
  filters: { en: "Filters", de: "Filter" },
  when: {
    label: { en: "When", de: "Wann" },
    upcoming: { en: "Upcoming", de: "Ab heute" },
    past: { en: "Past", de: "Vergangen" },
    any: { en: "All dates", de: "Alle Tage" },
    dates: { en: "Date range …", de: "Zeitraum …" },
  },
  statusLabel: { en: "Status", de: "Status" },
  allStatuses: { en: "All statuses", de: "Jeder Status" },
  status: {
    SCHEDULED: { en: "Scheduled", de: "Geplant" },
    COMPLETED: { en: "Completed", de: "Erledigt" },
    MISSED: { en: "Missed", de: "Nicht erschienen" },
    CANCELLED: { en: "Cancelled", de: "Abgesagt" },
  },
  department: { en: "Department", de: "Abteilung" },
  allDepartments: { en: "All departments", de: "Alle Abteilungen" },
  worker: { en: "Staff member", de: "Mitarbeitende" },
  allWorkers: { en: "All staff members", de: "Alle Mitarbeitenden" },
  from: { en: "From", de: "Von" },
  to: { en: "To", de: "Bis" },
  includeArchived: { en: "Include archived", de: "Auch archivierte" },
  clear: { en: "Clear filters", de: "Filter entfernen" },
  onlyDay: { en: "Only {day}", de: "Nur {day}" },
  columns: {
    name: { en: "Name", de: "Name" },
    time: { en: "Time", de: "Uhrzeit" },
    department: { en: "Department", de: "Abteilung" },
    contact: { en: "Contact, reference", de: "Kontakt, Referenz" },
    status: { en: "Status", de: "Status" },
    bookedOn: { en: "Booked on", de: "Gebucht am" },
  },
  noun: { en: "appointments", de: "Termine" },
  none: { en: "No appointments yet", de: "Noch keine Termine" },
  noMatch: { en: "No appointments match", de: "Keine passenden Termine" },
  noMatchHint: {
    en: "Remove a filter, or search all dates.",
    de: "Entfernen Sie einen Filter, oder suchen Sie an allen Tagen.",
  },
  searchAllDates: { en: "Search all dates", de: "An allen Tagen suchen" },
  csv: { en: "Download CSV", de: "CSV herunterladen" },
  details: { en: "Appointment", de: "Termin" },
  person: { en: "All visits of this person", de: "Alle Besuche dieser Person" },
  anonymize: {
    title: { en: "Anonymize this appointment?", de: "Diesen Termin anonymisieren?" },
    action: { en: "Anonymize for good", de: "Endgültig anonymisieren" },
    text: {
      en:
        "The name <strong>{name}</strong>, the phone number, the reference, the note and the reasons of staff are removed from this appointment for good. It still counts in reports. You cannot undo this.",
      de:
        "Der Name <strong>{name}</strong>, die Telefonnummer, die Referenz, die Notiz und die Begründungen des Personals werden endgültig aus diesem Termin entfernt. Er zählt weiter in Berichten. Das lässt sich nicht rückgängig machen.",
    },
    upcoming: {
      en:
        "The appointment is still to come, so it is archived first: its place becomes free, and the credit is not refunded.",
      de:
        "Der Termin steht noch bevor, deshalb wird er zuerst archiviert: Sein Platz wird frei, und das Guthaben wird nicht erstattet.",
    },
    button: { en: "Anonymize appointment …", de: "Termin anonymisieren …" },
  },
  hold: {
    button: { en: "Legal hold …", de: "Löschsperre …" },
    title: { en: "Place a legal hold", de: "Löschsperre setzen" },
    help: {
      en:
        "Nobody can anonymize the visits of this person, and no rule removes them, until an OWNER lifts the hold in the settings.",
      de:
        "Niemand kann die Besuche dieser Person anonymisieren, und keine Regel entfernt ihre Daten, bis die Löschsperre in den Einstellungen aufgehoben wird.",
    },
    reason: { en: "Reason", de: "Grund" },
    action: { en: "Place hold", de: "Sperre setzen" },
    done: { en: "Legal hold placed", de: "Löschsperre gesetzt" },
  },
  visits: {
    title: { en: "Visits of {name}", de: "Besuche von {name}" },
    lead: {
      en: "All appointments with the same reference, or with the same name and phone number",
      de:
        "Alle Termine mit derselben Referenz, oder mit demselben Namen und derselben Telefonnummer",
    },
    noun: { en: "visits", de: "Besuche" },
    download: { en: "Download everything as {format}", de: "Alles als {format} herunterladen" },
    cut: {
      en: "The file has the newest {count} visits.",
      de: "Die Datei hat die neuesten {count} Besuche.",
    },
    columns: {
      id: { en: "Appointment", de: "Termin" },
      note: { en: "Note", de: "Notiz" },
      reasons: { en: "Reasons of staff", de: "Begründungen des Personals" },
      arrived: { en: "Arrived", de: "Angekommen" },
      called: { en: "Called", de: "Aufgerufen" },
      ended: { en: "Left", de: "Gegangen" },
      phone: { en: "Phone", de: "Telefon" },
      email: { en: "E-mail", de: "E-Mail" },
      language: { en: "Language", de: "Sprache" },
      metadata: { en: "Further data", de: "Weitere Daten" },
      worker: { en: "Staff member", de: "Mitarbeitende Person" },
      created: { en: "Booked", de: "Gebucht" },
      archived: { en: "Archived", de: "Archiviert" },
      cancelReason: { en: "Reason of the cancellation", de: "Grund der Absage" },
      reference: { en: "Reference", de: "Referenz" },
      code: { en: "Code", de: "Code" },
    },
    button: { en: "Anonymize all …", de: "Alle anonymisieren …" },
    confirmTitle: { en: "Anonymize all visits?", de: "Alle Besuche anonymisieren?" },
    confirm: {
      en:
        "All past and archived visits are anonymized for good: name, phone number, reference, notes and the reasons of staff are removed. You cannot undo this.",
      de:
        "Alle vergangenen und archivierten Besuche werden endgültig anonymisiert: Name, Telefonnummer, Referenz, Notizen und die Begründungen des Personals werden entfernt. Das lässt sich nicht rückgängig machen.",
    },
    done: {
      en:
        "{count, plural, =0 {Nothing to anonymize.} one {# visit anonymized.} other {# visits anonymized.}}",
      de:
        "{count, plural, =0 {Nichts zu anonymisieren.} one {# Besuch anonymisiert.} other {# Besuche anonymisiert.}}",
    },
    kept: {
      en: "{count, plural, one {# visit is not anonymized:} other {# visits are not anonymized:}}",
      de:
        "{count, plural, one {# Besuch ist nicht anonymisiert:} other {# Besuche sind nicht anonymisiert:}}",
    },
    keptTitle: {
      en: "Some visits are not anonymized",
      de: "Einige Besuche sind nicht anonymisiert",
    },
    keptBecause: {
      UPCOMING: {
        en: "still to come.",
        de: "steht noch bevor.",
      },
      OTHER_PERSON: {
        en: "changed to another person in the meantime.",
        de: "inzwischen auf eine andere Person geändert.",
      },
    },
    archive: {
      en: "Archive upcoming visits and anonymize them, too",
      de: "Kommende Besuche archivieren und auch anonymisieren",
    },
    archiveHelp: {
      en: "Their places become free, and the credits are not refunded.",
      de: "Ihre Plätze werden frei, und das Guthaben wird nicht erstattet.",
    },
    keptMore: {
      en: "{count, plural, one {And # more.} other {And # more.}}",
      de: "{count, plural, one {Und # weiterer.} other {Und # weitere.}}",
    },
    failed: {
      en: "{count, plural, one {# visit} other {# visits}} anonymized. Try again for the others.",
      de:
        "{count, plural, one {# Besuch} other {# Besuche}} anonymisiert. Versuchen Sie es für die übrigen noch einmal.",
    },
  },
});
