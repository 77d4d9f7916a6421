import type { bulk as english } from "../en/bulk.ts";
import type { Translated } from "../translated.ts";

export const bulk: Translated<typeof english> = {
  all: {
    complete: "Alle als erledigt markieren",
    miss: "Alle als nicht erschienen markieren",
    move: "Alle verschieben",
    cancel: "Alle absagen",
    archive: "Alle archivieren",
  },
  help: {
    complete:
      "{count, plural, one {# Termin wird} other {# Termine werden}} als erledigt markiert.",
    miss:
      "{count, plural, one {# Termin wird} other {# Termine werden}} als nicht erschienen markiert.",
    cancel:
      "{count, plural, one {# Termin wird} other {# Termine werden}} abgesagt, die Credits werden erstattet. Das lässt sich nicht rückgängig machen.",
    archive:
      "{count, plural, one {# Termin verlässt} other {# Termine verlassen}} die Listen, die Plätze sind wieder frei. Credits werden nicht erstattet. Das lässt sich nicht rückgängig machen.",
  },
  action: {
    complete: "{count, plural, one {# Termin erledigen} other {# Termine erledigen}}",
    miss: "{count, number} als nicht erschienen markieren",
    move: "{count, plural, one {# Termin verschieben} other {# Termine verschieben}}",
    cancel: "{count, plural, one {# Termin absagen} other {# Termine absagen}}",
    archive: "{count, plural, one {# Termin archivieren} other {# Termine archivieren}}",
  },
  back: "Abbrechen",
  keep: "Termine behalten",
  reason: "Grund",
  reasonHelp:
    "Nur nötig für Termine vor ihrem Tag. Ohne Grund werden sie nicht erledigt. Er steht im Protokoll und darf deshalb keine Person nennen.",
  to: "Verschieben auf",
  toHelp:
    "Jeder Termin kommt auf die freie Zeit, die seiner jetzigen am nächsten ist, mit demselben Mitarbeiter.",
  noTime: "An diesem Tag ist nichts frei",
  progress: "Fortschritt",
  stop: "Anhalten",
  close: "Schließen",
  done: "{done, number} von {total, number} erledigt",
  refused: "{count, number} nicht erledigt",
  rest: "{count, number} nicht versucht",
  selected: "{count, plural, one {# Termin} other {# Termine}} ausgewählt",
  selectAll: "Alle auf dieser Seite auswählen",
  select: "{name} auswählen",
  clear: "Auswahl aufheben",
  bar: "Ausgewählte Termine",
};
