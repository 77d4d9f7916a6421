import type { credits as english } from "../en/credits.ts";
import type { Translated } from "../translated.ts";

export const credits: Translated<typeof english> = {
  title: "Guthaben",
  lead:
    "Jede Buchung kostet einen Credit; eine Absage gibt ihn zurück. Mehr Credits bekommen Sie von Ihrer Systemverwaltung.",
  live: "Live-Guthaben",
  test: "Testguthaben",
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
    credits: "Credits",
    balance: "Stand",
    appointment: "Termin",
    note: "Notiz",
  },
};
