import { textsOf } from "../messages/texts.ts";

export const t = textsOf({
  copy: { en: "Copy", de: "Kopieren" },
  copied: { en: "Copied", de: "Kopiert" },
  copiedLabel: { en: "{label} copied", de: "{label} kopiert" },
  selectToCopy: { en: "Select the text to copy it", de: "Text zum Kopieren markieren" },
  shownOnce: {
    en: "Copy this now. You won't see it again.",
    de: "Kopieren Sie es jetzt. Es wird nicht noch einmal angezeigt.",
  },
});
