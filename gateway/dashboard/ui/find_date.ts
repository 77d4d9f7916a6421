/** A date in a search text, and the text without it. */
export interface FoundDate {
  /** `YYYY-MM-DD`. */
  date: string;
  rest: string;
}

const words: Record<string, number> = {
  today: 0,
  heute: 0,
  tomorrow: 1,
  morgen: 1,
  yesterday: -1,
  gestern: -1,
};

/** Returns the first three letters of the months in a language, folded. */
function monthsOf(locale: string): string[] {
  const form = new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" });
  return Array.from(
    { length: 12 },
    (_, month) => plain(form.format(Date.UTC(2026, month, 1))).slice(0, 3),
  );
}

function plain(text: string): string {
  return text.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");
}

interface Written {
  day: string;
  month: string;
  year?: string | undefined;
}

/**
 * Finds a date in a search text: `2026-11-24`, `24.11.`, `24/11/2026` (month first in American English), `24 Nov`,
 * `Nov 24`, `tomorrow`, in English and in the viewer's language. A date without a year is the nearest one to `today`.
 */
export function findDate(
  text: string,
  { today, locale }: { today: string; locale: string },
): FoundDate | null {
  const word = plain(text.trim());
  if (Object.hasOwn(words, word)) return { date: daysAfter(today, words[word]!), rest: "" };
  const isMonthFirst = locale === "en-US";
  const forms: [RegExp, (match: string[]) => Written][] = [
    [/(\d{4})-(\d{1,2})-(\d{1,2})/, ([, year, month, day]) => ({ day: day!, month: month!, year })],
    [/(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})?/, ([, day, month, year]) => ({
      day: day!,
      month: month!,
      year,
    })],
    [
      /(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?/,
      ([, first, second, year]) =>
        isMonthFirst
          ? { day: second!, month: first!, year }
          : { day: first!, month: second!, year },
    ],
    [/(\d{1,2})\.?\s+(\p{L}{3,})\.?(?:\s+(\d{4}))?/u, ([, day, name, year]) => ({
      day: day!,
      month: monthNamed(name!, locale),
      year,
    })],
    [/(\p{L}{3,})\.?\s+(\d{1,2})(?:,?\s+(\d{4}))?/u, ([, name, day, year]) => ({
      day: day!,
      month: monthNamed(name!, locale),
      year,
    })],
  ];
  for (const [form, written] of forms) {
    const match = new RegExp(`(?<![^\\s])${form.source}(?![^\\s,])`, form.flags).exec(text);
    const date = match && dateOf(written([...match]), today);
    if (match && date) {
      const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`;
      return { date, rest: rest.replaceAll(/[\s,]+/g, " ").trim() };
    }
  }
  return null;
}

function monthNamed(name: string, locale: string): string {
  const start = plain(name).slice(0, 3);
  const month = [monthsOf("en"), monthsOf(locale)].map((names) => names.indexOf(start) + 1)
    .find((number) => number > 0);
  return String(month ?? 0);
}

function dateOf({ day, month, year }: Written, today: string): string | null {
  if (year !== undefined) return validDate(year.length === 2 ? `20${year}` : year, month, day);
  const thisYear = Number(today.slice(0, 4));
  const dates = [thisYear - 1, thisYear, thisYear + 1]
    .map((one) => validDate(String(one), month, day))
    .filter((date) => date !== null);
  const distance = (date: string) => Math.abs(Date.parse(date) - Date.parse(today));
  return dates.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}

function validDate(year: string, month: string, day: string): string | null {
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const parsed = new Date(`${date}T00:00:00Z`);
  const isValid = !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
  return isValid ? date : null;
}

function daysAfter(date: string, days: number): string {
  const moved = new Date(`${date}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}
