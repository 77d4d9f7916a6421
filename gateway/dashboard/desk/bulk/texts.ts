import { textsOf } from "../../messages/texts.ts";

export const t = textsOf({
  noneLeft: { en: "No appointment is left to change", de: "Kein Termin bleibt zu ändern" },
  chooseDate: { en: "Choose a date first", de: "Zuerst ein Datum wählen" },
  all: {
    complete: { en: "Mark all as completed", de: "Alle als erledigt markieren" },
    miss: { en: "Mark all as missed", de: "Alle als nicht erschienen markieren" },
    move: { en: "Move all", de: "Alle verschieben" },
    cancel: { en: "Cancel all", de: "Alle absagen" },
    archive: { en: "Archive all", de: "Alle archivieren" },
  },
  help: {
    complete: {
      en: "{count, plural, one {# appointment is} other {# appointments are}} marked as completed.",
      de: "{count, plural, one {# Termin wird} other {# Termine werden}} als erledigt markiert.",
    },
    miss: {
      en: "{count, plural, one {# appointment is} other {# appointments are}} marked as missed.",
      de:
        "{count, plural, one {# Termin wird} other {# Termine werden}} als nicht erschienen markiert.",
    },
    cancel: {
      en:
        "{count, plural, one {# appointment is} other {# appointments are}} cancelled, and the credits are refunded. Each can be undone for 10 minutes, where it is opened.",
      de:
        "{count, plural, one {# Termin wird} other {# Termine werden}} abgesagt, die Credits werden erstattet. Jede Absage lässt sich 10 Minuten lang zurücknehmen, wo der Termin geöffnet wird.",
    },
    archive: {
      en:
        "{count, plural, one {# appointment leaves} other {# appointments leave}} the lists, and the places are free again. No credit is refunded. This cannot be undone.",
      de:
        "{count, plural, one {# Termin verlässt} other {# Termine verlassen}} die Listen, die Plätze sind wieder frei. Credits werden nicht erstattet. Das lässt sich nicht rückgängig machen.",
    },
  },
  action: {
    complete: {
      en: "{count, plural, one {Complete # appointment} other {Complete # appointments}}",
      de: "{count, plural, one {# Termin erledigen} other {# Termine erledigen}}",
    },
    miss: {
      en: "Mark {count, number} as missed",
      de: "{count, number} als nicht erschienen markieren",
    },
    move: {
      en: "{count, plural, one {Move # appointment} other {Move # appointments}}",
      de: "{count, plural, one {# Termin verschieben} other {# Termine verschieben}}",
    },
    cancel: {
      en: "{count, plural, one {Cancel # appointment} other {Cancel # appointments}}",
      de: "{count, plural, one {# Termin absagen} other {# Termine absagen}}",
    },
    archive: {
      en: "{count, plural, one {Archive # appointment} other {Archive # appointments}}",
      de: "{count, plural, one {# Termin archivieren} other {# Termine archivieren}}",
    },
  },
  back: { en: "Cancel", de: "Abbrechen" },
  keep: { en: "Keep appointments", de: "Termine behalten" },
  reason: { en: "Reason", de: "Grund" },
  reasonHelp: {
    en:
      "Only needed for appointments before their day, which are not completed without one. The audit log keeps it, so it must not name a person.",
    de:
      "Nur nötig für Termine vor ihrem Tag. Ohne Grund werden sie nicht erledigt. Er steht im Protokoll und darf deshalb keine Person nennen.",
  },
  to: { en: "Move to", de: "Verschieben auf" },
  toHelp: {
    en:
      "Each moves to the free time that is nearest to its present time, with the same staff member. If that person is not free on that day, with a colleague.",
    de:
      "Jeder Termin kommt auf die freie Zeit, die seiner jetzigen am nächsten ist, bei derselben Person. Ist sie an dem Tag nicht frei, bei jemand anderem.",
  },
  noTime: { en: "No free time on that date", de: "An diesem Tag ist nichts frei" },
  progress: { en: "Progress", de: "Fortschritt" },
  stop: { en: "Stop", de: "Anhalten" },
  close: { en: "Close", de: "Schließen" },
  done: {
    en: "{done, number} of {total, number} done",
    de: "{done, number} von {total, number} erledigt",
  },
  noneDone: {
    en: "None of {total, number} could be done",
    de: "Keiner von {total, number} konnte erledigt werden",
  },
  refused: { en: "{count, number} not done", de: "{count, number} nicht erledigt" },
  rest: { en: "{count, number} not tried", de: "{count, number} nicht versucht" },
  selected: {
    en: "{count, plural, one {# appointment} other {# appointments}} selected",
    de: "{count, plural, one {# Termin} other {# Termine}} ausgewählt",
  },
  selectAll: { en: "Select all on this page", de: "Alle auf dieser Seite auswählen" },
  select: { en: "Select {name}", de: "{name} auswählen" },
  clear: { en: "Clear selection", de: "Auswahl aufheben" },
  bar: { en: "Selected appointments", de: "Ausgewählte Termine" },
});
