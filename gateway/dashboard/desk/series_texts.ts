import { textsOf } from "../messages/texts.ts";

export const t = textsOf({
  repeat: { en: "Repeat", de: "Wiederholen" },
  everyWeeks: {
    en: "{count, plural, =0 {Once} one {Every week} other {Every # weeks}}",
    de: "{count, plural, =0 {Einmal} one {Jede Woche} other {Alle # Wochen}}",
  },
  times: { en: "How often", de: "Wie oft" },
  timesCount: { en: "{count, number} times", de: "{count, number}-mal" },
  until: { en: "Last on {day}", de: "Zuletzt am {day}" },
  book: {
    en: "Book {count, number} from {day}, {time}",
    de: "{count, number} Termine ab {day}, {time} buchen",
  },
  costs: {
    en: "Uses up to {count, number} credits, {left} left",
    de: "Kostet bis zu {count, number} Credits, {left} übrig",
  },
  costsTest: {
    en: "Uses up to {count, number} test credits, {left} left",
    de: "Kostet bis zu {count, number} Test-Credits, {left} übrig",
  },
  result: {
    en:
      "{booked, plural, one {Only the first appointment is booked.} other {# appointments are booked, the last one on {last}.}}",
    de:
      "{booked, plural, one {Nur der erste Termin ist gebucht.} other {# Termine sind gebucht, der letzte am {last}.}}",
  },
  refused: {
    en:
      "{count, plural, one {# time could not be booked, and costs nothing:} other {# times could not be booked, and cost nothing:}}",
    de:
      "{count, plural, one {# Zeit ließ sich nicht buchen und kostet nichts:} other {# Zeiten ließen sich nicht buchen und kosten nichts:}}",
  },
  refusedTime: { en: "{day}, {time}: {reason}", de: "{day}, {time}: {reason}" },
  notPossible: { en: "not possible", de: "nicht möglich" },
});
