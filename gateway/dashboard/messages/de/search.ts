import type { search as english } from "../en/search.ts";
import type { Translated } from "../translated.ts";

export const search: Translated<typeof english> = {
  button: "Suchen",
  shortcut: "Strg K",
  escape: "Esc",
  title: "Termine, Seiten und Aktionen suchen",
  placeholder: "Name, Telefon, Referenz, Code, Datum oder Seite",
  results: "Ergebnisse",
  searching: "Wird gesucht …",
  count:
    "{count, plural, =0 {Nichts gefunden} one {# Ergebnis} other {# Ergebnisse}} · ↑ ↓ zum Wählen, Enter zum Öffnen",
  openDay: "{day} öffnen",
  showAll: "Alle Termine zu „{text}“ zeigen",
  newAppointment: "Neuer Termin",
  changePassword: "Passwort ändern",
  csv: "CSV herunterladen",
  print: "Drucken",
  cut: "Nur die ersten {count} Zeilen. Für die übrigen einen kürzeren Zeitraum wählen.",
  groups: {
    recent: "Zuletzt geöffnet",
    upcoming: "Kommende Termine",
    past: "Frühere Termine",
    date: "Tag",
    pages: "Seiten",
    actions: "Aktionen",
  },
};
