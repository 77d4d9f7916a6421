import { describe, expect, test } from "vitest";
import { maxWaitingOfKiosk } from "../../core/visits/kiosk_visits.ts";
import { staffOf } from "../support/staff_callers.ts";
import { hasChromium, openPage } from "./chromium.ts";
import { openPagePerFile } from "./page_per_file.ts";

const ipAddress = "198.51.100.9";

const { dashboard, page } = await openPagePerFile();

describe.skipIf(!hasChromium)("a full kiosk", () => {
  test("sends people to the front desk, until the page Screens ends those who wait", async () => {
    const { api, demo, url } = dashboard;
    const { application } = api.seeding;
    const { timeZone } = demo;
    const caller = staffOf(demo.organizationId, { timeZone, role: "OWNER" });
    const departmentId = demo.departments[0]!.id;
    const wanted = { kind: "KIOSK", name: "Door", departmentIds: [departmentId] };
    const made = await application.staff.createScreen(caller, { ...wanted, givesTickets: true });
    const kiosk = await application.authenticateScreen(made.token, { kind: "KIOSK", ipAddress });
    for (let i = 0; i < maxWaitingOfKiosk; i += 1) {
      await application.takeTicket(kiosk, { input: { departmentId }, ipAddress });
    }
    const { page: touch } = await openPage(dashboard.browser);
    await touch.goto(`${url}/kiosk/${made.token}`);
    await touch.locator(".choice").click();
    await touch.getByText("No more numbers here just now").waitFor();
    await touch.getByText("Ask at the front desk.").waitFor();
    await touch.getByRole("button", { name: "Done" }).click();

    await page.goto(`${url}/screens`);
    await page.getByRole("row", { name: "Door" }).getByRole("button", { name: "End waiting …" })
      .click();
    const confirm = page.getByRole("alertdialog");
    await confirm.getByText("50 numbers leave the queue. You cannot undo this.").waitFor();
    await confirm.getByRole("button", { name: "End waiting", exact: true }).click();
    await confirm.waitFor({ state: "detached" });
    expect(await application.staff.countWaitingOfKiosk(caller, { id: made.id }))
      .toEqual({ waiting: 0, newestId: 0 });
    await touch.locator(".choice").click();
    await touch.locator(".answer .number").waitFor();
  });
});
