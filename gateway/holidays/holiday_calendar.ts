import type { Holiday, HolidayCalendar } from "../../core/ports.ts";
import { lazily } from "../lazily.ts";

// The list of the world takes 27 MB and a tenth of a second, and few processes ever need it.
const load = lazily(async () => (await import("date-holidays")).default);

const msOfDay = 86_400_000;

/** The public holidays of the package `date-holidays`. Half days are left out: a closure is of whole days. */
export const holidayCalendar: HolidayCalendar = {
  async countries() {
    const Holidays = await load();
    const known = new Holidays();
    return Object.keys(known.getCountries()).sort().map((code) => ({
      code,
      // It returns nothing for a country without regions.
      regions: Object.entries(known.getStates(code) ?? {}).map(([region, name]) => ({
        code: region,
        name,
      })),
    }));
  },
  async list({ country, region }, { from, to }) {
    const Holidays = await load();
    const place = region === null ? { country } : { country, state: region };
    const calendar = new Holidays(place, { types: ["public"] });
    const found = new Map<string, Holiday>();
    // The year before, too: a holiday of several days may begin in it.
    for (let year = from.year - 1; year <= to.year; year += 1) {
      for (const one of calendar.getHolidays(year)) {
        for (const date of datesOf(one)) {
          if (from.toString() <= date && date <= to.toString() && !found.has(date)) {
            found.set(date, { date, name: one.name });
          }
        }
      }
    }
    return [...found.values()].sort((a, b) => a.date.localeCompare(b.date));
  },
};

/** Returns the dates of a holiday. `date` is local to the place, `2026-12-25 00:00:00`; a half day begins later. */
function datesOf({ date, start, end }: { date: string; start: Date; end: Date }): string[] {
  if (date.slice(11, 19) !== "00:00:00") return [];
  const first = Temporal.PlainDate.from(date.slice(0, 10));
  // A day of a clock change has 23 or 25 hours.
  const days = Math.round((end.getTime() - start.getTime()) / msOfDay);
  return Array.from({ length: days }, (_, day) => first.add({ days: day }).toString());
}
