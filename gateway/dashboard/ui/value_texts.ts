import { textsOf } from "../messages/texts.ts";

export const t = textsOf({
  percent: { en: "{percent, number} %", de: "{percent, number} %" },
  seconds: { en: "{seconds, number} s", de: "{seconds, number} s" },
  milliseconds: { en: "{ms, number} ms", de: "{ms, number} ms" },
  hours: { en: "{hours, number} h", de: "{hours, number} Std." },
  days: { en: "{days, number} days", de: "{days, number} Tage" },
  hourText: { en: "{from} to {to}", de: "{from} bis {to}" },
  noValue: { en: "–", de: "–" },
});
