import type { settings as english } from "../en/settings.ts";
import type { Translated } from "../translated.ts";

export const settings: Translated<typeof english> = {
  title: "Einstellungen",
  signedInAs: "Angemeldet als {email}",
  organization: "Organisation",
  name: "Name",
  timeZone: "Zeitzone",
  timeZoneHelp: "Bestehende Termine behalten ihre Ortszeit: 10:00 bleibt 10:00.",
  clock: "Dort ist es jetzt {time}.",
  number: "Organisation Nr. {id}, angelegt am {date}",
  save: "Speichern",
  saved: "Gespeichert",
  appearance: "Darstellung",
  theme: { label: "Farben", system: "System", light: "Hell", dark: "Dunkel" },
  password: {
    title: "Ihr Passwort",
    help: "Eine Änderung meldet Sie auf allen anderen Geräten ab.",
    changed: "Passwort geändert",
  },
  conflict: {
    title: "Jemand anderes hat das geändert",
    by:
      "{name} hat es am {time} geändert. Ihre Eingaben sind nicht verloren: Wählen Sie, was bleibt.",
    somebody: "Jemand hat es geändert, während Sie es bearbeitet haben. Wählen Sie, was bleibt.",
    setting: "Einstellung",
    mine: "Ihre Eingabe",
    theirs: "Jetzt gespeichert",
    keepEditing: "Weiter bearbeiten",
    useTheirs: "Gespeichertes übernehmen",
    saveMine: "Meine Eingabe speichern",
    on: "An",
    off: "Aus",
    empty: "(leer)",
  },
};
