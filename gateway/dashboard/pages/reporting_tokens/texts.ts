import { textsOf } from "../../messages/texts.ts";

export const t = textsOf({
  title: { en: "Reporting tokens", de: "Berichts-Token" },
  lead: {
    en: "Let reporting tools read your data over GraphQL",
    de: "Berichtswerkzeuge lesen damit Ihre Daten über GraphQL",
  },
  create: { en: "Create token", de: "Token anlegen" },
  none: { en: "No reporting tokens yet", de: "Noch keine Berichts-Token" },
  noneHelp: {
    en: "Create one per tool so you can revoke it separately.",
    de: "Legen Sie für jedes Werkzeug ein eigenes an. So können Sie es einzeln widerrufen.",
  },
  createTitle: { en: "Create reporting token", de: "Berichts-Token anlegen" },
  name: { en: "Name", de: "Name" },
  nameHelp: { en: "The tool that will use the token", de: "Das Werkzeug, das das Token verwendet" },
  nameFault: { en: "Enter a name", de: "Geben Sie einen Namen ein" },
  days: { en: "Valid for (days)", de: "Gültig für (Tage)" },
  daysHelp: {
    en: "Leave empty if it should not expire",
    de: "Leer lassen, wenn es nicht ablaufen soll",
  },
  daysFault: {
    en: "Enter a number of days, or leave this blank",
    de: "Geben Sie eine Zahl von Tagen ein oder lassen Sie das Feld leer",
  },
  createdTitle: { en: "Token created", de: "Token angelegt" },
  token: { en: "Token", de: "Token" },
  tryIt: { en: "Try it in a terminal", de: "Im Terminal ausprobieren" },
  steps: {
    en: "The guide has <guide>the steps for each tool</guide>.",
    de: "Die Anleitung nennt <guide>die Schritte für jedes Werkzeug</guide>.",
  },
  created: { en: "Created", de: "Angelegt" },
  expires: { en: "Expires", de: "Läuft ab" },
  never: { en: "Never", de: "Nie" },
  lastUsed: { en: "Last used", de: "Zuletzt verwendet" },
  actions: { en: "Actions", de: "Aktionen" },
  revoked: { en: "Revoked", de: "Widerrufen" },
  revoke: { en: "Revoke token", de: "Token widerrufen" },
  revokeMenu: { en: "Revoke …", de: "Widerrufen …" },
  revokeTitle: { en: "Revoke “{name}”?", de: "„{name}“ widerrufen?" },
  revokeHelp: {
    en: "Every request with this token is refused from now on. You cannot undo this.",
    de:
      "Jede Anfrage mit diesem Token wird ab jetzt abgewiesen. Das lässt sich nicht rückgängig machen.",
  },
});
