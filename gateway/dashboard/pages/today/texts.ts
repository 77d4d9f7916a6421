import { textsOf } from "../../messages/texts.ts";

export const t = textsOf({
  title: { en: "Today", de: "Heute" },
  list: { en: "Appointments of the day", de: "Termine des Tages" },
  late: { en: "{late} late", de: "{late} zu spät" },
  unlisted: {
    en:
      "This page lists the first 5,000 appointments. Find the other {count, number} under Appointments.",
    de:
      "Diese Seite zeigt die ersten 5.000 Termine. Die übrigen {count, number} stehen unter Termine.",
  },
  marks: {
    created: { en: "Booked by {name}", de: "Gebucht von {name}" },
    updated: { en: "Edited by {name}", de: "Bearbeitet von {name}" },
    rescheduled: { en: "Moved by {name}", de: "Verschoben von {name}" },
    cancelled: { en: "Cancelled by {name}", de: "Abgesagt von {name}" },
    completed: { en: "Checked in by {name}", de: "Eingecheckt von {name}" },
    missed: { en: "Marked as missed by {name}", de: "Als nicht erschienen markiert von {name}" },
    reverted: { en: "Set back by {name}", de: "Zurückgesetzt von {name}" },
  },
  apiKey: { en: "{name} (API key)", de: "{name} (API-Schlüssel)" },
  new: {
    short: { en: "New", de: "Neu" },
    long: { en: "New appointment", de: "Neuer Termin" },
  },
  notAllowed: { en: "{name} is already {status}", de: "{name} ist schon: {status}" },
  search: {
    label: { en: "Name, phone or code", de: "Name, Telefon oder Code" },
    placeholder: { en: "Search for a name, or scan a code", de: "Namen suchen oder Code scannen" },
    clear: { en: "Clear", de: "Leeren" },
    found: {
      en: "{count, plural, =0 {No matches} one {# match} other {# matches}} on this day",
      de: "{count, plural, =0 {Keine Treffer} one {# Treffer} other {# Treffer}} an diesem Tag",
    },
    allDates: { en: "Search all dates", de: "An allen Tagen suchen" },
  },
  filter: {
    label: { en: "Filter by status", de: "Nach Status filtern" },
    upcoming: { en: "Upcoming", de: "Anstehend" },
    here: { en: "Here", de: "Anwesend" },
    finished: { en: "Finished", de: "Erledigt" },
    cancelled: { en: "Cancelled", de: "Abgesagt" },
    all: { en: "All", de: "Alle" },
  },
  occupancy: {
    title: { en: "Occupancy", de: "Belegung" },
    summary: {
      en: "{booked, number} of {capacity, number} places booked",
      de: "{booked, number} von {capacity, number} Plätzen gebucht",
    },
    booked: {
      en: "{booked, number} of {capacity, number} booked",
      de: "{booked, number} von {capacity, number} gebucht",
    },
    closed: { en: "Closed: {reason}", de: "Geschlossen: {reason}" },
    someClosed: {
      en: "{count, plural, one {{name} closed: {reason}} other {# departments closed: {reason}}}",
      de:
        "{count, plural, one {{name} geschlossen: {reason}} other {# Abteilungen geschlossen: {reason}}}",
    },
    someClosedToday: {
      en: "{count, plural, one {{name} closed} other {# departments closed}}",
      de: "{count, plural, one {{name} geschlossen} other {# Abteilungen geschlossen}}",
    },
    closedToday: { en: "Closed", de: "Geschlossen" },
    notBookable: {
      en: "{booked, number} booked · not bookable",
      de: "{booked, number} gebucht · nicht buchbar",
    },
    show: { en: "Show occupancy", de: "Belegung anzeigen" },
    hide: { en: "Hide occupancy", de: "Belegung ausblenden" },
    slotsOf: { en: "Slots of {name}", de: "Zeiten von {name}" },
    slot: {
      en: "{time}, {booked, number} of {capacity, number} booked",
      de: "{time}, {booked, number} von {capacity, number} gebucht",
    },
    free: { en: "{free, number} free", de: "{free, number} frei" },
  },
  levels: {
    free: { en: "Free", de: "Frei" },
    part: { en: "Partly booked", de: "Teils gebucht" },
    full: { en: "Full", de: "Voll" },
    shut: { en: "Closed or past", de: "Geschlossen oder vorbei" },
  },
  fold: {
    overdue: {
      en: "Show {count, number} overdue (oldest {time})",
      de: "{count, number} noch nicht da anzeigen (seit {time})",
    },
    earlier: {
      en:
        "Show {count, plural, one {# earlier appointment} other {# earlier appointments}}{overdue, plural, =0 {} other { (# overdue)}}",
      de:
        "{count, plural, one {# früheren Termin} other {# frühere Termine}} anzeigen{overdue, plural, =0 {} other { (# noch nicht da)}}",
    },
    hide: { en: "Hide earlier appointments", de: "Frühere Termine ausblenden" },
  },
  slot: {
    book: { en: "Book this slot", de: "Diese Zeit buchen" },
    leave: { en: "Show whole day", de: "Ganzen Tag anzeigen" },
  },
  empty: {
    search: { en: "No match today", de: "An diesem Tag kein Treffer" },
    showFound: {
      en: "Show {count, plural, one {# match} other {# matches}} of every status",
      de: "{count, plural, one {# Treffer} other {# Treffer}} mit jedem Status anzeigen",
    },
    slot: { en: "No appointments in this slot", de: "Keine Termine zu dieser Zeit" },
    day: { en: "No appointments on this day", de: "Keine Termine an diesem Tag" },
    noneLeft: { en: "Nobody else is expected today", de: "Es wird niemand mehr erwartet" },
    upcoming: { en: "All done for today", de: "Alles erledigt" },
    upcomingOther: { en: "Nobody is upcoming on this day", de: "An diesem Tag steht nichts an" },
    here: { en: "Nobody is here", de: "Niemand ist anwesend" },
    finished: { en: "Nothing finished yet", de: "Noch nichts erledigt" },
    cancelled: { en: "No cancelled appointments", de: "Keine abgesagten Termine" },
    all: { en: "No appointments in these departments", de: "Keine Termine in diesen Abteilungen" },
    showAll: { en: "Show all appointments", de: "Alle Termine anzeigen" },
  },
  here: {
    pending: { en: "Here", de: "Anwesend" },
    WAITING: { en: "Waiting, no. {number}", de: "Wartet, Nr. {number}" },
    CALLED: { en: "Called, no. {number}", de: "Aufgerufen, Nr. {number}" },
    IN_SERVICE: { en: "In service, no. {number}", de: "Wird bedient, Nr. {number}" },
    moved: { en: "{here}, came for {from}", de: "{here}, kam für {from}" },
    cancelled: { en: "Cancelled. {here}", de: "Abgesagt. {here}" },
    already: {
      en: "{name} is here already, number {number}",
      de: "{name} ist schon anwesend, Nummer {number}",
    },
  },
  row: {
    checkIn: { en: "Check in", de: "Einchecken" },
    checkInName: { en: "Check in {name}", de: "{name} einchecken" },
    miss: { en: "Mark as missed", de: "Nicht erschienen" },
    missName: { en: "Mark {name} as missed", de: "{name} als nicht erschienen markieren" },
  },
  otherDay: {
    complete: { en: "Check in {name}?", de: "{name} einchecken?" },
    miss: { en: "Mark {name} as missed?", de: "{name} als nicht erschienen markieren?" },
    notToday: {
      en: "This appointment is on <strong>{day}</strong>, not today.",
      de: "Dieser Termin ist am <strong>{day}</strong>, nicht heute.",
    },
    cancel: { en: "Cancel", de: "Abbrechen" },
  },
  selected: {
    label: { en: "Selected appointment", de: "Ausgewählter Termin" },
    title: { en: "Appointment", de: "Termin" },
    none: { en: "No appointment selected", de: "Kein Termin ausgewählt" },
    help: {
      en: "Select an appointment in the list, or scan a code.",
      de: "Wählen Sie einen Termin in der Liste, oder scannen Sie einen Code.",
    },
  },
  more: {
    ill: { en: "Staff member is ill …", de: "Jemand ist krank …" },
    label: { en: "More", de: "Mehr" },
    print: { en: "Print day sheet", de: "Tagesliste drucken" },
    shortcuts: { en: "Keyboard shortcuts", de: "Tastenkürzel" },
    scanner: { en: "Set up scanner", de: "Scanner einrichten" },
  },
  sheet: {
    facts: {
      en:
        "{count, plural, =0 {No appointments} one {# appointment} other {# appointments}} · printed {day}, {time}",
      de:
        "{count, plural, =0 {Keine Termine} one {# Termin} other {# Termine}} · gedruckt {day}, {time}",
    },
    time: { en: "Time", de: "Zeit" },
    name: { en: "Name", de: "Name" },
    phone: { en: "Phone", de: "Telefon" },
    reference: { en: "Reference", de: "Referenz" },
    worker: { en: "Staff member", de: "Mitarbeitende" },
    status: { en: "Status", de: "Status" },
    note: { en: "Note", de: "Notiz" },
  },
});
