import type { credits as english } from "../en/credits.ts";
import type { Translated } from "../translated.ts";

export const credits: Translated<typeof english> = {
  title: "Guthaben",
  lead:
    "Jede Buchung kostet eine Einheit; eine Absage gibt sie zurück. Mehr Guthaben bekommen Sie von denen, die diesen Dienst für Sie betreiben.",
  live: "Live-Guthaben",
  test: "Test-Guthaben",
  lasts:
    "Reicht etwa {days, plural, one {# Tag} other {# Tage}}, wenn es weitergeht wie in den letzten 7 Tagen",
  lastsLong: "Reicht mehr als ein Jahr, wenn es weitergeht wie in den letzten 7 Tagen",
  unused: "Keine Buchungen in den letzten 7 Tagen",
  out: "Das Guthaben ist aufgebraucht. Neue Buchungen werden abgelehnt.",
  kind: "Art",
  allKinds: "Alle Arten",
  kinds: { CONSUMED: "Buchung", REFUNDED: "Erstattung", GRANTED: "Gutschrift" },
  from: "Von",
  to: "Bis",
  ledger: "Verlauf",
  none: "Noch keine Bewegungen",
  noun: "Einträge",
  appointment: "Termin {id}",
  columns: {
    when: "Wann",
    kind: "Art",
    what: "Für",
    credits: "Einheiten",
    balance: "Stand",
    appointment: "Termin",
    note: "Notiz",
  },
};
