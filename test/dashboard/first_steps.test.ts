import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

  test("is guided on Today in order, with reasons, ticks, and what to do without credits", async () => {
    const { application } = dashboard.api.seeding;
    const { organization } = await application.createOrganization({
      name: "New Office",
      timeZone: "Europe/Berlin",
      ownerEmail: "first@new.example",
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
    await expectShown(steps.getByText("(done)").first());
    await expectShown(steps.getByText("2 of 8 ticked"));
    await expectShown(steps.getByText(/you have none\. Ask the people who run this service/));
    const book = steps.getByRole("button", { name: "Book a first appointment" });
    await expectShown(book.and(steps.getByRole("button", { disabled: true })));
    await application.grantCredits(organization.id, { amount: 10 });
    await page.reload();
    await expectShown(steps.getByText("Each booking uses one credit. You have 10."));
    await expectShown(book.and(steps.getByRole("button", { disabled: false })));
    const names = await steps.getByRole("listitem").locator("a, button").allInnerTexts();
    expect(names).toEqual([
      "Create a department",
      "Set its opening hours and make it bookable",
      "Add staff members",
      "Get credits",
      "Invite your team",
      "Choose your counter",
      "Set up a display and a kiosk",
      "Create an API key for your website",
      "Book a first appointment",
    ]);
    await steps.getByRole("link", { name: /^Set its opening hours/ }).click();
    await expectShown(page.getByRole("heading", { level: 1, name: "Passports" }));
    await page.context().close();
  });
});
