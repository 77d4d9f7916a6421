import type { Locator, Page } from "playwright-core";

/** Signs in by the first page's form. */
export async function signIn(
  page: Page,
  { url, owner }: { url: string; owner: { email: string; password: string } },
) {
  await page.goto(url);
  await page.getByLabel("E-mail").fill(owner.email);
  await page.getByLabel("Password").fill(owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { level: 1, name: "Today" }).waitFor();
}

/** Waits until somebody who looks at the page sees these words. */
export async function expectSeen(page: Page, text: string | RegExp): Promise<void> {
  await page.getByText(text).filter({ visible: true }).first().waitFor();
}

/** Waits until this is shown. */
export function expectShown(what: Locator): Promise<void> {
  return what.waitFor();
}

/** Waits until this has the focus, or something in it: what is shown is given it a little later. */
export function expectFocused(what: Locator): Promise<void> {
  return what.and(what.page().locator(":focus-within")).waitFor();
}

/** Waits until the sidebar tells of so many credits. */
export function expectCredits(page: Page, left: string): Promise<void> {
  return page.locator(".sidebar .balance", { hasText: `${left} credits` }).waitFor();
}

/** A dialog by its title. */
export function dialog(page: Page, name: string | RegExp) {
  return page.getByRole("dialog", { name }).or(page.getByRole("alertdialog", { name }));
}

/** Presses keys one after another, as fingers do: what comes without a pause is taken for a scanner. */
export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    // In the page's own time, whose timers then run in the order in which they were set.
    await page.evaluate("new Promise((resolve) => setTimeout(resolve, 50))");
  }
}

/** Goes on with Tab until what has the focus is found by a selector. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  // It may come with data that are still under way, and Tab walks round without it.
  await page.locator(selector).first().waitFor();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await page.locator(`${selector}:focus`).count() > 0) return;
    await press(page, "Tab");
  }
  throw new Error(`Cannot reach ${selector} by Tab`);
}

/** Scans a code: its keys come at once, which no test's keyboard could promise on a busy machine. */
export async function scan(page: Page, code: string): Promise<void> {
  await page.evaluate((keys) => {
    const { document, KeyboardEvent } = globalThis as unknown as BrowserWindow;
    for (const key of keys) {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    }
  }, [...code, "Enter"]);
}

interface BrowserWindow {
  document: { body: { dispatchEvent(event: unknown): void } };
  KeyboardEvent: new (type: string, init: { key: string; bubbles: boolean }) => unknown;
}
