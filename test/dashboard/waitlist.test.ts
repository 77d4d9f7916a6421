import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasChromium, openPage } from "./chromium.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";
import { expectSeen, expectShown, openSignedIn } from "./keyboard.ts";
import { pictureFailures } from "./picture_failures.ts";

describe.skipIf(!hasChromium)("the waiting list at the desk", () => {
  let dashboard: Dashboard;
  let page: Page;

  beforeAll(async () => {
    dashboard = await startDashboard();
    ({ page } = await openPage(dashboard.browser));
    await openSignedIn(page, dashboard);
  });
  pictureFailures(() => page);
  afterAll(async () => void await dashboard?.[Symbol.asyncDispose]());

  test("shows who waits for what, the offers, and what became of them", async () => {
    const { demo, tomorrow, api, url } = dashboard;
    const { application } = api.seeding;
    await page.goto(`${url}/waitlist`);
    await expectSeen(page, "Nobody waits");
    const caller = await application.authenticateApiKey(demo.apiKey);
    const [department] = demo.departments;
    const dates = { departmentId: department!.id, fromDate: tomorrow, toDate: tomorrow };
    const join = (fields: object) => application.joinWaitlist(caller, { ...dates, ...fields });
    const { entry } = await join({ externalUserId: "user-7", fromTime: "08:00", toTime: "12:00" });
    await application.releaseHold(caller, entry.offer!.holdId);
    const weekday = Temporal.PlainDate.from(tomorrow).dayOfWeek;
    await join({ externalUserId: "user-8", weekdays: [weekday % 7 + 1] });
    await page.reload();
    const offered = page.getByRole("row", { name: /user-7/ });
    await expectShown(offered.getByText("Offered"));
    await expectShown(offered.getByText(/from 08:00 until 12:00/));
    await expectShown(
      page.getByRole("row", { name: /user-8/ }).getByText("Waits", { exact: true }),
    );
    await expectSeen(page, "1 declined, 0 expired");
    await expectSeen(page, "of 2 offers");
    await page.getByRole("button", { name: /All departments/ }).click();
    await page.getByRole("option", { name: demo.departments[1]!.name }).click();
    await expectSeen(page, "Nobody waits");
    expect(await page.getByText("of 0 offers").count()).toBe(1);
  });

  test("removes an entry with the keyboard, after a question that can be left", async () => {
    const { demo, tomorrow, api, url } = dashboard;
    const { application } = api.seeding;
    const caller = await application.authenticateApiKey(demo.apiKey);
    const departmentId = demo.departments[0]!.id;
    const dates = { departmentId, fromDate: tomorrow, toDate: tomorrow };
    const { entry } = await application.joinWaitlist(caller, {
      ...dates,
      externalUserId: "user-9",
    });
    await page.goto(`${url}/waitlist`);
    const row = page.getByRole("row", { name: /user-9/ });
    const remove = row.getByRole("button", { name: `Remove entry ${entry.id}` });
    await remove.focus();
    await page.keyboard.press("Enter");
    await expectSeen(page, "goes to the next person");
    await page.keyboard.press("Escape");
    await expectShown(row);
    await remove.focus();
    await page.keyboard.press("Enter");
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Remove" }).focus();
    await page.keyboard.press("Enter");
    await expectSeen(page, "Entry removed");
    await row.waitFor({ state: "detached" });
    expect((await application.getWaitlistEntry(caller, entry.id)).state).toBe("CANCELLED");
  });
});
