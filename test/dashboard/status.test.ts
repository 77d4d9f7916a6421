import { expect, test } from "vitest";
import { serve } from "../gateway/http/support.ts";
import { accessibilityErrors } from "./accessibility.ts";
import { hasChromium, openChromium, openPage } from "./chromium.ts";

test.skipIf(!hasChromium).each(
  [
    ["light", "en-GB", "Ready", true],
    ["dark", "de-DE", "Nicht bereit", false],
  ] as const,
)(
  "on a phone the status page in %s colors fits, has its style and no accessibility errors",
  async (theme, locale, shown, acceptsWrites) => {
    await using server = await serve({ acceptsWrites: () => acceptsWrites });
    const browser = await openChromium();
    const { page, complaints } = await openPage(browser, {
      width: 320,
      height: 640,
      theme,
      locale,
    });
    await page.goto(`${server.url}/status`);
    expect(await page.locator(".state").textContent()).toBe(shown);
    // Without its style the background would be white or black.
    const background = await page.evaluate("getComputedStyle(document.body).backgroundColor");
    expect(background).toBe(theme === "light" ? "rgb(243, 245, 248)" : "rgb(13, 18, 24)");
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(320);
    expect(await accessibilityErrors(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);
