import { afterAll, beforeAll, describe, test } from "vitest";
import { makeStaff } from "../support/staff_session.ts";
import { hasChromium, openPage } from "./chromium.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";
import { expectShown, openSignedIn } from "./keyboard.ts";

describe.skipIf(!hasChromium)("a new organization", () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard?.[Symbol.asyncDispose]());

  test("is guided on Today, and sees which steps are done", async () => {
    const { application } = dashboard.api.seeding;
    const { organization } = await application.createOrganization({
      name: "New Office",
      timeZone: "Europe/Berlin",
      ownerEmail: "first@new.example",
      credits: 10,
    });
    const owner = await makeStaff(dashboard.api.seeding, organization.id);
    const { page } = await openPage(dashboard.browser);
    await openSignedIn(page, { url: dashboard.url, owner });
    const steps = page.getByRole("region", { name: "First steps" });
    await expectShown(steps.getByRole("link", { name: "Create a department" }));
    await expectShown(
      steps.getByRole("button", { name: "Book a first appointment", disabled: true }),
    );
    await application.createDepartment(organization.id, { name: "Passports" });
    await page.reload();
    await expectShown(steps.getByText("Create a department (done)"));
    await steps.getByRole("link", { name: "Set its opening hours" }).click();
    await expectShown(page.getByRole("heading", { level: 1, name: "Passports" }));
    await page.context().close();
  });
});
