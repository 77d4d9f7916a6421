import { textsOf } from "../messages/texts.ts";

export const t = textsOf({
  title: { en: "Somebody else has changed this", de: "Jemand anderes hat das geändert" },
  by: {
    en: "{name} changed it on {time}. Nothing of yours is lost: choose what to keep.",
    de:
      "{name} hat es am {time} geändert. Ihre Eingaben sind nicht verloren: Wählen Sie, was bleibt.",
  },
  somebody: {
    en: "Somebody changed it while you were editing. Choose what to keep.",
    de: "Jemand hat es geändert, während Sie es bearbeitet haben. Wählen Sie, was bleibt.",
  },
  setting: { en: "Field", de: "Feld" },
  mine: { en: "You entered", de: "Ihre Eingabe" },
  theirs: { en: "Saved now", de: "Jetzt gespeichert" },
  keepEditing: { en: "Keep editing", de: "Weiter bearbeiten" },
  useTheirs: { en: "Use what is saved", de: "Gespeichertes übernehmen" },
  saveMine: { en: "Save mine", de: "Meine Eingabe speichern" },
  on: { en: "On", de: "An" },
  off: { en: "Off", de: "Aus" },
  empty: { en: "(empty)", de: "(leer)" },
});
