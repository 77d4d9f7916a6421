import { textsOf } from "../messages/texts.ts";

export const t = textsOf({
  cancel: { en: "Cancel", de: "Abbrechen" },
  close: { en: "Close", de: "Schließen" },
  calendar: { en: "Calendar, {label}", de: "Kalender, {label}" },
  incompleteDate: { en: "Enter the complete date", de: "Geben Sie das vollständige Datum ein" },
  impossibleDate: { en: "This date does not exist", de: "Dieses Datum gibt es nicht" },
  year: { en: "Enter the year with four digits", de: "Geben Sie das Jahr mit vier Ziffern ein" },
  minDate: { en: "Choose {date} or later", de: "Wählen Sie {date} oder später" },
  maxDate: { en: "Choose {date} or earlier", de: "Wählen Sie {date} oder früher" },
  required: { en: "{label}: this is required", de: "{label}: bitte angeben" },
  number: { en: "Enter a number", de: "Geben Sie eine Zahl ein" },
  whole: { en: "Enter a whole number", de: "Geben Sie eine ganze Zahl ein" },
  min: { en: "Enter {min} or more", de: "Geben Sie mindestens {min} ein" },
  max: { en: "Enter {max} or less", de: "Geben Sie höchstens {max} ein" },
  email: {
    en: "Enter an e-mail address, such as name@example.org",
    de: "Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.org",
  },
  url: {
    en: "Enter a complete address, such as https://example.org/events",
    de: "Geben Sie eine vollständige Adresse ein, zum Beispiel https://example.org/events",
  },
  discardTitle: { en: "Discard your changes?", de: "Änderungen verwerfen?" },
  discardText: { en: "What you typed is not saved.", de: "Ihre Eingaben sind nicht gespeichert." },
  discard: { en: "Discard", de: "Verwerfen" },
  keepEditing: { en: "Keep editing", de: "Weiter bearbeiten" },
  choose: { en: "Choose …", de: "Wählen …" },
});
