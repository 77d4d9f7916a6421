import { textsOf } from "../../messages/texts.ts";

export const t = textsOf({
  title: { en: "Settings", de: "Einstellungen" },
  signedInAs: { en: "Signed in as {email}", de: "Angemeldet als {email}" },
  organization: { en: "Organization", de: "Organisation" },
  name: { en: "Name", de: "Name" },
  timeZone: { en: "Time zone", de: "Zeitzone" },
  timeZoneHelp: {
    en: "Existing appointments keep their local time: 10:00 stays 10:00.",
    de: "Bestehende Termine behalten ihre Ortszeit: 10:00 bleibt 10:00.",
  },
  maxKeyDays: {
    en: "Maximum life of API keys (days)",
    de: "Höchste Laufzeit von API-Schlüsseln (Tage)",
  },
  maxKeyDaysHelp: {
    en:
      "New and extended keys must end within so many days. Existing keys stay as they are. Leave it empty for no maximum.",
    de:
      "Neue und verlängerte Schlüssel enden nach höchstens so vielen Tagen. Bestehende bleiben, wie sie sind. Ohne Zahl gibt es keine Grenze.",
  },
  maxKeyDaysFault: {
    en: "Enter a number from 1 to 3,650, or nothing",
    de: "Geben Sie eine Zahl von 1 bis 3.650 oder nichts ein",
  },
  noMaximum: { en: "No maximum", de: "Keine Grenze" },
  clock: { en: "The time there is {time}.", de: "Dort ist es jetzt {time}." },
  number: {
    en: "Organization ID {id}, created {date}",
    de: "Organisation Nr. {id}, angelegt am {date}",
  },
  save: { en: "Save", de: "Speichern" },
  saved: { en: "Saved", de: "Gespeichert" },
  factors: {
    title: { en: "Second factor", de: "Zweiter Faktor" },
    help: {
      en:
        "Whoever has one of these roles and no second factor can only add one after the next sign-in.",
      de:
        "Wer eine dieser Rollen und keinen zweiten Faktor hat, kann nach der nächsten Anmeldung nur einen hinzufügen.",
    },
    roles: { en: "Required for", de: "Verlangt für" },
  },
  appearance: { en: "Appearance", de: "Darstellung" },
  theme: {
    label: { en: "Theme", de: "Farben" },
    system: { en: "System", de: "System" },
    light: { en: "Light", de: "Hell" },
    dark: { en: "Dark", de: "Dunkel" },
  },
  password: {
    title: { en: "Your password", de: "Ihr Passwort" },
    help: {
      en: "A change signs you out on all other devices.",
      de: "Eine Änderung meldet Sie auf allen anderen Geräten ab.",
    },
    changed: { en: "Password changed", de: "Passwort geändert" },
    current: { en: "Current password", de: "Aktuelles Passwort" },
    new: { en: "New password", de: "Neues Passwort" },
    newHelp: {
      en: "12 to 128 characters. A few random words make a good password.",
      de: "12 bis 128 Zeichen. Ein paar zufällige Wörter ergeben ein gutes Passwort.",
    },
    repeat: { en: "Repeat the new password", de: "Neues Passwort wiederholen" },
    differ: { en: "Passwords don't match", de: "Die Passwörter stimmen nicht überein" },
    change: { en: "Change password", de: "Passwort ändern" },
  },
});
