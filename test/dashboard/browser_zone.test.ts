import { describe, expect, test } from "vitest";
import { hasChromium } from "./chromium.ts";
import { expectFocused, openSignedIn } from "./keyboard.ts";
import { openPagePerFile } from "./page_per_file.ts";

const { dashboard, page, complaints } = await openPagePerFile({
  // Ahead of the zone of every organization of a test.
  view: { width: 1280, height: 860, timeZone: "Pacific/Kiritimati" },
  isSignedIn: false,
});

describe.skipIf(!hasChromium)("in a browser whose zone is in the next year already", () => {
  const now = () => Temporal.Now.zonedDateTimeISO(dashboard.demo.timeZone);
  const parts = () =>
    page.getByRole("group", { name: "From", exact: true }).getByRole("spinbutton");

  test("a time of this year of the organization is shown without its year", async () => {
    const lastHour = now().add({ years: 1 }).with({ month: 1, day: 1 }).startOfDay()
      .subtract({ hours: 1 });
    await page.clock.setFixedTime(lastHour.epochMilliseconds);
    expect(await page.evaluate(() => new Date().getFullYear())).toBe(lastHour.year + 1);
    await openSignedIn(page, dashboard);
    await page.goto(`${dashboard.url}/audit`);
    const moment = page.locator(".moment").first();
    expect(await moment.getAttribute("title")).toContain(String(now().year));
    expect(await moment.locator("span").innerText()).toMatch(/^\d+ \p{L}+$/u);
  });

  test("the arrow keys begin with today of the organization in an empty date", async () => {
    await parts().last().click();
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => parts().last().innerText()).toBe(String(now().year));
    await page.keyboard.press("Backspace");
  });

  test("the calendar opens at today of the organization, and marks it", async () => {
    await page.goto(`${dashboard.url}/audit`);
    await parts().first().click();
    await page.keyboard.press("Alt+ArrowDown");
    const today = page.locator(".calendar-day.is-today");
    await expectFocused(today);
    expect(await today.innerText()).toBe(String(now().day));
    expect(await today.getAttribute("aria-label")).toContain(String(now().year));
  });

  test("the page had no errors", () => expect(complaints).toEqual([]));
});
