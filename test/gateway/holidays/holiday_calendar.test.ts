import { expect, test } from "vitest";
import { holidayCalendar } from "../../../gateway/holidays/holiday_calendar.ts";

const { countries, list } = holidayCalendar;
const date = (text: string) => Temporal.PlainDate.from(text);
const yearOf = (year: number) => ({ from: date(`${year}-01-01`), to: date(`${year}-12-31`) });

test("countries have their regions, with names in the language of the country", async () => {
  const all = await countries();
  expect(all.length).toBeGreaterThan(150);
  const germany = all.find(({ code }) => code === "DE")!;
  expect(germany.regions).toContainEqual({ code: "BY", name: "Bayern" });
  expect(all.find(({ code }) => code === "NO")!.regions).toEqual([]);
});

test("a region has holidays that the country does not have", async () => {
  const epiphany = { date: "2027-01-06", name: "Heilige Drei Könige" };
  expect(await list({ country: "DE", region: "BY" }, yearOf(2027))).toContainEqual(epiphany);
  expect(await list({ country: "DE", region: null }, yearOf(2027))).not.toContainEqual(epiphany);
});

test("a range over two years is in order, and both of its ends are included", async () => {
  const range = { from: date("2026-12-25"), to: date("2027-01-01") };
  expect(await list({ country: "DE", region: null }, range)).toEqual([
    { date: "2026-12-25", name: "1. Weihnachtstag" },
    { date: "2026-12-26", name: "2. Weihnachtstag" },
    { date: "2027-01-01", name: "Neujahr" },
  ]);
});

test("a holiday of three days has three dates, and one on which the clocks change has one", async () => {
  const korea = await list({ country: "KR", region: null }, yearOf(2027));
  expect(korea.filter(({ name }) => name === "추석").map((one) => one.date)).toEqual([
    "2027-09-14",
    "2027-09-15",
    "2027-09-16",
  ]);
  const denmark = await list({ country: "DK", region: null }, yearOf(2027));
  expect(denmark).toContainEqual({ date: "2027-03-28", name: "Påskedag" });
});

test("a half day is left out", async () => {
  const names = (await list({ country: "IS", region: null }, yearOf(2027))).map((one) => one.name);
  expect(names).toContain("Jóladagur");
  expect(names).not.toContain("Aðfangadagur");
});

test("every country has holidays with a name, and each date once", async () => {
  for (const { code } of await countries()) {
    const found = await list({ country: code, region: null }, yearOf(2027));
    expect(new Set(found.map((one) => one.date)).size).toBe(found.length);
    expect(found.filter(({ name }) => !name || name.length > 255)).toEqual([]);
  }
});
