import { textsOf } from "../../messages/texts.ts";

export const t = textsOf({
  title: { en: "Screens", de: "Bildschirme" },
  lead: {
    en: "Displays of called numbers, kiosks where people check in, and calendar feeds",
    de: "Aufrufanzeigen für den Warteraum, Kioske zum Anmelden und Kalender-Abonnements",
  },
  create: { en: "Add screen", de: "Bildschirm anlegen" },
  none: { en: "No screens yet", de: "Noch keine Bildschirme" },
  noneHelp: {
    en: "Add a display for the waiting room, or a kiosk for the entrance.",
    de: "Legen Sie eine Aufrufanzeige für den Warteraum oder einen Kiosk für den Eingang an.",
  },
  createTitle: { en: "Add screen", de: "Bildschirm anlegen" },
  kind: { en: "Kind", de: "Art" },
  kinds: {
    DISPLAY: { en: "Display", de: "Aufrufanzeige" },
    KIOSK: { en: "Kiosk", de: "Kiosk" },
    CALENDAR: { en: "Calendar feed", de: "Kalender-Abo" },
  },
  kindHelp: {
    DISPLAY: {
      en: "Shows called numbers and their counters. It never shows a name.",
      de: "Zeigt aufgerufene Nummern und ihre Schalter. Sie zeigt nie einen Namen.",
    },
    KIOSK: {
      en: "People check in with the code or the number of six digits on their ticket.",
      de:
        "Personen melden sich mit dem Code oder der sechsstelligen Nummer ihres Terminzettels an.",
    },
    CALENDAR: {
      en: "Outlook, Google and other calendars show the appointments and keep them up to date.",
      de: "Die Termine erscheinen in Outlook, Google und anderen Kalendern und bleiben aktuell.",
    },
  },
  worker: { en: "Staff member", de: "Mitarbeitende" },
  anyWorker: { en: "All staff", de: "Alle Mitarbeitenden" },
  workerOf: { en: "{name} – {department}", de: "{name} – {department}" },
  showsNames: { en: "Show names", de: "Namen anzeigen" },
  showsNamesHelp: {
    en: "Whoever has the address then sees the names of people. Calendar services store them.",
    de: "Wer die Adresse hat, sieht dann die Namen der Personen. Kalenderdienste speichern sie.",
  },
  feedAddressHelp: {
    en: "Subscribe to this address in a calendar. Whoever has it can read the feed.",
    de: "Abonnieren Sie diese Adresse in einem Kalender. Wer sie hat, kann die Termine lesen.",
  },
  name: { en: "Name", de: "Name" },
  nameHelp: {
    en: "Where the screen is, or whose calendar it is",
    de: "Wo der Bildschirm steht oder wessen Kalender es ist",
  },
  nameFault: { en: "Enter a name", de: "Geben Sie einen Namen ein" },
  givesTickets: {
    en: "Give tickets to people without an appointment",
    de: "Nummern an Personen ohne Termin ausgeben",
  },
  takesNames: {
    en: "Take a name and a time instead of a code",
    de: "Name und Uhrzeit anstelle eines Codes annehmen",
  },
  takesNamesHelp: {
    en: "Whoever knows the name and time of another person could check in as that person.",
    de: "Wer Name und Uhrzeit einer anderen Person kennt, könnte sich als diese anmelden.",
  },
  testData: { en: "Test data", de: "Testdaten" },
  createdTitle: { en: "Screen added", de: "Bildschirm angelegt" },
  address: { en: "Address", de: "Adresse" },
  addressHelp: {
    en: "Open this address on the screen. Whoever has it can use the screen.",
    de: "Öffnen Sie diese Adresse auf dem Bildschirm. Wer sie hat, kann den Bildschirm verwenden.",
  },
  days: { en: "Days until it ends", de: "Gültig für (Tage)" },
  daysHelp: {
    en: "The screen stops then. Leave it empty for no end.",
    de: "Danach endet der Bildschirm. Ohne Zahl gilt er unbegrenzt.",
  },
  daysFault: {
    en: "Enter a number from 1 to 3,650, or nothing",
    de: "Geben Sie eine Zahl von 1 bis 3.650 oder nichts ein",
  },
  networks: { en: "Allowed networks", de: "Erlaubte Netze" },
  networksHelp: {
    en:
      "One address or network per line, such as 203.0.113.0/24. Elsewhere the screen does not work. Leave it empty to allow all.",
    de:
      "Eine Adresse oder ein Netz pro Zeile, zum Beispiel 203.0.113.0/24. Anderswo funktioniert der Bildschirm nicht. Ohne Eintrag sind alle erlaubt.",
  },
  ends: { en: "Ends", de: "Gilt bis" },
  created: { en: "Created", de: "Angelegt" },
  lastUsed: { en: "Last used", de: "Zuletzt verwendet" },
  never: { en: "Never", de: "Nie" },
  actions: { en: "Actions", de: "Aktionen" },
  revoked: { en: "Revoked", de: "Widerrufen" },
  revoke: { en: "Revoke screen", de: "Bildschirm widerrufen" },
  revokeMenu: { en: "Revoke …", de: "Widerrufen …" },
  revokeTitle: { en: "Revoke “{name}”?", de: "„{name}“ widerrufen?" },
  revokeHelp: {
    en: "The screen stops within seconds. You cannot undo this.",
    de: "Der Bildschirm endet in wenigen Sekunden. Das lässt sich nicht rückgängig machen.",
  },
  revokeKioskHelp: {
    en: "People with a number of this kiosk stay in the queue. You can still end them afterwards.",
    de:
      "Personen mit einer Nummer dieses Kiosks warten weiter. Sie können sie auch danach noch beenden.",
  },
  endMenu: { en: "End waiting …", de: "Wartende beenden …" },
  end: { en: "End waiting", de: "Wartende beenden" },
  endTitle: {
    en: "End everybody who waits with a number of “{name}”?",
    de: "Alle beenden, die mit einer Nummer von „{name}“ warten?",
  },
  endHelp: {
    en:
      "{count, plural, =0 {Nobody waits with a number of this kiosk.} one {# number leaves the queue. You cannot undo this.} other {# numbers leave the queue. You cannot undo this.}}",
    de:
      "{count, plural, =0 {Niemand wartet mit einer Nummer dieses Kiosks.} one {# Nummer verlässt die Warteschlange. Das lässt sich nicht rückgängig machen.} other {# Nummern verlassen die Warteschlange. Das lässt sich nicht rückgängig machen.}}",
  },
});
