import { describe, expect, test } from "vitest";
import { makeStaff, type Staff } from "../support/staff_session.ts";
import { hasChromium } from "./chromium.ts";
import { dialog, expectFocused, expectSeen, expectShown, press, signIn } from "./keyboard.ts";
import { openPagePerFile } from "./page_per_file.ts";

const { dashboard, page, complaints } = await openPagePerFile();

describe.skipIf(!hasChromium)("a session that ends under an open page", () => {
  /** Fills in a booking and submits it. The session ends when the request leaves the browser. */
  async function bookWithoutSession(name: string): Promise<void> {
    await page.goto(`${dashboard.url}/?date=${dashboard.tomorrow}`);
    await expectSeen(page, "08:30");
    await press(page, "n");
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Phone (optional)").fill("+49 30 1234");
    await page.getByRole("button", { name: /^12:00, / }).first().click();
    await page.route("**/trpc/appointments.create*", async (route) => {
      await dashboard.endSessions();
      await route.continue();
    }, { times: 1 });
    await page.getByRole("button", { name: /^Book .*, 12:00$/ }).click();
    await expectShown(dialog(page, "Sign in to continue"));
  }

  async function signInOverPage({ email, password }: Staff): Promise<void> {
    const over = dialog(page, "Sign in to continue");
    await expectFocused(over.getByLabel("Password", { exact: true }));
    await over.getByLabel("E-mail").fill(email);
    await over.getByLabel("Password", { exact: true }).fill(password);
    await over.getByRole("button", { name: "Sign in" }).click();
  }

  const booked = async (name: string) =>
    (await dashboard.sql.query("select 1 from appointments where name = $1", [name])).rowCount;

  test("keeps a typed booking, which is sent after a new sign-in over the page", async () => {
    await bookWithoutSession("Typed Once");
    // Anybody at the counter could read the names on the page and in the form.
    const name = page.getByLabel("Name", { exact: true });
    await name.waitFor({ state: "hidden" });
    await page.getByText("08:30").first().waitFor({ state: "hidden" });
    expect(await name.inputValue()).toBe("Typed Once");
    await signInOverPage(dashboard.owner);
    await expectSeen(page, /^Typed Once is booked for .*, 12:00/);
    await page.getByRole("button", { name: "Done" }).click();
    await expectShown(page.getByRole("row", { name: /Typed Once/ }));
    expect(await booked("Typed Once")).toBe(1);
  });

  test("neither shows nor sends a typed booking after another user signs in", async () => {
    const other = await makeStaff(dashboard.api.seeding, dashboard.demo.organizationId, {
      role: "STAFF",
    });
    await bookWithoutSession("Typed By Another");
    await signInOverPage(other);
    await expectSeen(page, "Front desk");
    await expectSeen(page, "08:30");
    expect(await page.getByText("Typed By Another").count()).toBe(0);
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await booked("Typed By Another")).toBe(0);
  });

  test("continues after a sign-in in another tab", async () => {
    await dashboard.endSessions();
    // The next request of the page is refused. The event stream may have opened the dialog before, so this is no real click.
    await page.getByRole("link", { name: "Appointments" }).first().dispatchEvent("click");
    await expectShown(dialog(page, "Sign in to continue"));
    const second = await page.context().newPage();
    await second.goto(dashboard.url);
    await expectShown(second.getByRole("heading", { name: "Sign in" }));
    await signIn(second, dashboard);
    await second.close();
    // It is another user than the one of this page, so the page reloads for them.
    await expectSeen(page, "Owner");
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  test("the page had no other errors", () => {
    const refusals = /Failed to load resource: the server responded with a status of 401/;
    expect(complaints.filter((one) => !refusals.test(one))).toEqual([]);
  });
});
