import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { staffOf } from "../support/staff_callers.ts";
import { hasChromium, openPage } from "./chromium.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";
import { changePause, dialog, expectSeen, expectShown, openSignedIn, press } from "./keyboard.ts";
import { pictureFailures } from "./picture_failures.ts";

/** A day on which the demo has no appointments. */
const day = "2038-09-06";

/** Actions of a user on what somebody else has changed after the page had loaded it. */
describe.skipIf(!hasChromium)("a page that somebody else has made outdated", () => {
  let dashboard: Dashboard;
  let page: Page;
  let departmentId: number;

  beforeAll(async () => {
    dashboard = await startDashboard();
    const settings = { name: "Registry", slotInterval: 30, slotCapacity: 10 };
    ({ id: departmentId } = await staff().createDepartment(caller(), settings));
    ({ page } = await openPage(dashboard.browser, { width: 1440, height: 900 }));
    await openSignedIn(page, dashboard);
  });
  pictureFailures(() => page);
  afterAll(() => dashboard?.[Symbol.asyncDispose]());

  const staff = () => dashboard.api.seeding.application.staff;
  const caller = () =>
    staffOf(dashboard.demo.organizationId, { timeZone: dashboard.demo.timeZone });
  const book = (name: string, dateTime: string, more: object = {}) =>
    staff().createAppointment(caller(), { departmentId, name, dateTime, ...more });
  const move = (id: number, dateTime: string) =>
    staff().rescheduleAppointment(caller(), { id, dateTime });
  const statusOf = async (id: number) => (await staff().getAppointment(caller(), { id })).status;

  /** Runs a change between the user's next request of a kind and its arrival. */
  const before = (path: string, change: () => Promise<unknown>) =>
    page.route(`**/trpc/${path}*`, async (route) => {
      await change();
      await route.continue();
    }, { times: 1 });

  test("does not cancel an appointment that was moved, and says where it is", async () => {
    const { id } = await book("Moved Away", `${day}T09:00`);
    await page.goto(`${dashboard.url}/appointments/${id}`);
    await page.getByRole("button", { name: "Cancel appointment" }).click();
    await before("appointments.cancel", () => move(id, `${day}T11:00`));
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Cancel and refund" }).click();
    await expectSeen(page, "Someone else moved this appointment to 6 Sept 2038 at 11:00, Registry");
    expect(await statusOf(id)).toBe("SCHEDULED");
    // The page has loaded it again, so the user can decide on what it is now.
    await expectShown(question.getByText("Moved Away, Mon 6 Sept at 11:00"));
    await question.getByRole("button", { name: "Cancel and refund" }).click();
    await question.waitFor({ state: "detached" });
    expect(await statusOf(id)).toBe("CANCELLED");
  });

  test("an undo does not undo what somebody else has corrected", async () => {
    const now = Temporal.Now.plainDateTimeISO(dashboard.demo.timeZone).toString().slice(0, 16);
    // A department where a check-in completes the appointment.
    const department = { departmentId: dashboard.demo.departments[0]!.id };
    const { id } = await book("Tara Present", now, department);
    await page.goto(dashboard.url);
    await changePause(page);
    await page.getByRole("button", { name: "Check in Tara Present" }).click();
    await expectSeen(page, /^Tara Present .* is checked in/);
    await staff().markMissed(caller(), { id });
    await press(page, "Control+z");
    await expectSeen(page, "The appointment is already marked as missed");
    expect(await statusOf(id)).toBe("MISSED");
  });

  test("an action on many reaches those that the question has counted, as they were then", async () => {
    const ids = [];
    for (const name of ["First", "Second", "Third"]) {
      ids.push((await book(name, "2038-09-07T09:00")).id);
    }
    await page.goto(`${dashboard.url}/departments`);
    await page.getByRole("button", { name: "Close office" }).click();
    const from = page.getByRole("group", { name: "From", exact: true });
    await from.getByRole("spinbutton").first().click();
    await page.keyboard.type("07092038");
    await expectSeen(page, "3 scheduled appointments on these dates.");
    await page.getByRole("button", { name: "Close all departments" }).click();
    const affected = dialog(page, "Affected appointments");
    await affected.getByRole("button", { name: "Cancel all" }).click();
    const confirm = affected.getByRole("button", { name: "Cancel 3 appointments" });
    await expectShown(confirm);
    await move(ids[1]!, "2038-09-08T09:00");
    await staff().removeClosure(caller(), {
      departmentIds: null,
      from: "2038-09-07",
      to: "2038-09-07",
      reason: "",
    });
    const late = await book("Late", "2038-09-07T10:00");
    await confirm.click();
    await expectShown(affected.getByText("2 of 3 done · 1 not done"));
    expect(await Promise.all([...ids, late.id].map(statusOf)))
      .toEqual(["CANCELLED", "SCHEDULED", "CANCELLED", "SCHEDULED"]);
  });

  test("a check-in that is too early says so, also if the appointment was moved before", async () => {
    const { id } = await staff().createDepartment(caller(), { name: "Late Office" });
    await staff().changeQueueRules(caller(), { id, arrivalMinutes: 0 });
    const today = Temporal.Now.plainDateISO(dashboard.demo.timeZone);
    const { id: moved } = await book("Early Eve", `${today}T23:00`, { departmentId: id });
    await move(moved, `${today}T23:30`);
    await page.goto(dashboard.url);
    await changePause(page);
    await page.getByRole("button", { name: "Check in Early Eve" }).click();
    await expectSeen(page, /^This appointment is on .* at 23:30\. Check-in opens at 23:30/);
  });

  test("does not finish the service of another counter", async () => {
    const { id, number } = await staff().arrive(caller(), { departmentId });
    await staff().callVisit(caller(), { id, desk: "8" });
    await page.goto(`${dashboard.url}/queue`);
    await page.getByRole("region", { name: /^Called/ }).locator(".visit-card").filter({
      has: page.locator(".visit-number", { hasText: new RegExp(`^${number}$`) }),
    }).click();
    await before("visits.finish", async () => {
      await staff().returnToQueue(caller(), { id });
      await staff().callVisit(caller(), { id, desk: "9" });
    });
    await dialog(page, `Number ${number}`).getByRole("button", { name: "Finish" }).click();
    await expectSeen(page, `Number ${number} is already called to counter 9`);
    const { called } = await staff().getQueue(caller(), { departmentIds: [departmentId] });
    expect(called.find((one) => one.id === id)).toMatchObject({ state: "CALLED", desk: "9" });
  });
});
