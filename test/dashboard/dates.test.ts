import type { Request } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hasChromium } from "./chromium.ts";
import { expectFocused, expectShown, pressAtOnce } from "./keyboard.ts";
import { openPagePerFile } from "./page_per_file.ts";

/** Returns the dates in the inputs of a request. */
function datesOf(request: Request): string[] {
  const inputs = request.postData() ?? "";
  return [...inputs.matchAll(/"(?:date|startDate)":"([^"]+)"/g)].map(([, date]) => date!);
}

const asksFor = (request: Request, date: string) => datesOf(request).includes(date);

const { dashboard, page, complaints } = await openPagePerFile({
  view: { width: 1280, height: 860, locale: "en-US" },
});

describe.skipIf(!hasChromium)("a date field", () => {
  const field = (label: string) => page.getByRole("group", { name: label, exact: true });
  const parts = (label: string) => field(label).getByRole("spinbutton");
  const shown = async (label: string) => (await parts(label).allInnerTexts()).join("/");
  async function typeDate(label: string, date: string): Promise<void> {
    await parts(label).first().click();
    await page.keyboard.type(date);
  }
  /** Returns the dates that the page asks for while `act` runs. */
  async function datesRequestedBy(act: () => Promise<void>): Promise<string[]> {
    const dates: string[] = [];
    const collect = (request: Request) => void dates.push(...datesOf(request));
    page.on("request", collect);
    await act();
    page.off("request", collect);
    return [...new Set(dates)];
  }

  test("takes typed dates with leading zeros, and requests no half-typed date", async () => {
    const today = new URL(page.url()).searchParams.get("date");
    expect(today).toBeNull();
    for (
      const [typed, date] of [
        ["12/03/2038", "2038-12-03"],
        ["12/01/2038", "2038-12-01"],
        ["01/04/2039", "2039-01-04"],
      ] as const
    ) {
      const requested = await datesRequestedBy(async () => {
        const asked = page.waitForRequest((request) => asksFor(request, date));
        await typeDate("Date", typed);
        await page.keyboard.press("Enter");
        await page.waitForURL((url) => url.searchParams.get("date") === date);
        await asked;
      });
      expect(await shown("Date")).toBe(typed);
      expect(requested.filter((one) => one < "2026")).toEqual([]);
    }
    // The usage page shows at most 366 days up to today.
    const past = Temporal.Now.plainDateISO(dashboard.demo.timeZone).subtract({ days: 300 });
    const [year, month, day] = past.toString().split("-");
    const typedPast = `${month}/${day}/${year}`;
    await page.goto(`${dashboard.url}/usage`);
    await page.getByRole("radio", { name: "Dates", exact: true }).click();
    const requested = await datesRequestedBy(async () => {
      const answered = page.waitForResponse((answer) => asksFor(answer.request(), `${past}`));
      await typeDate("From", typedPast);
      await page.keyboard.press("Tab");
      await answered;
    });
    expect(requested.filter((one) => one < `${past.year - 1}`)).toEqual([]);
    expect(await shown("From")).toBe(typedPast);
  });

  test("keeps an impossible or incomplete date as an error, and changes nothing", async () => {
    await page.goto(`${dashboard.url}/?date=2038-02-03`);
    await typeDate("Date", "02/30/2038");
    await page.keyboard.press("Enter");
    await expectShown(page.getByText("This date does not exist"));
    // A pause after a complete date would take it.
    await parts("Date").first().click();
    await pressAtOnce(page, ..."0228", "Backspace", "Tab");
    await expectShown(page.getByText("Enter the year with four digits"));
    expect(new URL(page.url()).searchParams.get("date")).toBe("2038-02-03");
    await typeDate("Date", "02/28/38");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.searchParams.get("date") === "2038-02-28");
    expect(await shown("Date")).toBe("02/28/2038");
  });

  test("opens a calendar with Alt+Down, in which the arrow keys choose the day", async () => {
    await page.goto(`${dashboard.url}/?date=2038-02-03`);
    await parts("Date").first().click();
    await page.keyboard.press("Alt+ArrowDown");
    await expectFocused(page.getByRole("button", { name: /February 3, 2038/ }));
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.searchParams.get("date") === "2038-02-10");
    await page.getByRole("grid", { name: /February/ }).waitFor({ state: "detached" });
  });

  test("the page had no errors", () => expect(complaints).toEqual([]));
});
