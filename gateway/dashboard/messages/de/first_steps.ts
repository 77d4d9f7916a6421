import type { firstSteps as english } from "../en/first_steps.ts";
import type { Translated } from "../translated.ts";

export const firstSteps: Translated<typeof english> = {
  title: "Erste Schritte",
  department: "Eine Abteilung anlegen",
  hours: "Ihre Öffnungszeiten festlegen",
  key: "Einen API-Schlüssel für Ihre Website anlegen",
  booking: "Einen ersten Termin buchen",
  done: "erledigt",
};
