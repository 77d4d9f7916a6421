import type { Locator, Page } from "playwright-core";
import { procedureTypes } from "../../gateway/trpc/router.ts";
import { signIn as signInOverHttp } from "../support/staff_session.ts";

interface SignInOptions {
  url: string;
  owner: { email: string; password: string };
}

/** Opens Today with a new session. The sign-in page is not shown, which saves a second. */
export async function openSignedIn(page: Page, { url, owner }: SignInOptions): Promise<void> {
  const cookie = await signInOverHttp(url, owner);
  const [name = "", value = ""] = cookie.split("=");
  await page.context().addCookies([{ name, value, url }]);
  await page.goto(url);
  await page.getByRole("heading", { level: 1, name: /^(Today|Heute)$/ }).waitFor();
}

/** Signs in on the sign-in page. */
export async function signIn(page: Page, { url, owner }: SignInOptions): Promise<void> {
  await page.goto(url);
  await page.getByLabel("E-mail").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { level: 1, name: "Today" }).waitFor();
}

/** Waits until the text is visible. */
export async function expectSeen(page: Page, text: string | RegExp): Promise<void> {
  await page.getByText(text).filter({ visible: true }).first().waitFor();
}

/** Waits until the element is visible. */
export function expectShown(element: Locator): Promise<void> {
  return element.waitFor();
}

/** Reloads the page until the element is visible. The page itself reads its data again only every few seconds. */
export async function reloadUntilShown(element: Locator): Promise<void> {
  const page = element.page();
  // Longer each time: nothing says when a page on a busy machine has read all its data.
  let timeout = 500;
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; timeout *= 2) {
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByLabel("Loading").first().waitFor({ state: "detached" });
    if (await element.waitFor({ timeout }).then(() => true, () => false)) return;
  }
  throw new Error(`Not shown after a minute of reloads: ${element}`);
}

/** Waits until the element or one inside it has the focus. A dialog gets the focus a moment after it appears. */
export function expectFocused(element: Locator): Promise<void> {
  return element.and(element.page().locator(":focus-within")).waitFor();
}

/** Waits until the address has this parameter. A command changes the address a moment after its key. */
export function expectParameter(page: Page, name: string, value: string): Promise<void> {
  return page.waitForURL(({ searchParams }) => searchParams.get(name) === value);
}

/** Waits until the sidebar shows this number of credits. */
export function expectCredits(page: Page, credits: string): Promise<void> {
  return page.locator(".sidebar .balance", { hasText: `${credits} credits` }).waitFor();
}

/** Finds a dialog by its title. */
export function dialog(page: Page, name: string | RegExp) {
  return page.getByRole("dialog", { name }).or(page.getByRole("alertdialog", { name }));
}

// Keys that follow each other sooner count as a scan.
const keyPauseMs = 90;
// A second check-in or missed mark that follows sooner counts as a double press.
const changePauseMs = 420;
const changesStatus = new Set(["c", "m"]);

/** Waits until no key belongs to a scan before it any more. */
export function keyPause(page: Page): Promise<unknown> {
  return pause(page, keyPauseMs);
}

/** Waits until a further change of a status does not count as a double press. */
export function changePause(page: Page): Promise<unknown> {
  return pause(page, changePauseMs);
}

/** Waits until an Enter in a form that a key has opened cannot be the end of a slow scan. */
export function openingPause(page: Page): Promise<unknown> {
  return pause(page, 2000);
}

/** Waits in the page, so that the timers of earlier keys run first. */
function pause(page: Page, ms: number): Promise<unknown> {
  return page.evaluate(`new Promise((resolve) => setTimeout(resolve, ${ms}))`);
}

/** Presses keys with the pauses of a person. */
export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    const ms = changesStatus.has(key) ? changePauseMs : [...key].length === 1 ? keyPauseMs : 0;
    await pause(page, ms);
  }
}

/** Returns the changes that the page sends from now on. What it sent is there after the next step of the page. */
export function changesSent(page: Page): readonly string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    const [, path] = /\/trpc\/([\w.]+)/.exec(request.url()) ?? [];
    // Queries are sent by POST too. Changes are never in a batch.
    if (path && procedureTypes.get(path) === "mutation") sent.push(path);
  });
  return sent;
}

/** Presses Tab until an element with this selector has the focus. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  // The element may appear only when its data have arrived.
  await page.locator(selector).first().waitFor();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await page.locator(`${selector}:focus`).count() > 0) return;
    await press(page, "Tab");
  }
  throw new Error(`Cannot reach ${selector} by Tab`);
}

/**
 * Presses characters and Enter, `gapMs` apart by the times of their events. All are sent at once: a busy machine could pause
 * between two of them, which a scanner or a quick typist does not. The first one is not before the call.
 */
export async function pressPaced(page: Page, keys: string[], gapMs: number): Promise<void> {
  const keyboard = await page.context().newCDPSession(page);
  const firstAt = Date.now();
  await pause(page, keys.length * gapMs);
  await Promise.all(keys.flatMap((key, i) => {
    const timestamp = (firstAt + i * gapMs) / 1000;
    const text = key === "Enter" ? "\r" : key;
    return [
      keyboard.send("Input.dispatchKeyEvent", { type: "keyDown", key, text, timestamp }),
      keyboard.send("Input.dispatchKeyEvent", { type: "keyUp", key, timestamp }),
    ];
  }));
  await keyboard.detach();
}

/** Clicks twice within 150 ms. The page acts on the second click so late that it would be no double click by the clock. */
export async function doubleClickSlowPage(page: Page, target: Locator): Promise<void> {
  const { x, y, width, height } = (await target.boundingBox())!;
  await page.evaluate((busyMs) => {
    const { addEventListener } = globalThis as unknown as EventTarget;
    let clicks = 0;
    addEventListener("pointerdown", () => {
      clicks += 1;
      const until = performance.now() + busyMs;
      while (clicks === 2 && performance.now() < until);
    }, { capture: true });
  }, changePauseMs);
  const mouse = await page.context().newCDPSession(page);
  const firstAt = Date.now();
  await pause(page, 150);
  await Promise.all([1, 2].flatMap((clickCount) => {
    const at = { x: x + width / 2, y: y + height / 2, button: "left", clickCount } as const;
    const timestamp = (firstAt + (clickCount - 1) * 150) / 1000;
    return [
      mouse.send("Input.dispatchMouseEvent", { type: "mousePressed", ...at, timestamp }),
      mouse.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...at, timestamp }),
    ];
  }));
  await mouse.detach();
}

/** Presses keys so soon after each other that no timer of the page runs between them. */
export async function pressAtOnce(page: Page, ...keys: string[]): Promise<void> {
  await Promise.all(keys.map((key) => page.keyboard.press(key)));
}

/** Simulates a scanner. All keys are sent in one task: real key presses could be too slow on a busy machine. */
export async function scan(page: Page, code: string): Promise<void> {
  await page.evaluate((keys) => {
    const { document, KeyboardEvent } = globalThis as unknown as BrowserWindow;
    for (const key of keys) {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    }
  }, [...code, "Enter"]);
}

/**
 * Simulates a scanner of 300 ms per key by the times of its events. Calls `afterFirst` after the first key, whose command
 * may act and open a form. Returns whether the last Enter was left to the page.
 */
export async function scanSlowly(
  page: Page,
  code: string,
  afterFirst: () => Promise<unknown>,
): Promise<boolean> {
  const [first, ...others] = [...code, "Enter"];
  const at = await page.evaluate(() => performance.now());
  const send = (keys: readonly string[], from: number) =>
    page.evaluate(({ keys, from }) => {
      const { document, KeyboardEvent } = globalThis as unknown as BrowserWindow;
      return keys.map((key, i) => {
        const target = document.activeElement;
        const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
        Object.defineProperty(event, "timeStamp", { value: from + i * 300 });
        const isLeft = target.dispatchEvent(event);
        if (isLeft && key !== "Enter" && "value" in target) {
          document.execCommand("insertText", false, key);
        }
        return isLeft;
      }).at(-1)!;
    }, { keys, from });
  await send([first!], at);
  await afterFirst();
  return await send(others, at + 300);
}

interface BrowserWindow {
  document: {
    activeElement: { dispatchEvent(event: unknown): boolean };
    body: { dispatchEvent(event: unknown): void };
    execCommand(command: string, shows: boolean, text: string): void;
  };
  KeyboardEvent: new (
    type: string,
    init: { key: string; bubbles: boolean; cancelable?: boolean },
  ) => object;
}
