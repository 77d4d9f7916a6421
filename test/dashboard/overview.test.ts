import { describe, expect, test } from "vitest";
import { staffOf } from "../support/staff_callers.ts";
import { makeStaff } from "../support/staff_session.ts";
import { hasChromium, openPage } from "./chromium.ts";
import { expectSeen, expectShown, openSignedIn } from "./keyboard.ts";
import { openPagePerFile } from "./page_per_file.ts";

const { dashboard, page } = await openPagePerFile();

describe.skipIf(!hasChromium)("the overview", () => {
  test("has the numbers of the office, and each leads to its list", async () => {
    const { api: { seeding: { application } }, demo, sql } = dashboard;
    const today = Temporal.Now.plainDateISO(demo.timeZone).toString();
    const [first] = demo.departments;
    const caller = staffOf(demo.organizationId, { timeZone: demo.timeZone });
    await application.staff.arrive(caller, { departmentId: first!.id });
    await sql.query(
      `update appointments set status = 'MISSED' where id in (
         select id from appointments where organization_id = $1 and date_time::date = $2 limit 2)`,
      [demo.organizationId, today],
    );
    const { rows: [counts] } = await sql.query(
      `select count(*)::int as all from appointments
       where organization_id = $1 and date_time::date = $2`,
      [demo.organizationId, today],
    );
    const soon = Temporal.Now.plainDateISO(demo.timeZone).add({ days: 5 });
    await application.createApiKey(demo.organizationId, {
      name: "Kiosk app",
      environment: "LIVE",
      scopes: ["READ_APPOINTMENTS"],
      expiresAt: `${soon}T23:59:59`,
    });
    await page.goto(`${dashboard.url}/overview`);
    const figure = (label: string) => page.getByRole("link", { name: new RegExp(`^${label}`) });
    await expectShown(page.locator(".figure-link", { hasText: `Today${counts.all}` }));
    await expectShown(page.locator(".figure-link", { hasText: "Waiting now1Longest:" }));
    await expectShown(page.locator(".figure-link", { hasText: "Live credits10,000" }));
    await expectShown(page.locator(".figure-link", { hasText: "Webhooks that fail0" }));
    await expectShown(
      page.getByRole("row", { name: /^Citizens' Office \d+ of 240 Today, \d\d:\d\d/ }),
    );
    await expectShown(
      page.locator(".figure-link", { hasText: "API keys that end soon1Kiosk app" }),
    );
    await figure("API keys that end soon").click();
    await expectShown(page.getByRole("row", { name: /Kiosk app.* \d{4} ?Soon$/ }));
    const desktop = page.viewportSize()!;
    await page.setViewportSize({ width: 390, height: 844 });
    const cut = "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)";
    // The page may take its new width a moment later.
    await expect.poll(() => page.evaluate(`${cut}(document.querySelector(".table-frame"))`))
      .toBe(0);
    await page.setViewportSize(desktop);
    await page.goBack();
    await figure("Missed this week ?2").click();
    await expectSeen(page, /^1–2 of 2/);
    await page.goBack();
    await figure("Waiting now").click();
    await expectShown(page.getByRole("heading", { level: 1, name: "Queue" }));
  });

  test("warns of low credits while they are at or below the threshold of the page Credits", async () => {
    const save = async (threshold: string, outcome: string) => {
      await page.goto(`${dashboard.url}/credits`);
      await page.getByLabel("Warn at").fill(threshold);
      await page.getByRole("button", { name: "Save" }).click();
      await expectSeen(page, outcome);
    };
    const credits = (next: RegExp) =>
      expectShown(
        page.locator(".card", { hasText: new RegExp(`Live credits10,000${next.source}`) }),
      );
    await save("1.5", "Enter a number from 1 to 1,000,000,000, or nothing");
    await save("10000", "Saved");
    await credits(/At or below your warning at 10,000\./);
    await page.goto(`${dashboard.url}/overview`);
    await credits(/At or below your warning at 10,000\./);
    await save("9999", "Saved");
    await credits(/(Lasts|No bookings)/);
    await page.goto(`${dashboard.url}/overview`);
    await credits(/(Lasts|No bookings)/);
    expect(await page.getByText("your warning").count()).toBe(0);
  });

  test("is for administrators", async () => {
    const clerk = await makeStaff(dashboard.api.seeding, dashboard.demo.organizationId, {
      role: "STAFF",
    });
    const { page: desk } = await openPage(dashboard.browser);
    await openSignedIn(desk, { url: dashboard.url, owner: clerk });
    expect(await desk.getByRole("link", { name: "Overview" }).count()).toBe(0);
    await desk.goto(`${dashboard.url}/overview`);
    await expectSeen(desk, "You cannot open this page");
    await desk.context().close();
  });
});
