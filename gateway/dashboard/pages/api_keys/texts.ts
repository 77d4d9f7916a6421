import { textsOf } from "../../messages/texts.ts";

export const t = textsOf({
  title: { en: "API keys", de: "API-Schlüssel" },
  lead: {
    en: "Let your website and apps read and book appointments",
    de: "Ihre Website und Apps können damit Termine lesen und buchen",
  },
  create: { en: "Create key", de: "Schlüssel anlegen" },
  none: { en: "No API keys yet", de: "Noch keine API-Schlüssel" },
  noneHelp: {
    en: "Create a key to book appointments from your website.",
    de: "Legen Sie einen Schlüssel an, um Termine von Ihrer Website aus zu buchen.",
  },
  revokedKeys: { en: "Revoked keys ({count})", de: "Widerrufene Schlüssel ({count})" },
  all: { en: "All API keys", de: "Alle API-Schlüssel" },
  notFound: { en: "API key not found", de: "API-Schlüssel nicht gefunden" },
  name: { en: "Name", de: "Name" },
  environment: { en: "Environment", de: "Umgebung" },
  live: { en: "Live", de: "Live" },
  test: { en: "Test", de: "Test" },
  permissions: { en: "Permissions", de: "Berechtigungen" },
  scope: {
    READ_APPOINTMENTS: { en: "Read appointments", de: "Termine lesen" },
    WRITE_APPOINTMENTS: { en: "Book and cancel appointments", de: "Termine buchen und absagen" },
  },
  scopesFault: {
    en: "Choose at least one permission",
    de: "Wählen Sie mindestens eine Berechtigung",
  },
  limit: { en: "Rate limit (requests per hour)", de: "Begrenzung (Anfragen pro Stunde)" },
  limitColumn: { en: "Requests/hour", de: "Anfragen/Stunde" },
  limitFault: {
    en: "Enter a number from 1 to 1,000,000",
    de: "Geben Sie eine Zahl von 1 bis 1.000.000 ein",
  },
  created: { en: "Created", de: "Angelegt" },
  lastUsed: { en: "Last used", de: "Zuletzt verwendet" },
  never: { en: "Never", de: "Nie" },
  end: { en: "Last day", de: "Letzter Tag" },
  endHelp: {
    en: "The key stops working at the end of this day. Leave it empty for no end.",
    de: "Der Schlüssel gilt bis zum Ende dieses Tages. Ohne Datum gilt er unbegrenzt.",
  },
  endMaximum: {
    en:
      "The key stops working at the end of this day. Your organization allows {date} at the latest; without a date, the key ends then.",
    de:
      "Der Schlüssel gilt bis zum Ende dieses Tages. Ihre Organisation erlaubt höchstens den {date}; ohne Datum endet er dann.",
  },
  networks: { en: "Allowed networks", de: "Erlaubte Netze" },
  networksHelp: {
    en:
      "One address or network per line, such as 203.0.113.0/24. Calls from elsewhere are refused. Leave it empty to allow all.",
    de:
      "Eine Adresse oder ein Netz pro Zeile, zum Beispiel 203.0.113.0/24. Aufrufe von anderswo werden abgewiesen. Ohne Eintrag sind alle erlaubt.",
  },
  cap: { en: "Credits per day", de: "Credits pro Tag" },
  capHelp: {
    en: "The key books at most so many appointments a day. Leave it empty for no cap.",
    de: "Der Schlüssel bucht höchstens so viele Termine am Tag. Ohne Zahl gibt es keine Grenze.",
  },
  capFault: {
    en: "Enter a number from 1 to 1,000,000, or nothing",
    de: "Geben Sie eine Zahl von 1 bis 1.000.000 oder nichts ein",
  },
  noCap: { en: "No cap", de: "Keine Grenze" },
  everywhere: { en: "Everywhere", de: "Überall" },
  soon: { en: "Soon", de: "Bald" },
  endColumn: { en: "Ends", de: "Gilt bis" },
  noEnd: { en: "No end", de: "Unbegrenzt" },
  ended: { en: "Ended", de: "Abgelaufen" },
  revoked: { en: "Revoked", de: "Widerrufen" },
  createTitle: { en: "Create API key", de: "API-Schlüssel anlegen" },
  nameHelp: {
    en: "Where you will use the key, for example “Website”",
    de: "Wo Sie den Schlüssel verwenden, zum Beispiel „Website“",
  },
  nameFault: { en: "Enter a name", de: "Geben Sie einen Namen ein" },
  environmentHelp: {
    en: "A test key reads and books only test appointments and uses test credits.",
    de: "Ein Testschlüssel liest und bucht nur Testtermine und verbraucht Testguthaben.",
  },
  createdTitle: { en: "Key created", de: "Schlüssel angelegt" },
  key: { en: "API key", de: "API-Schlüssel" },
  firstBooking: { en: "Make your first booking", de: "Ihre erste Buchung" },
  settings: { en: "Settings", de: "Einstellungen" },
  save: { en: "Save", de: "Speichern" },
  saved: { en: "Saved", de: "Gespeichert" },
  usage: { en: "Usage in the last {days} days", de: "Nutzung in den letzten {days} Tagen" },
  calls: { en: "Calls", de: "Aufrufe" },
  errors: { en: "Errors", de: "Fehler" },
  openLog: { en: "Open the request log of this key", de: "Aufrufe dieses Schlüssels ansehen" },
  rotate: { en: "Rotate key", de: "Schlüssel ersetzen" },
  rotateMenu: { en: "Rotate …", de: "Ersetzen …" },
  rotateTitle: { en: "Rotate “{name}”?", de: "„{name}“ ersetzen?" },
  rotateHelp: {
    en:
      "The current key stops working immediately. Be ready to update every app that uses it. The new key has the same name, permissions, limits and networks. If the current key has an end, the new one is valid for the same length of time from now.",
    de:
      "Der bisherige Schlüssel gilt sofort nicht mehr. Halten Sie sich bereit, alle Apps umzustellen, die ihn verwenden. Der neue Schlüssel hat denselben Namen, dieselben Berechtigungen, Netze und dieselbe Begrenzung. Gilt der bisherige bis zu einem Tag, gilt der neue ab jetzt gleich lange.",
  },
  revoke: { en: "Revoke key", de: "Schlüssel widerrufen" },
  revokeMenu: { en: "Revoke …", de: "Widerrufen …" },
  revokeTitle: { en: "Revoke “{name}”?", de: "„{name}“ widerrufen?" },
  revokeHelp: {
    en:
      "Every call with this key is refused from now on. You cannot undo this. The usage log keeps its past calls.",
    de:
      "Jeder Aufruf mit diesem Schlüssel wird ab jetzt abgewiesen. Das lässt sich nicht rückgängig machen. Die bisherigen Aufrufe bleiben im Protokoll.",
  },
});
