import { textsOf } from "../../messages/texts.ts";

export const t = textsOf({
  start: { en: "Get started", de: "Erste Schritte" },
  startLead: {
    en: "Book appointments from your own website or app",
    de: "Termine von Ihrer eigenen Website oder App aus buchen",
  },
  baseUrl: { en: "Base URL", de: "Basis-URL" },
  documentation: { en: "Documentation", de: "Dokumentation" },
  document: {
    guides: { en: "Guides", de: "Anleitungen (englisch)" },
    reference: { en: "Reference of every operation", de: "Referenz aller Operationen (englisch)" },
    openApi: {
      en: "OpenAPI description (for code generators and API tools)",
      de: "OpenAPI-Beschreibung (für Codegeneratoren und API-Werkzeuge)",
    },
  },
  quickStart: { en: "Quick start", de: "Schnellstart" },
  quickStartHelp: {
    en:
      "This books a real appointment in {department} and costs one credit of its environment. Use a test key to try it. Set API_KEY to your key first.",
    de:
      "Das bucht einen echten Termin in {department} und kostet einen Credit der Umgebung. Probieren Sie es mit einem Testschlüssel aus. Setzen Sie vorher API_KEY auf Ihren Schlüssel.",
  },
  quickStartNone: {
    en: "Create a department with free times first. Then this page shows a booking that works.",
    de:
      "Legen Sie zuerst eine Abteilung mit freien Zeiten an. Dann zeigt diese Seite eine Buchung, die funktioniert.",
  },
  curl: { en: "curl", de: "curl" },
  javaScript: { en: "JavaScript (Node.js)", de: "JavaScript (Node.js)" },
  authentication: { en: "Authentication", de: "Anmeldung" },
  authenticationHelp: {
    en: "Send your key in the header X-API-Key with every request.",
    de: "Senden Sie Ihren Schlüssel bei jeder Anfrage in der Kopfzeile X-API-Key.",
  },
  manageKeys: { en: "Manage API keys", de: "API-Schlüssel verwalten" },
});
