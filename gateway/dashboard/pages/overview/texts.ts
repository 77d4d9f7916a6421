import { textsOf } from "../../messages/texts.ts";

export const t = textsOf({
  title: { en: "Overview", de: "Überblick" },
  today: { en: "Today", de: "Heute" },
  now: { en: "Waiting now", de: "Jetzt wartend" },
  median: { en: "Median wait today", de: "Wartezeit heute, Median" },
  missed: { en: "Missed this week", de: "Diese Woche nicht erschienen" },
  credits: { en: "Live credits", de: "Live-Guthaben" },
  webhooks: { en: "Webhooks that fail", de: "Webhooks mit Fehlern" },
  tokens: { en: "Reporting tokens that end soon", de: "Bald endende Berichts-Token" },
  apiKeys: { en: "API keys that end soon", de: "Bald endende API-Schlüssel" },
  figures: { en: "Figures", de: "Zahlen" },
  failed: { en: "Couldn't be loaded", de: "Konnte nicht geladen werden" },
  note: {
    today: {
      en: "{completed, number} completed, {missed, number} missed, {left, number} still to come",
      de:
        "{completed, number} erledigt, {missed, number} nicht erschienen, {left, number} noch erwartet",
    },
    longest: { en: "Longest: {time}", de: "Am längsten: {time}" },
    nobody: { en: "Nobody waiting", de: "Niemand wartet" },
    most: { en: "9 in 10 waited under {time}", de: "9 von 10 warteten höchstens {time}" },
    noWait: { en: "Nobody has been called yet", de: "Noch wurde niemand aufgerufen" },
    share: {
      en: "{percent, number} % of {all, number} appointments",
      de: "{percent, number} % von {all, number} Terminen",
    },
    noneDue: { en: "No appointment was due yet", de: "Noch war kein Termin fällig" },
    noWebhook: { en: "All active ones deliver", de: "Alle aktiven liefern" },
    someWebhooks: { en: "Events are not delivered", de: "Ereignisse werden nicht zugestellt" },
    noneEnds: { en: "None in the next 14 days", de: "Keine in den nächsten 14 Tagen" },
    firstToEnd: { en: "{name} on {day}", de: "{name} am {day}" },
  },
  full: {
    title: { en: "Next free time", de: "Nächste freie Zeit" },
    department: { en: "Department", de: "Abteilung" },
    booked: { en: "Booked today", de: "Heute gebucht" },
    places: {
      en: "{booked, number} of {capacity, number}",
      de: "{booked, number} von {capacity, number}",
    },
    next: { en: "Next free time", de: "Nächste freie Zeit" },
    today: { en: "Today, {time}", de: "Heute, {time}" },
    later: { en: "{day}, {time}", de: "{day}, {time}" },
    until: { en: "Full until {day}, {time}", de: "Voll bis {day}, {time}" },
    never: {
      en: "Nothing free in the next 31 days",
      de: "In den nächsten 31 Tagen ist nichts frei",
    },
    none: { en: "No department can be booked", de: "Keine Abteilung ist buchbar" },
    more: {
      en: "The first {count, number} departments. All are under Departments.",
      de: "Die ersten {count, number} Abteilungen. Alle stehen unter Abteilungen.",
    },
  },
});
