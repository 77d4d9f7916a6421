import { textsOf } from "../messages/texts.ts";

export const t = textsOf({
  stepUp: { en: "Confirm that it is you", de: "Bestätigen Sie, dass Sie es sind" },
  stepUpText: {
    en: "This needs a fresh proof. Nothing you typed is lost.",
    de: "Dafür ist ein neuer Nachweis nötig. Ihre Eingaben sind noch da.",
  },
  confirm: { en: "Confirm", de: "Bestätigen" },
});
