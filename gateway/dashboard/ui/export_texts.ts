import { textsOf } from "../messages/texts.ts";

export const t = textsOf({
  csv: { en: "Download CSV", de: "CSV herunterladen" },
  print: { en: "Print", de: "Drucken" },
  cut: {
    en: "Only the first {count} rows. Choose a shorter period for the others.",
    de: "Nur die ersten {count} Zeilen. Für die übrigen einen kürzeren Zeitraum wählen.",
  },
});
