import type { HolidayCalendar } from "../../../core/ports.ts";

/** Holidays of each year: New Year's Day and Christmas in two countries, and Epiphany in one region. */
export const holidayFixture: HolidayCalendar = {
  countries: async () => [
    { code: "DE", regions: [{ code: "BE", name: "Berlin" }, { code: "BY", name: "Bayern" }] },
    { code: "NO", regions: [] },
  ],
  async list({ country, region }, { from, to }) {
    const isGerman = country === "DE";
    const yearly = [
      { day: "01-01", name: isGerman ? "Neujahr" : "Første nyttårsdag" },
      ...(region === "BY" ? [{ day: "01-06", name: "Heilige Drei Könige" }] : []),
      { day: "12-25", name: isGerman ? "1. Weihnachtstag" : "Første juledag" },
    ];
    const years = Array.from({ length: to.year - from.year + 1 }, (_, i) => from.year + i);
    return years
      .flatMap((year) => yearly.map(({ day, name }) => ({ date: `${year}-${day}`, name })))
      .filter(({ date }) => from.toString() <= date && date <= to.toString());
  },
};
