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
  low: {
    title: { en: "Warning", de: "Warnung" },
    threshold: { en: "Warn at", de: "Warnen ab" },
    unit: { en: "live credits", de: "Live-Credits" },
    help: {
      en:
        "When bookings take the live credits down to this number, Overview shows a warning and webhooks get the event credits.low. Leave it empty for no warning.",
      de:
        "Sobald Buchungen das Live-Guthaben auf diese Zahl senken, warnt der Überblick, und Webhooks erhalten das Ereignis credits.low. Ohne Zahl gibt es keine Warnung.",
    },
    fault: {
      en: "Enter a number from 1 to 1,000,000,000, or nothing",
      de: "Geben Sie eine Zahl von 1 bis 1.000.000.000 oder nichts ein",
    },
    save: { en: "Save", de: "Speichern" },
    saved: { en: "Saved", de: "Gespeichert" },
    reached: {
      en: "At or below your warning at {threshold}.",
      de: "Ihre Warnschwelle von {threshold} ist erreicht.",
    },
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
