import type { reportingTokens as english } from "../en/reporting_tokens.ts";
import type { Translated } from "../translated.ts";

export const reportingTokens: Translated<typeof english> = {
  title: "Berichts-Token",
  lead: "Berichtswerkzeuge lesen damit Ihre Daten über GraphQL",
  create: "Token anlegen",
  none: "Noch keine Berichts-Token",
  noneHelp: "Legen Sie für jedes Werkzeug ein eigenes an. So können Sie es einzeln widerrufen.",
  createTitle: "Berichts-Token anlegen",
  name: "Name",
  nameHelp: "Das Werkzeug, das das Token verwendet",
  nameFault: "Geben Sie einen Namen ein",
  days: "Gültig für (Tage)",
  daysHelp: "Leer lassen, wenn es nicht ablaufen soll",
  daysFault: "Geben Sie eine Zahl von Tagen ein oder lassen Sie das Feld leer",
  createdTitle: "Token angelegt",
  token: "Token",
  tryIt: "Im Terminal ausprobieren",
  created: "Angelegt",
  expires: "Läuft ab",
  never: "Nie",
  lastUsed: "Zuletzt verwendet",
  actions: "Aktionen",
  revoked: "Widerrufen",
  revoke: "Token widerrufen",
  revokeMenu: "Widerrufen …",
  revokeTitle: "„{name}“ widerrufen?",
  revokeHelp:
    "Jede Anfrage mit diesem Token wird ab jetzt abgewiesen. Das lässt sich nicht rückgängig machen.",
};
