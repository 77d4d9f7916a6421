import type { ui as english } from "../en/ui.ts";
import type { Translated } from "../translated.ts";

export const ui: Translated<typeof english> = {
  loading: "Wird geladen",
  loadingFailed: "Laden fehlgeschlagen",
  tryAgain: "Erneut versuchen",
  dismiss: "Ausblenden",
  copy: "Kopieren",
  copied: "Kopiert",
  copiedLabel: "{label} kopiert",
  selectToCopy: "Text zum Kopieren markieren",
  shownOnce: "Kopieren Sie es jetzt. Es wird nicht noch einmal angezeigt.",
  done: "Fertig",
  showPassword: "Passwort anzeigen",
  hidePassword: "Passwort verbergen",
  environment: "Umgebung",
  environments: { LIVE: "Live", TEST: "Test" },
  timesIn: "Zeiten in {zone}",
  documentTitle: "{page} · Termine",
  archived: "Archiviert",
  status: {
    SCHEDULED: "Geplant",
    COMPLETED: "Erledigt",
    MISSED: "Nicht erschienen",
    CANCELLED: "Abgesagt",
  },
  pager: {
    label: "Seiten der Liste",
    previous: "Vorherige Seite",
    next: "Nächste Seite",
    total: "{noun}: {total}",
    range: "{noun}: {first}–{last} von {total}",
  },
};
