import { textsOf } from "../messages/texts.ts";

export const t = textsOf({
  close: { en: "Close", de: "Schließen" },
  cancel: { en: "Cancel", de: "Abbrechen" },
  undo: { en: "Undo", de: "Rückgängig" },
  undone: { en: "{name} is scheduled again", de: "{name} ist wieder geplant" },
  completedAgain: { en: "{name} is checked in again", de: "{name} ist wieder eingecheckt" },
  missedAgain: {
    en: "{name} is marked as missed again",
    de: "{name} ist wieder als nicht erschienen markiert",
  },
  nothingToUndo: { en: "Nothing to undo", de: "Nichts rückgängig zu machen" },
  checkedIn: {
    en: "{name} ({time}) is checked in{late, plural, =0 {} other {, {lateText} late}}",
    de: "{name} ({time}) ist eingecheckt{late, plural, =0 {} other {, {lateText} zu spät}}",
  },
  arrived: {
    en:
      "{name} ({time}) is waiting, number {number}{late, plural, =0 {} other {, {lateText} late}}",
    de: "{name} ({time}) wartet, Nummer {number}{late, plural, =0 {} other {, {lateText} zu spät}}",
  },
  arrivalUndone: { en: "{name} is not waiting any more", de: "{name} wartet nicht mehr" },
  markedMissed: {
    en: "{name} ({time}) is marked as missed",
    de: "{name} ({time}) ist als nicht erschienen markiert",
  },
  notACode: {
    en: "This is not an appointment code. Scan it again, or search for the name.",
    de: "Das ist kein Termincode. Scannen Sie ihn noch einmal, oder suchen Sie nach dem Namen.",
  },
  already: {
    cancelled: {
      en: "{name}: already cancelled by {by}, {at}",
      de: "{name}: schon abgesagt von {by}, {at}",
    },
    completed: {
      en: "{name}: already checked in by {by}, {at}",
      de: "{name}: schon eingecheckt von {by}, {at}",
    },
    missed: {
      en: "{name}: already marked as missed by {by}, {at}",
      de: "{name}: schon als nicht erschienen markiert von {by}, {at}",
    },
    archived: {
      en: "{name}: already archived by {by}, {at}",
      de: "{name}: schon archiviert von {by}, {at}",
    },
    moved: {
      en: "{name}: already moved by {by}, {at}",
      de: "{name}: schon verschoben von {by}, {at}",
    },
  },
  notBegun: {
    en: "{name} cannot be missed yet: the appointment begins on {day}, {time}",
    de: "{name} kann noch nicht fehlen: Der Termin beginnt am {day}, {time}",
  },
  difference: {
    ARCHIVED: { en: "Appointment archived", de: "Termin archiviert" },
    CANCELLED: { en: "Appointment cancelled", de: "Termin abgesagt" },
    MOVED: { en: "Moved to {to}", de: "Verschoben auf {to}" },
  },
  anotherDepartment: { en: "another department", de: "eine andere Abteilung" },
  kept: {
    ARCHIVED: {
      en: "The appointment does not change: it is archived.",
      de: "Der Termin ändert sich nicht: Er ist archiviert.",
    },
    CANCELLED: {
      en: "The appointment does not change: it is cancelled.",
      de: "Der Termin ändert sich nicht: Er ist abgesagt.",
    },
    MOVED: {
      en: "The appointment does not change: it was moved to {to}.",
      de: "Der Termin ändert sich nicht: Er wurde verschoben auf {to}.",
    },
    SCHEDULED: { en: "The appointment stays scheduled.", de: "Der Termin bleibt geplant." },
    COMPLETED: { en: "The appointment stays completed.", de: "Der Termin bleibt erledigt." },
    MISSED: {
      en: "The appointment stays marked as missed.",
      de: "Der Termin bleibt als nicht erschienen markiert.",
    },
  },
  checkIn: {
    title: { en: "Check in", de: "Einchecken" },
    action: { en: "Check in", de: "Einchecken" },
    again: { en: "Try again", de: "Erneut versuchen" },
    notFound: { en: "Code not found", de: "Code nicht gefunden" },
    notFoundHelp: {
      en: "There is no appointment with this code. Scan it again, or search for the name.",
      de:
        "Es gibt keinen Termin mit diesem Code. Scannen Sie ihn noch einmal, oder suchen Sie nach dem Namen.",
    },
    late: { en: "{late} late", de: "{late} zu spät" },
    early: { en: "{early} early", de: "{early} zu früh" },
    otherDay: {
      en: "This appointment is on <strong>{day}</strong>, not today.",
      de: "Dieser Termin ist am <strong>{day}</strong>, nicht heute.",
    },
    notAllowed: {
      SCHEDULED: {
        en: "You can’t check in this appointment.",
        de: "Dieser Termin kann nicht eingecheckt werden.",
      },
      COMPLETED: {
        en: "You can’t check in this appointment: it is already completed.",
        de: "Dieser Termin kann nicht eingecheckt werden: Er ist schon erledigt.",
      },
      MISSED: {
        en: "You can’t check in this appointment: it is already marked as missed.",
        de: "Dieser Termin kann nicht eingecheckt werden: Er ist als nicht erschienen markiert.",
      },
      CANCELLED: {
        en: "You can’t check in this appointment: it is cancelled.",
        de: "Dieser Termin kann nicht eingecheckt werden: Er ist abgesagt.",
      },
      ARCHIVED: {
        en: "You can’t check in this appointment: it is archived.",
        de: "Dieser Termin kann nicht eingecheckt werden: Er ist archiviert.",
      },
    },
  },
  departments: {
    title: { en: "My departments", de: "Meine Abteilungen" },
    all: { en: "All departments", de: "Alle Abteilungen" },
    some: {
      en: "{count, number} of {all, number} departments",
      de: "{count, number} von {all, number} Abteilungen",
    },
    areAll: { en: "All are shown", de: "Alle werden angezeigt" },
    showAll: { en: "Show all", de: "Alle anzeigen" },
  },
});
