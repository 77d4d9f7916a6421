import type { screens as english } from "../en/screens.ts";
import type { Translated } from "../translated.ts";

export const screens: Translated<typeof english> = {
  title: "Anzeigen",
  lead: "Anzeigen der aufgerufenen Nummern und Kioske zum Anmelden",
  create: "Anzeige anlegen",
  none: "Noch keine Anzeigen",
  noneHelp: "Legen Sie eine Anzeige für den Warteraum oder einen Kiosk für den Eingang an.",
  createTitle: "Anzeige anlegen",
  kind: "Art",
  kinds: { DISPLAY: "Anzeige", KIOSK: "Kiosk" },
  kindHelp: {
    DISPLAY: "Zeigt aufgerufene Nummern und ihre Schalter. Sie zeigt nie einen Namen.",
    KIOSK: "Personen melden sich mit dem Code ihres Termins an.",
  },
  name: "Name",
  nameHelp: "Wo der Bildschirm steht",
  nameFault: "Geben Sie einen Namen ein",
  allDepartments: "Alle Abteilungen",
  departments: "Abteilungen",
  departmentsFault: "Wählen Sie eine Abteilung",
  givesTickets: "Nummern an Personen ohne Termin ausgeben",
  testData: "Testdaten",
  createdTitle: "Anzeige angelegt",
  address: "Adresse",
  addressHelp:
    "Öffnen Sie diese Adresse auf dem Bildschirm. Wer sie hat, kann die Anzeige verwenden.",
  created: "Angelegt",
  lastUsed: "Zuletzt verwendet",
  never: "Nie",
  actions: "Aktionen",
  revoked: "Widerrufen",
  revoke: "Anzeige widerrufen",
  revokeMenu: "Widerrufen …",
  revokeTitle: "„{name}“ widerrufen?",
  revokeHelp: "Die Anzeige endet in wenigen Sekunden. Das lässt sich nicht rückgängig machen.",
  revokeKioskHelp:
    "Personen mit einer Nummer dieses Kiosks warten weiter. Sie können sie auch danach noch beenden.",
  endMenu: "Wartende beenden …",
  end: "Wartende beenden",
  endTitle: "Alle beenden, die mit einer Nummer von „{name}“ warten?",
  endHelp:
    "{count, plural, =0 {Niemand wartet mit einer Nummer dieses Kiosks.} one {# Nummer verlässt die Warteschlange. Das lässt sich nicht rückgängig machen.} other {# Nummern verlassen die Warteschlange. Das lässt sich nicht rückgängig machen.}}",
};
