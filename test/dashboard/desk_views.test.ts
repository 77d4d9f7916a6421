import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operator } from "../../core/mod.ts";
import { staffOf } from "../support/staff_callers.ts";
import { hasChromium, openPage } from "./chromium.ts";
import { bookFullDay } from "./full_day.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";
import {
  changesSent,
  dialog,
  expectFocused,
  expectShown,
  openSignedIn,
  press,
  scan,
} from "./keyboard.ts";
import { pictureFailures } from "./picture_failures.ts";

const longName = "Kraftfahrzeugzulassungsbehörde und Fahrerlaubnisangelegenheiten Nord-Ost";

/** Today on a phone, in a contrast theme and on paper, and where its keys and its focus are. */
describe.skipIf(!hasChromium)("the page of today", () => {
  let dashboard: Dashboard;
  let page: Page;
  let code: string;

  beforeAll(async () => {
    dashboard = await startDashboard();
    const { api: { seeding: { application } }, demo, sql } = dashboard;
    const today = Temporal.Now.plainDateISO(demo.timeZone).toString();
    const scope = { organizationId: demo.organizationId, environment: "LIVE" } as const;
    for (const name of ["Olena Kowalski", "Lukas Ionescu"]) {
      const booked = await application.bookAppointment({ ...scope, actor: operator }, {
        departmentId: demo.departments[0]!.id,
        dateTime: `${today}T23:00:00`,
        name,
      });
      code = booked.appointment.qrCode;
    }
    await sql.query("UPDATE departments SET name = $1 WHERE id = $2", [
      longName,
      demo.departments[0]!.id,
    ]);
    ({ page } = await openPage(dashboard.browser, { width: 1440, height: 900 }));
    await openSignedIn(page, dashboard);
    await expectShown(row("Olena Kowalski"));
  });
  pictureFailures(() => page);
  afterAll(() => dashboard?.[Symbol.asyncDispose]());

  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  const style = (element: Locator, property: string) =>
    element.evaluate((one, name) => {
      const { getComputedStyle } = globalThis as unknown as BrowserWindow;
      return getComputedStyle(one).getPropertyValue(name);
    }, property);

  test("gives the focus back after its dialogs, also those that a key has opened", async () => {
    for (
      const [key, title] of [
        ["n", "New appointment"],
        ["r", "Move Olena Kowalski"],
        ["x", "Cancel this appointment?"],
        ["?", "Keyboard shortcuts"],
      ] as const
    ) {
      await row("Olena Kowalski").click();
      await press(page, key);
      await expectShown(dialog(page, title));
      await expectFocused(dialog(page, title));
      await press(page, "Escape");
      await dialog(page, title).waitFor({ state: "detached" });
      await page.locator("body :focus").waitFor();
    }
  });

  test("takes a scan after a click on a slot", async () => {
    await page.getByRole("option", { name: /^23:00/ }).first().click();
    await scan(page, code);
    await expectShown(dialog(page, "Check in").getByText("Lukas Ionescu"));
    await press(page, "Escape");
    await dialog(page, "Check in").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Show whole day" }).click();
  });

  test("acts on nobody while a search has no match", async () => {
    await row("Olena Kowalski").click();
    const search = page.getByRole("textbox", { name: "Name, phone or code" });
    await search.fill("nobody of this name");
    await expectShown(page.getByText("No match today"));
    await page.getByRole("heading", { level: 1 }).click();
    const sent = changesSent(page);
    await press(page, "c");
    await search.fill("");
    await expectShown(row("Olena Kowalski"));
    expect(sent).toEqual([]);
  });

  test("shows slots, the selected filter and the current page in a contrast theme", async () => {
    await page.emulateMedia({ forcedColors: "active" });
    const slot = page.getByRole("option", { name: /^23:00/ }).first();
    expect(await style(slot, "border-top-style")).toBe("solid");
    await slot.click();
    expect(await style(slot, "outline-style")).toBe("solid");
    await page.getByRole("button", { name: "Show whole day" }).click();
    const filters = page.getByRole("radiogroup", { name: "Filter by status" });
    const links = page.getByRole("navigation").first();
    for (
      const [current, other] of [
        [filters.getByRole("radio", { checked: true }), filters.getByRole("radio").last()],
        [links.locator("[aria-current=page]"), links.getByRole("link").last()],
      ] as const
    ) {
      const color = await style(current, "background-color");
      expect(color).not.toBe(await style(other, "background-color"));
    }
    await page.emulateMedia({ forcedColors: "none" });
  });

  test("prints all 364 appointments of a day, although the screen has only some rows", async () => {
    const date = await bookFullDay(dashboard, 364);
    await page.goto(`${dashboard.url}/?date=${date}`);
    await expectShown(page.getByText("Upcoming 364"));
    expect(await page.getByRole("row").count()).toBeLessThan(100);
    await page.evaluate(`addEventListener("beforeprint", () => {
      globalThis.printed = document.querySelectorAll(".day-sheet tbody tr").length;
    })`);
    // A picture on paper raises the events that printing raises.
    await page.pdf();
    expect(await page.evaluate("globalThis.printed")).toBe(364);
  });

  test("shows on a phone the whole filter, and the place counts next to a long name", async () => {
    const { page: phone } = await openPage(dashboard.browser, { width: 390, height: 844 });
    await openSignedIn(phone, dashboard);
    await phone.getByRole("button", { name: "Show occupancy" }).click();
    const label = phone.locator(".timeline-label").filter({ hasText: longName });
    for (
      const element of [
        label,
        label.locator(".muted"),
        phone.getByRole("radiogroup", { name: "Filter by status" }).getByRole("radio").last(),
      ]
    ) {
      const box = await element.boundingBox();
      expect(box!.x).toBeGreaterThanOrEqual(0);
      expect(box!.x + box!.width).toBeLessThanOrEqual(390);
    }
    expect(await phone.evaluate("document.documentElement.scrollWidth")).toBe(390);
    await phone.context().close();
  });

  test("says on a closed day why the office is closed", async () => {
    const { api: { seeding: { application } }, demo, tomorrow, url } = dashboard;
    await application.staff.addClosure(staffOf(demo.organizationId), {
      departmentIds: null,
      from: tomorrow,
      to: tomorrow,
      reason: "Heiligabend",
    });
    await page.goto(`${url}/?date=${tomorrow}`);
    await expectShown(page.locator(".occupancy-summary").getByText("Closed: Heiligabend"));
    await expectShown(page.locator(".timeline-label").getByText("Closed: Heiligabend").first());
  });
});

interface BrowserWindow {
  getComputedStyle(element: unknown): { getPropertyValue(name: string): string };
}
