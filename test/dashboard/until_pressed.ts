import type { Page, Route } from "playwright-core";
import { expect } from "vitest";

/**
 * Answers these requests with `refuse` until the returned function presses a button of this name. A page also reads by
 * itself, for example when its event stream begins. Such a read takes the button away for good if it is
 * accepted. So the check that the button is there, the press and the end of the refusal are one step of the page.
 */
export async function refuseUntilPressed(
  page: Page,
  { url, button, refuse }: {
    url: string | RegExp;
    button: string;
    refuse(route: Route): Promise<void>;
  },
): Promise<() => Promise<void>> {
  await page.route(url, async (route) => {
    const hasPressed = await page.evaluate(() => (globalThis as unknown as Pressed).hasPressed)
      .catch(() => false);
    await (hasPressed ? route.continue() : refuse(route));
  });
  const pressIfThere = (name: string) => {
    const pressed = globalThis as unknown as Pressed;
    const found = [...pressed.document.querySelectorAll("button:not([aria-disabled])")]
      .find(({ textContent }) => textContent === name);
    if (!found) return false;
    pressed.hasPressed = true;
    found.click();
    return true;
  };
  return async () => {
    await expect.poll(() => page.evaluate(pressIfThere, button)).toBe(true);
  };
}

interface Pressed {
  hasPressed?: boolean;
  document: { querySelectorAll(selector: string): { textContent: string; click(): void }[] };
}
