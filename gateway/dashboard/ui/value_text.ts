import { numberText } from "../api/time.ts";
import type { Report } from "../api/types.ts";
import { locale } from "../messages/language.ts";
import { minutesText } from "./minutes_text.ts";
import { t } from "./value_texts.ts";

type Unit = Report["fields"][number]["unit"];

const weekdayForm = new Intl.DateTimeFormat(locale, { timeZone: "UTC", weekday: "short" });

/** Returns a time as people say it: seconds below a minute, else whole minutes and hours. */
export function durationText(seconds: number | null): string {
  if (seconds === null) return t("noValue");
  return seconds < 60 ? t("seconds", { seconds }) : minutesText(minutesOf(seconds));
}

/** Returns the whole minutes of a time, rounded. */
export function minutesOf(seconds: number): number {
  return Math.round(seconds / 60);
}

/** Returns a share from 0 to 1 as percent. */
export function percentText(share: number | null): string {
  return share === null ? t("noValue") : t("percent", { percent: Math.round(share * 100) });
}

/** Returns a number of a report with its unit. */
export function valueText(unit: Unit, value: number | null): string {
  if (value === null) return t("noValue");
  switch (unit) {
    case "share":
      return percentText(value);
    case "seconds":
      return durationText(value);
    case "milliseconds":
      return t("milliseconds", { ms: value });
    case "hours":
      return Math.abs(value) < 48
        ? t("hours", { hours: Math.round(value * 10) / 10 })
        : t("days", { days: Math.round(value / 24 * 10) / 10 });
    case null:
      return numberText(value);
  }
}

/** `09:00 to 10:00`. */
export function hourText(hour: number): string {
  return t("hourText", { from: clockText(hour), to: clockText(hour + 1) });
}

/** `Mon`. */
export function weekdayText(date: string): string {
  return weekdayForm.format(new Date(`${date}T00:00:00Z`));
}

function clockText(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}
