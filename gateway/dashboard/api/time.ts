import { useSyncExternalStore } from "react";
import { locale } from "../messages/language.ts";

// Times are local to the organization, `YYYY-MM-DDTHH:mm:ss`. They are never passed to Date as they are: Date would
// read them in the browser's zone. "UTC" here means "do not convert".

const unconverted = { timeZone: "UTC" } as const;
const dayForm = new Intl.DateTimeFormat(locale, {
  ...unconverted,
  weekday: "short",
  day: "numeric",
  month: "short",
});
const longDayForm = new Intl.DateTimeFormat(locale, {
  ...unconverted,
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
});
const dateForm = new Intl.DateTimeFormat(locale, {
  ...unconverted,
  day: "numeric",
  month: "short",
  year: "numeric",
});

/** `10:30`. */
export function timeOf(dateTime: string): string {
  return dateTime.slice(11, 16);
}

/** `YYYY-MM-DD`. */
export function dateOf(dateTime: string): string {
  return dateTime.slice(0, 10);
}

/** `Thu 30 Jul`. */
export function dayText(date: string): string {
  return dayForm.format(instant(date)).replace(",", "");
}

/** `Thursday 30 July 2026`. */
export function longDayText(date: string): string {
  return longDayForm.format(instant(date)).replace(",", "");
}

/** `30 Jul 2026`. */
export function dateText(date: string): string {
  return dateForm.format(instant(date));
}

/** `30 Jul 2026, 10:30`. */
export function dateTimeText(dateTime: string): string {
  return `${dateText(dateTime)}, ${timeOf(dateTime)}`;
}

/** Returns whether the text is a date that exists, `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  const date = instant(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}

/** Returns the date this many days later, or earlier if `days` is negative. */
export function addDays(date: string, days: number): string {
  const moved = instant(date);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** Returns the Monday of the week of a date. */
export function mondayOf(date: string): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return addDays(date, -((weekday + 6) % 7));
}

/** Returns the minutes after midnight of `YYYY-MM-DDTHH:mm` or `HH:mm`. */
export function minutesOf(text: string): number {
  const time = text.includes("T") ? timeOf(text) : text;
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** Returns a whole number with separated thousands. */
export function numberText(number: number): string {
  return number.toLocaleString(locale);
}

// A computer at a desk may be minutes or hours off. The service decides by its own clock, so the pages show that one.
let serverAheadMs = 0;
/** `Date` has whole seconds, and an answer takes a moment. */
const usualDifferenceMs = 3000;

/** Notes the time of an answer, from its header `Date`. */
export function noteServerTime(date: string | null): void {
  const ahead = Date.parse(date ?? "") - Date.now();
  if (Number.isNaN(ahead)) return;
  serverAheadMs = Math.abs(ahead) <= usualDifferenceMs ? 0 : ahead;
}

/** Returns the present time by the clock of the service, in milliseconds. */
export function serverNow(): number {
  return Date.now() + serverAheadMs;
}

/** Returns the current local time of a zone, `YYYY-MM-DDTHH:mm:ss`. */
export function nowIn(timeZone: string): string {
  return localTimeAt(serverNow(), timeZone);
}

/** Returns the local time of a zone at an instant, `YYYY-MM-DDTHH:mm:ss`. */
export function localTimeAt(epochMs: number, timeZone: string): string {
  return localFormOf(timeZone).format(epochMs).replace(" ", "T");
}

// Making a form takes 100 times as long as using it, and each row of a table needs the present year.
const localForms = new Map<string, Intl.DateTimeFormat>();

function localFormOf(timeZone: string): Intl.DateTimeFormat {
  let form = localForms.get(timeZone);
  if (!form) {
    // Swedish times are those of ISO 8601.
    form = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
    localForms.set(timeZone, form);
  }
  return form;
}

/** Returns the whole minutes between two local times of a zone, at least 0. */
export function minutesBetween(from: string, to: string): number {
  return Math.max(0, Math.floor((Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 60_000));
}

/** Returns the current local time of a zone, to 10 seconds. Renders again every 10 seconds. */
export function useSharpNow(timeZone: string): string {
  const tick = useSyncExternalStore(tickEachSecond, () => Math.floor(serverNow() / 10_000));
  return localTimeAt(tick * 10_000, timeZone);
}

/** Returns the current local time of a zone, to the minute. Renders again every minute. */
export function useNow(timeZone: string): string {
  const minute = useSyncExternalStore(tickEachSecond, () => Math.floor(serverNow() / 60_000));
  return nowIn(timeZone).slice(0, 17) + (minute ? "00" : "");
}

function tickEachSecond(listener: () => void): () => void {
  const timer = setInterval(listener, 1000);
  return () => clearInterval(timer);
}

function instant(date: string): Date {
  return new Date(`${date.slice(0, 10)}T00:00:00Z`);
}
