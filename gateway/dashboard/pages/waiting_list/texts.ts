import { textsOf } from "../../messages/texts.ts";

export const t = textsOf({
  title: { en: "Waiting list", de: "Warteliste" },
  lead: {
    en:
      "People who wait for a free place. A place that becomes free is held for the first of them.",
    de:
      "Personen, die auf einen freien Platz warten. Wird einer frei, ist er der ersten Person vorbehalten.",
  },
  department: { en: "Department", de: "Abteilung" },
  allDepartments: { en: "All departments", de: "Alle Abteilungen" },
  none: { en: "Nobody waits", de: "Niemand wartet" },
  noneHelp: {
    en: "Applications add people here if no free time suits them.",
    de: "Anwendungen tragen hier Personen ein, denen kein freier Termin passt.",
  },
  number: { en: "Number", de: "Nummer" },
  reference: { en: "Reference", de: "Referenz" },
  noReference: { en: "None", de: "Keine" },
  wishes: { en: "Wanted times", de: "Gewünschte Zeiten" },
  from: { en: "from {time}", de: "ab {time}" },
  until: { en: "until {time}", de: "bis {time}" },
  worker: { en: "Staff member {name}", de: "Mitarbeitende {name}" },
  offer: { en: "Offer", de: "Angebot" },
  offered: { en: "Offered", de: "Angeboten" },
  waits: { en: "Waits", de: "Wartet" },
  place: { en: "{time}, held until {until}", de: "{time}, freigehalten bis {until}" },
  since: { en: "Since", de: "Seit" },
  sums: { en: "Last 30 days", de: "Letzte 30 Tage" },
  filled: { en: "Places filled", de: "Vergebene Plätze" },
  filledOf: { en: "of {offered} offers", de: "von {offered} Angeboten" },
  joined: { en: "People who joined", de: "Eingetragene Personen" },
  unused: { en: "Offers without a booking", de: "Angebote ohne Buchung" },
  unusedOf: {
    en: "{declined} declined, {expired} expired",
    de: "{declined} abgelehnt, {expired} abgelaufen",
  },
  median: { en: "Median time to book", de: "Mittlere Zeit bis zur Buchung" },
  noTime: { en: "No bookings yet", de: "Noch keine Buchungen" },
  actions: { en: "Actions", de: "Aktionen" },
  remove: { en: "Remove", de: "Entfernen" },
  removeOne: { en: "Remove entry {number}", de: "Eintrag {number} entfernen" },
  removeTitle: { en: "Remove entry {number}?", de: "Eintrag {number} entfernen?" },
  removeHelp: {
    en:
      "After this, the person does not wait any more, and is not informed. This cannot be undone.",
    de:
      "Die Person wartet dann nicht mehr und wird nicht benachrichtigt. Das kann nicht rückgängig gemacht werden.",
  },
  removeOffer: {
    en: "The place on {time} goes to the next person who wants it.",
    de: "Der Platz am {time} geht an die nächste Person, die ihn möchte.",
  },
  removed: { en: "Entry removed", de: "Eintrag entfernt" },
  more: { en: "Next page", de: "Nächste Seite" },
  first: { en: "First page", de: "Erste Seite" },
});
