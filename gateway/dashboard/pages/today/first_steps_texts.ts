import { textsOf } from "../../messages/texts.ts";

export const t = textsOf({
  departmentFirst: {
    en: "Create a department first",
    de: "Zuerst eine Abteilung anlegen",
  },
  title: { en: "First steps", de: "Erste Schritte" },
  department: { en: "Create a department", de: "Eine Abteilung anlegen" },
  hours: { en: "Set its opening hours", de: "Ihre Öffnungszeiten festlegen" },
  key: {
    en: "Create an API key for your website",
    de: "Einen API-Schlüssel für Ihre Website anlegen",
  },
  booking: { en: "Book a first appointment", de: "Einen ersten Termin buchen" },
  done: { en: "done", de: "erledigt" },
});
