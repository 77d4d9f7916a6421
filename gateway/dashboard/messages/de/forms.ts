import type { forms as english } from "../en/forms.ts";
import type { Translated } from "../translated.ts";

export const forms: Translated<typeof english> = {
  cancel: "Abbrechen",
  close: "Schließen",
  calendar: "Kalender, {label}",
  incompleteDate: "Geben Sie das vollständige Datum ein",
  impossibleDate: "Dieses Datum gibt es nicht",
  year: "Geben Sie das Jahr mit vier Ziffern ein",
  minDate: "Wählen Sie {date} oder später",
  maxDate: "Wählen Sie {date} oder früher",
  required: "{label}: bitte angeben",
  number: "Geben Sie eine Zahl ein",
  whole: "Geben Sie eine ganze Zahl ein",
  min: "Geben Sie mindestens {min} ein",
  max: "Geben Sie höchstens {max} ein",
  email: "Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.org",
  url: "Geben Sie eine vollständige Adresse ein, zum Beispiel https://example.org/events",
  discardTitle: "Änderungen verwerfen?",
  discardText: "Ihre Eingaben sind nicht gespeichert.",
  discard: "Verwerfen",
  keepEditing: "Weiter bearbeiten",
  choose: "Wählen …",
};
