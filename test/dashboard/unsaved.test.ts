import { describe, expect, test } from "vitest";
import { hasChromium } from "./chromium.ts";
import { dialog, expectFocused, expectShown, press } from "./keyboard.ts";
import { openPagePerFile } from "./page_per_file.ts";

const { dashboard, page, complaints } = await openPagePerFile();

describe.skipIf(!hasChromium)("typed input", () => {
  const question = () => dialog(page, "Discard your changes?");
  async function expectQuestion(): Promise<void> {
    await expectFocused(question().getByRole("button", { name: "Keep editing" }));
  }
  async function answer(button: "Keep editing" | "Discard"): Promise<void> {
    await question().getByRole("button", { name: button }).click();
    await question().waitFor({ state: "detached" });
  }
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const nameField = () => page.getByRole("textbox", { name: "Name", exact: true });

  test("in a new appointment survives Escape, and is discarded only after a question", async () => {
    await page.getByRole("button", { name: /^New/ }).click();
    await expectFocused(nameField());
    await press(page, "Escape");
    await dialog(page, "New appointment").waitFor({ state: "detached" });
    await page.getByRole("button", { name: /^New/ }).click();
    await nameField().fill("Typed Tina");
    await press(page, "Escape");
    await expectQuestion();
    await press(page, "Escape");
    await question().waitFor({ state: "detached" });
    expect(await nameField().inputValue()).toBe("Typed Tina");
    await button("Cancel").click();
    await answer("Discard");
    await dialog(page, "New appointment").waitFor({ state: "detached" });
  });

  test("in the drawer survives a press outside, and is not asked about after it is saved", async () => {
    await page.goto(`${dashboard.url}/appointments`);
    await page.locator(".row-link").first().click();
    await button("Edit").click();
    await nameField().fill("Changed Name");
    await page.mouse.click(200, 400);
    await expectQuestion();
    await answer("Keep editing");
    await page.goBack();
    await expectQuestion();
    await answer("Keep editing");
    expect(await nameField().inputValue()).toBe("Changed Name");
    await button("Save").click();
    await expectShown(page.getByText("Changes saved"));
    await button("Close").click();
    await page.locator(".modal").waitFor({ state: "detached" });
  });

  test("in the panel of Today survives the choice of another row", async () => {
    await page.goto(`${dashboard.url}/?date=${dashboard.tomorrow}`);
    const rows = page.getByRole("row");
    await rows.nth(0).click();
    await button("Edit").click();
    await nameField().fill("Half a name");
    await rows.nth(1).click();
    await expectQuestion();
    await answer("Keep editing");
    expect(await nameField().inputValue()).toBe("Half a name");
    await button("Cancel").click();
    await answer("Discard");
  });

  test("on a tab of a department survives another tab", async () => {
    await page.goto(`${dashboard.url}/departments`);
    await page.locator(".row-link").first().click();
    await page.getByRole("tab", { name: "General" }).click();
    await nameField().fill("Another department");
    await page.getByRole("tab", { name: "Closures" }).click();
    await expectQuestion();
    await answer("Discard");
    await expectShown(page.getByRole("tab", { name: "Closures", selected: true }));
  });

  test("on a page survives the sidebar, a tab and a reload", async () => {
    await page.goto(`${dashboard.url}/settings`);
    await page.getByRole("textbox", { name: "Name" }).first().fill("Another name");
    await page.getByRole("link", { name: "Audit" }).click();
    await expectQuestion();
    await answer("Keep editing");
    const asked = page.waitForEvent("dialog");
    await page.evaluate("setTimeout(() => location.reload())");
    const browserQuestion = await asked;
    expect(browserQuestion.type()).toBe("beforeunload");
    await browserQuestion.dismiss();
    await page.getByRole("link", { name: "Audit" }).click();
    await answer("Discard");
    await expectShown(page.getByRole("heading", { level: 1, name: "Audit" }));
  });

  test("in the settings of a key survives the answer to a save", async () => {
    const { rows: [{ id }] } = await dashboard.sql.query(
      "select min(id) as id from api_keys where organization_id = $1",
      [dashboard.demo.organizationId],
    );
    await page.goto(`${dashboard.url}/api-keys/${id}`);
    await nameField().fill("Saved name");
    const isTyped = Promise.withResolvers<void>();
    await page.route(/apiKeys\.update/, async (route) => {
      await isTyped.promise;
      await route.continue();
    });
    await button("Save").click();
    await nameField().fill("Later name");
    isTyped.resolve();
    await expectShown(page.getByText("Saved", { exact: true }));
    expect(await nameField().inputValue()).toBe("Later name");
    await page.getByRole("link", { name: "Audit" }).click();
    await expectQuestion();
    await answer("Discard");
  });

  test("a missing name is reported at its field in our words, without a request", async () => {
    await page.goto(dashboard.url);
    await page.getByRole("button", { name: /^New/ }).click();
    await page.locator(".slot-choice").last().click();
    let requests = 0;
    page.on("request", (request) => {
      if (request.url().includes("appointments.create")) requests += 1;
    });
    await page.locator("[type=submit]").click();
    await expectShown(page.getByText("Name: this is required"));
    expect(requests).toBe(0);
  });

  test("the page had no errors", () => expect(complaints).toEqual([]));
});
