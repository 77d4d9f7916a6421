import { textsOf } from "../../messages/texts.ts";

export const t = textsOf({
  escape: { en: "Esc", de: "Esc" },
  title: {
    en: "Search appointments, pages and actions",
    de: "Termine, Seiten und Aktionen suchen",
  },
  placeholder: {
    en: "Name, phone, reference, code, date or page",
    de: "Name, Telefon, Referenz, Code, Datum oder Seite",
  },
  results: { en: "Results", de: "Ergebnisse" },
  searching: { en: "Searching …", de: "Wird gesucht …" },
  failed: {
    en: "Appointments couldn't be searched. Change the text to try again.",
    de:
      "Die Suche nach Terminen ist fehlgeschlagen. Ändern Sie den Text, um es erneut zu versuchen.",
  },
  count: {
    en:
      "{count, plural, =0 {Nothing found} one {# result} other {# results}} · ↑ ↓ to choose, Enter to open",
    de:
      "{count, plural, =0 {Nichts gefunden} one {# Ergebnis} other {# Ergebnisse}} · ↑ ↓ zum Wählen, Enter zum Öffnen",
  },
  openDay: { en: "Open {day}", de: "{day} öffnen" },
  showAll: { en: "Show all appointments for “{text}”", de: "Alle Termine zu „{text}“ anzeigen" },
  newAppointment: { en: "New appointment", de: "Neuer Termin" },
  myAccount: { en: "My account", de: "Mein Konto" },
  changePassword: { en: "Change password", de: "Passwort ändern" },
  groups: {
    recent: { en: "Opened recently", de: "Zuletzt geöffnet" },
    upcoming: { en: "Upcoming appointments", de: "Kommende Termine" },
    past: { en: "Earlier appointments", de: "Frühere Termine" },
    date: { en: "Day", de: "Tag" },
    pages: { en: "Pages", de: "Seiten" },
    actions: { en: "Actions", de: "Aktionen" },
  },
});
