import { locale } from "../../messages/language.ts";
import { t } from "./texts.ts";

const weekdayForm = new Intl.DateTimeFormat(locale, { timeZone: "UTC", weekday: "short" });

/** Returns a time as people say it: seconds below a minute, else whole minutes. */
export function durationText(seconds: number | null): string {
  if (seconds === null) return t("noValue");
  return seconds < 60 ? t("seconds", { seconds }) : t("minutes", { minutes: minutesOf(seconds) });
}

/** Returns the whole minutes of a time, rounded. */
export function minutesOf(seconds: number): number {
  return Math.round(seconds / 60);
}

/** Returns a share from 0 to 1 as percent. */
export function percentText(share: number | null): string {
  return share === null ? t("noValue") : t("percent", { percent: Math.round(share * 100) });
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
