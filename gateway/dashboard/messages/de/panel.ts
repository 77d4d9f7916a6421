import type { panel as english } from "../en/panel.ts";
import type { Translated } from "../translated.ts";

export const panel: Translated<typeof english> = {
  here: "Da seit {time}, Nummer {number}.",
  cameFor: "Die Person kam für {from}.",
  showQueue: "Warteschlange zeigen",
  checkIn: "Einchecken",
  miss: "Nicht erschienen",
  markCompleted: "Als erledigt markieren",
  undo: "Rückgängig",
  edit: "Bearbeiten",
  move: "Verschieben",
  cancel: "Termin absagen",
  print: "Terminzettel drucken",
  anonymize: "Termin anonymisieren",
  department: "Abteilung",
  worker: "Mitarbeiter",
  phone: "Telefon",
  reference: "Referenz",
  code: "Code",
  bookedOn: "Gebucht am",
  archivedOn: "Archiviert am",
  number: "Nummer",
  history: "Verlauf",
  noEntries: "Keine Einträge",
  operator: "Systemverwaltung",
  apiKey: "{name} (API-Schlüssel)",
};
