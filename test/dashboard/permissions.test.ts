import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeStaff, type Staff } from "../support/staff_session.ts";
import { hasChromium, openPage } from "./chromium.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";
import {
  changesSent,
  dialog,
  expectSeen,
  expectShown,
  keyPause,
  openingPause,
  openSignedIn,
  press,
} from "./keyboard.ts";
import { settled } from "./page_views.ts";

describe.skipIf(!hasChromium)("the dashboard", { timeout: 120_000 }, () => {
  let dashboard: Dashboard;

  beforeAll(async () => void (dashboard = await startDashboard()), 120_000);
  afterAll(() => dashboard?.[Symbol.asyncDispose]());

  async function newPage(staff: Staff, locale = "en-GB") {
    const { page, complaints } = await openPage(dashboard.browser, {
      width: 1440,
      height: 900,
      locale,
    });
    await openSignedIn(page, { url: dashboard.url, owner: staff });
    return { page, complaints };
  }
  const newStaff = (role: "STAFF" | "VIEWER") =>
    makeStaff(dashboard.api.seeding, dashboard.demo.organizationId, { role });

  test("offers a viewer no change on any page of the desk, and a key says why it does nothing", async () => {
    const { page, complaints } = await newPage(await newStaff("VIEWER"));
    const changes =
      /^(New|Check in|Mark as missed|Edit|Move|Cancel|Add note|Edit note|Walk-in|Set counter|Call|Transfer|Save)/;
    const sent = changesSent(page);
    for (const path of [`/?date=${dashboard.tomorrow}`, "/queue", "/calendar", "/appointments"]) {
      await page.goto(`${dashboard.url}${path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await settled(page);
      if (path.startsWith("/?")) {
        await page.getByRole("row").nth(1).click();
        await expectShown(page.getByRole("heading", { name: "History" }));
      }
      const offered = await page.getByRole("main").getByRole("button", { name: changes }).all();
      const names = await Promise.all(offered.map((one) => one.textContent()));
      expect([path, names.filter(Boolean)]).toEqual([path, []]);
    }
    await page.goto(`${dashboard.url}/?date=${dashboard.tomorrow}`);
    await page.getByRole("row").nth(1).click();
    for (const key of ["c", "n", "x"]) {
      await press(page, key);
      await keyPause(page);
      await expectSeen(page, "Your role can only read, so this changes nothing");
    }
    expect(sent).toEqual([]);
    await expectShown(page.getByRole("link", { name: "Today" }).first());
    expect(await page.getByRole("link", { name: "Team" }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test("binds a clerk to a department by the keyboard, and an open page of the clerk follows at once", async () => {
    const clerk = await newStaff("STAFF");
    const { page: desk } = await newPage(clerk, "de-DE");
    await desk.goto(`${dashboard.url}/?date=${dashboard.tomorrow}`);
    const [first, second] = dashboard.demo.departments;
    await expectSeen(desk, first!.name);
    await expectSeen(desk, second!.name);

    const { page } = await newPage(dashboard.owner);
    await page.goto(`${dashboard.url}/team`);
    const row = page.getByRole("row").filter({ hasText: clerk.email });
    await row.getByRole("button", { name: /^Actions for/ }).focus();
    await page.keyboard.press("Enter");
    await expectShown(page.getByRole("menuitem").first());
    await page.keyboard.press("Enter");
    const form = dialog(page, /^Role and departments of/);
    await expectShown(form);
    await openingPause(page);
    await form.getByRole("switch", { name: "All departments" }).focus();
    await keyPause(page);
    await page.keyboard.press("Space");
    await form.getByRole("checkbox", { name: first!.name }).focus();
    await keyPause(page);
    await page.keyboard.press("Space");
    await expectShown(form.getByRole("checkbox", { name: first!.name, checked: true }));
    await form.getByRole("button", { name: "Change" }).focus();
    await keyPause(page);
    await page.keyboard.press("Enter");
    await form.waitFor({ state: "detached" });
    await expectShown(row.getByText(first!.name));

    // Nobody reloads the page of the clerk.
    await desk.getByText(second!.name).filter({ visible: true }).first()
      .waitFor({ state: "detached" });
    await expectSeen(desk, first!.name);
    for (const path of ["/queue", "/calendar", "/appointments"]) {
      await desk.goto(`${dashboard.url}${path}`);
      await settled(desk);
      expect([path, await desk.getByText(second!.name).filter({ visible: true }).count()])
        .toEqual([path, 0]);
    }
    await page.goto(`${dashboard.url}/audit`);
    await expectSeen(page, /changed the departments of/);
  });
});
