import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { staffOf } from "../support/staff_callers.ts";
import { accessibilityErrors } from "./accessibility.ts";
import { hasChromium, openPage } from "./chromium.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";
import { dialog, expectSeen, openSignedIn, press, tabTo } from "./keyboard.ts";
import { pictureFailures } from "./picture_failures.ts";

describe.skipIf(!hasChromium)("data of people in the dashboard", () => {
  let dashboard: Dashboard;
  let page: Page;
  let complaints: string[];
  const staff = () => dashboard.api.seeding.application.staff;
  const caller = () =>
    staffOf(dashboard.demo.organizationId, {
      role: "OWNER",
      timeZone: dashboard.demo.timeZone,
      name: "Grace",
    });

  beforeAll(async () => {
    dashboard = await startDashboard();
    ({ page, complaints } = await openPage(dashboard.browser));
    await openSignedIn(page, dashboard);
  });
  pictureFailures(() => page);
  afterAll(() => dashboard?.[Symbol.asyncDispose]());

  test("an owner sees what rules remove before they are saved, with the keyboard alone", async () => {
    await page.goto(`${dashboard.url}/settings`);
    await tabTo(page, "input[name=appointmentDays]");
    await page.keyboard.type("3651");
    await press(page, "Enter");
    await expectSeen(page, "Enter a number from 1 to 3,650, or nothing");
    await press(page, "Backspace");
    await press(page, "Enter");
    const asked = dialog(page, "Save these rules?");
    await asked.getByText(/^Appointments: \d/).waitFor();
    expect((await staff().getRetention(caller())).appointmentDays).toBeNull();
    expect(await accessibilityErrors(page)).toEqual([]);
    await tabTo(page, "[role=alertdialog] button.danger");
    await press(page, "Enter");
    await expectSeen(page, "Saved");
    // The dialog has the word too.
    await expect.poll(() => staff().getRetention(caller()))
      .toMatchObject({ appointmentDays: 365, eventDays: null, usageDays: null });
  });

  test("a hold is placed on the page of a person, and lifted in the settings", async () => {
    const { items: [one] } = await staff().listAppointments(caller(), {});
    await page.goto(`${dashboard.url}/people/${one!.id}`);
    await page.getByRole("button", { name: "Legal hold …" }).press("Enter");
    await page.keyboard.type("Claim 7");
    await press(page, "Enter");
    await expectSeen(page, "Legal hold placed");
    const [hold] = await staff().listLegalHolds(caller());
    expect(hold).toMatchObject({ appointmentId: one!.id, reason: "Claim 7" });
    await page.goto(`${dashboard.url}/settings`);
    await expectSeen(page, "Claim 7");
    expect(await accessibilityErrors(page)).toEqual([]);
    await page.getByRole("button", { name: `Lift the legal hold on ${one!.name}` }).press("Enter");
    await dialog(page, `Lift the legal hold on ${one!.name}?`).waitFor();
    await press(page, "Tab", "Enter");
    await expectSeen(page, "Legal hold lifted");
    expect(await staff().listLegalHolds(caller())).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
