import { textsOf } from "../../messages/texts.ts";

export const t = textsOf({
  title: { en: "Credits", de: "Guthaben" },
  lead: {
    en:
      "Each booking uses one credit; cancelling refunds it. To get more credits, contact the people who run this service for you.",
    de:
      "Jede Buchung kostet einen Credit; eine Absage gibt ihn zurück. Mehr Credits bekommen Sie von Ihrer Systemverwaltung.",
  },
  live: { en: "Live credits", de: "Live-Guthaben" },
  test: { en: "Test credits", de: "Testguthaben" },
  lasts: {
    en: "Lasts about {days, plural, one {# day} other {# days}} at the pace of the last 7 days",
    de:
      "Reicht etwa {days, plural, one {# Tag} other {# Tage}}, wenn es weitergeht wie in den letzten 7 Tagen",
  },
  lastsLong: {
    en: "Lasts more than a year at the pace of the last 7 days",
    de: "Reicht mehr als ein Jahr, wenn es weitergeht wie in den letzten 7 Tagen",
  },
  noForecast: {
    en: "Couldn't load how long they last",
    de: "Wie lange es reicht, konnte nicht geladen werden",
  },
  unused: { en: "No bookings in the last 7 days", de: "Keine Buchungen in den letzten 7 Tagen" },
  out: {
    en: "You're out of credits. New bookings are refused.",
    de: "Das Guthaben ist aufgebraucht. Neue Buchungen werden abgelehnt.",
  },
  kind: { en: "Kind", de: "Art" },
  allKinds: { en: "All kinds", de: "Alle Arten" },
  kinds: {
    CONSUMED: { en: "Booking", de: "Buchung" },
    REFUNDED: { en: "Refund", de: "Erstattung" },
    GRANTED: { en: "Grant", de: "Gutschrift" },
  },
  from: { en: "From", de: "Von" },
  to: { en: "To", de: "Bis" },
  ledger: { en: "Ledger", de: "Verlauf" },
  none: { en: "No activity yet", de: "Noch keine Bewegungen" },
  noun: { en: "entries", de: "Einträge" },
  appointment: { en: "Appointment {id}", de: "Termin {id}" },
  columns: {
    when: { en: "When", de: "Wann" },
    kind: { en: "Kind", de: "Art" },
    what: { en: "For", de: "Für" },
    credits: { en: "Credits", de: "Credits" },
    balance: { en: "Balance", de: "Stand" },
    appointment: { en: "Appointment", de: "Termin" },
    note: { en: "Note", de: "Notiz" },
  },
});
