import type { desk as english } from "../en/desk.ts";
import type { Translated } from "../translated.ts";

export const desk: Translated<typeof english> = {
  close: "Schließen",
  cancel: "Abbrechen",
  undo: "Rückgängig",
  undone: "{name} ist wieder geplant",
  completedAgain: "{name} ist wieder eingecheckt",
  missedAgain: "{name} ist wieder als nicht erschienen markiert",
  nothingToUndo: "Nichts rückgängig zu machen",
  checkedIn: "{name} ({time}) ist eingecheckt{late, plural, =0 {} other {, # Min. zu spät}}",
  arrived:
    "{name} ({time}) wartet, Nummer {number}{late, plural, =0 {} other {, # Min. verspätet}}",
  arrivalUndone: "{name} wartet nicht mehr",
  markedMissed: "{name} ({time}) ist als nicht erschienen markiert",
  notACode: "Das ist kein Termincode. Scannen Sie ihn noch einmal, oder suchen Sie nach dem Namen.",
  already: {
    cancelled: "{name}: schon abgesagt von {by}, {at}",
    completed: "{name}: schon eingecheckt von {by}, {at}",
    missed: "{name}: schon als nicht erschienen markiert von {by}, {at}",
    archived: "{name}: schon archiviert von {by}, {at}",
    moved: "{name}: schon verschoben von {by}, {at}",
  },
  notBegun: "{name} kann noch nicht fehlen: Der Termin beginnt am {day}, {time}",
  difference: {
    ARCHIVED: "Termin archiviert",
    CANCELLED: "Termin abgesagt",
    MOVED: "Verschoben auf {to}",
  },
  anotherDepartment: "eine andere Abteilung",
  kept: {
    ARCHIVED: "Der Termin ändert sich nicht: Er ist archiviert.",
    CANCELLED: "Der Termin ändert sich nicht: Er ist abgesagt.",
    MOVED: "Der Termin ändert sich nicht: Er wurde verschoben auf {to}.",
    SCHEDULED: "Der Termin bleibt geplant.",
    COMPLETED: "Der Termin bleibt erledigt.",
    MISSED: "Der Termin bleibt als nicht erschienen markiert.",
  },
  checkIn: {
    title: "Einchecken",
    action: "Einchecken",
    again: "Erneut versuchen",
    notFound: "Code nicht gefunden",
    notFoundHelp:
      "Es gibt keinen Termin mit diesem Code. Scannen Sie ihn noch einmal, oder suchen Sie nach dem Namen.",
    late: "{late, number} Min. zu spät",
    early: "{early, number} Min. zu früh",
    otherDay: "Dieser Termin ist am <strong>{day}</strong>, nicht heute.",
    notAllowed: {
      SCHEDULED: "Dieser Termin kann nicht eingecheckt werden.",
      COMPLETED: "Dieser Termin kann nicht eingecheckt werden: Er ist schon erledigt.",
      MISSED: "Dieser Termin kann nicht eingecheckt werden: Er ist als nicht erschienen markiert.",
      CANCELLED: "Dieser Termin kann nicht eingecheckt werden: Er ist abgesagt.",
      ARCHIVED: "Dieser Termin kann nicht eingecheckt werden: Er ist archiviert.",
    },
  },
};
