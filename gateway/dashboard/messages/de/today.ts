import type { today as english } from "../en/today.ts";
import type { Translated } from "../translated.ts";

export const today: Translated<typeof english> = {
  title: "Heute",
  list: "Termine des Tages",
  late: "{late, number} Min. zu spät",
  unlisted:
    "Diese Seite zeigt die ersten 5.000 Termine. Die übrigen {count, number} stehen unter Termine.",
  changedBy: "Geändert von {name}",
  new: { short: "Neu", long: "Neuer Termin" },
  notAllowed: "{name} ist schon: {status}",
  search: {
    label: "Name, Telefon oder Code",
    placeholder: "Namen suchen oder Code scannen",
    clear: "Leeren",
    found: "{count, plural, =0 {Keine Treffer} one {# Treffer} other {# Treffer}} an diesem Tag",
    allDates: "In allen Tagen suchen",
  },
  filter: {
    label: "Nach Status filtern",
    upcoming: "Anstehend",
    finished: "Erledigt",
    cancelled: "Abgesagt",
    all: "Alle",
  },
  departments: {
    title: "Meine Abteilungen",
    all: "Alle Abteilungen",
    some: "{count, number} von {all, number} Abteilungen",
    showAll: "Alle zeigen",
  },
  occupancy: {
    title: "Belegung",
    summary: "{booked, number} von {capacity, number} Plätzen gebucht",
    booked: "{booked, number} von {capacity, number} gebucht",
    closed: "Geschlossen: {reason}",
    someClosed:
      "{count, plural, one {{name} geschlossen: {reason}} other {# Abteilungen geschlossen: {reason}}}",
    closedToday: "Geschlossen",
    notBookable: "{booked, number} gebucht · nicht buchbar",
    show: "Belegung zeigen",
    hide: "Belegung ausblenden",
    slotsOf: "Zeiten von {name}",
    slot: "{time}, {booked, number} von {capacity, number} gebucht",
    free: "{free, number} frei",
  },
  levels: {
    free: "Frei",
    part: "Teils gebucht",
    full: "Voll",
    shut: "Geschlossen oder vorbei",
  },
  fold: {
    overdue:
      "{count, plural, one {# Person ist überfällig} other {# Personen sind überfällig}} seit {time}. Zeigen",
    earlier:
      "{count, plural, one {# früherer Termin} other {# frühere Termine}}{overdue, plural, =0 {} other {, # überfällig}}. Zeigen",
    hide: "Frühere Termine ausblenden",
  },
  slot: { book: "Diese Zeit buchen", leave: "Ganzen Tag zeigen" },
  empty: {
    search: "Heute kein Treffer",
    showFound: "{count, plural, one {# Treffer} other {# Treffer}} mit jedem Status zeigen",
    slot: "Keine Termine zu dieser Zeit",
    day: "Keine Termine an diesem Tag",
    noneLeft: "Heute wird niemand mehr erwartet",
    upcoming: "Für heute ist alles erledigt",
    finished: "Noch nichts erledigt",
    cancelled: "Keine abgesagten Termine",
    all: "Keine Termine in diesen Abteilungen",
    showAll: "Alle Termine zeigen",
  },
  row: {
    checkIn: "Einchecken",
    checkInName: "{name} einchecken",
    miss: "Nicht erschienen",
    missName: "{name} als nicht erschienen markieren",
  },
  otherDay: {
    complete: "{name} einchecken?",
    miss: "{name} als nicht erschienen markieren?",
    notToday: "Dieser Termin ist am <strong>{day}</strong>, nicht heute.",
    cancel: "Abbrechen",
  },
  selected: {
    label: "Ausgewählter Termin",
    title: "Termin",
    none: "Kein Termin ausgewählt",
    help: "Wählen Sie einen Termin in der Liste, oder scannen Sie einen Code.",
  },
  more: {
    label: "Mehr",
    print: "Tagesliste drucken",
    shortcuts: "Tastenkürzel",
    scanner: "Scanner einrichten",
  },
  picker: {
    label: "Tag",
    date: "Datum",
    previous: "Voriger Tag",
    next: "Nächster Tag",
    today: "Heute",
  },
  sheet: {
    facts:
      "{count, plural, =0 {Keine Termine} one {# Termin} other {# Termine}} · gedruckt {day}, {time}",
    time: "Zeit",
    name: "Name",
    phone: "Telefon",
    reference: "Referenz",
    worker: "Mitarbeiter",
    status: "Status",
    note: "Notiz",
  },
};
