import { describe, expect, test } from "vitest";
import { hasChromium, openPage } from "./chromium.ts";
import { dialog, expectFocused, expectShown } from "./keyboard.ts";
import { openPagePerFile } from "./page_per_file.ts";

const desktop = { width: 1280, height: 860 };

const { dashboard, page } = await openPagePerFile();

describe.skipIf(!hasChromium)("the account of a staff user", () => {
  const account = (name = "Owner") => page.locator(".sidebar").getByRole("button", { name });
  const item = (name: string | RegExp) => page.getByRole("menuitem", { name });

  test("opens by keyboard a menu with themes, and gives the focus back", async () => {
    await account().focus();
    await page.keyboard.press("Enter");
    await expectFocused(item(/^Theme/));
    await page.keyboard.press("ArrowRight");
    await page.getByRole("menuitemradio", { name: "Dark" }).click();
    await page.locator("html[data-theme=dark]").waitFor();
    await expectFocused(account());
  });

  test("shows its time zone in the menu, and changes the password in a dialog", async () => {
    await account().click();
    await expectShown(
      page.locator(".menu-note", { hasText: `Times in ${dashboard.demo.timeZone}` }),
    );
    await item("Change password").click();
    const form = dialog(page, "Change password");
    await form.getByLabel("New password", { exact: true }).fill("five random words are enough");
    await form.getByLabel("Repeat the new password").fill("five random words");
    await form.getByRole("button", { name: "Show password" }).first().click();
    await expectShown(form.getByRole("button", { name: "Hide password" }));
    await form.getByRole("button", { name: "Change password" }).click();
    await expectShown(form.getByText("Passwords don't match"));
    await page.keyboard.press("Escape");
    await dialog(page, "Discard your changes?").getByRole("button", { name: "Discard" }).click();
    await expectFocused(account());
  });

  test("chooses German, which the next visit keeps", async () => {
    await account().click();
    await item(/^Language/).click();
    await page.getByRole("menuitemradio", { name: "Deutsch" }).click();
    await page.locator("html[lang=de]").waitFor();
    await page.getByRole("link", { name: "Team" }).click();
    await expectShown(page.getByText("Personen und Rollen"));
    await page.reload();
    await expectShown(page.getByText("Personen und Rollen"));
  });

  test("of a browser in German is in German, also its errors", async () => {
    const { page } = await openPage(dashboard.browser, { ...desktop, locale: "de-AT" });
    await page.goto(dashboard.url);
    await page.getByLabel("E-Mail").fill(dashboard.owner.email);
    await page.getByLabel("Passwort", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Anmelden" }).click();
    await expectShown(page.getByText("E-Mail-Adresse oder Passwort ist falsch"));
    await page.context().close();
  });

  test("with a one-time password is not asked for it twice", async () => {
    const email = "new@demo.example";
    const password = await invite(email);
    const { page } = await openPage(dashboard.browser);
    await page.goto(dashboard.url);
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expectFocused(page.getByLabel("New password", { exact: true }));
    expect(await page.getByLabel("One-time password").count()).toBe(0);
    await page.keyboard.type("five random words are enough");
    await page.getByLabel("Repeat the new password").fill("five random words are enough");
    await page.getByRole("button", { name: "Change password" }).click();
    await expectShown(page.getByRole("heading", { level: 1, name: "Today" }));
    await page.context().close();
  });

  /** Invites a person on the page, which is in German by now. Returns the one-time password. */
  async function invite(email: string): Promise<string> {
    await page.getByRole("button", { name: "Einladen" }).click();
    const form = dialog(page, "Person einladen");
    await form.getByLabel("Name", { exact: true }).fill("Grace Hopper");
    await form.getByLabel("E-Mail").fill(email);
    await form.getByRole("button", { name: "Einladen" }).click();
    const shown = page.getByRole("textbox", { name: "Einmalpasswort" });
    const password = await shown.innerText();
    await page.getByRole("button", { name: "Fertig" }).click();
    return password;
  }
});
