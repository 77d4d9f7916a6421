import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { receiverEnvironment, startWebhookReceiver } from "../support/webhook_receiver.ts";
import { hasChromium, openPage } from "./chromium.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";
import { accessibilityErrors } from "./accessibility.ts";
import { addActivity } from "./activity.ts";
import { openSignedIn } from "./keyboard.ts";
import { pageViewsOn, settled, show, sizes } from "./page_views.ts";

const [wide, narrow, tablet] = sizes;
/** Each view is checked in all sizes and both themes, in one of these ways. */
const ways = [
  [
    { size: wide, colorScheme: "light" },
    { size: narrow, colorScheme: "dark" },
    { size: tablet, colorScheme: "light" },
  ],
  [
    { size: wide, colorScheme: "dark" },
    { size: narrow, colorScheme: "light" },
    { size: tablet, colorScheme: "dark" },
  ],
] as const;

// It opens about 40 views and checks each three times with axe-core, on a shared machine.
const longTimeout = { timeout: 600_000 };

describe.skipIf(!hasChromium)("every page", () => {
  let opened: AsyncDisposableStack;
  let dashboard: Dashboard;
  let date: string;

  beforeAll(async () => {
    opened = new AsyncDisposableStack();
    const { environment } = opened.use(await receiverEnvironment());
    const receiver = opened.use(await startWebhookReceiver());
    dashboard = opened.use(await startDashboard(environment));
    ({ date } = await addActivity({ ...dashboard, receiverUrl: receiver.url }));
  });
  afterAll(() => opened?.disposeAsync());

  test(
    "has no serious accessibility error, light and dark, on a desktop, a tablet and a phone",
    longTimeout,
    async () => {
      const { page, complaints } = await openPage(dashboard.browser, wide);
      const found: Record<string, string[]> = {};
      let isSignedIn = false;
      for (const [i, [name, view]] of Object.entries(pageViewsOn(date)).entries()) {
        if (!view.isSignedOut && !isSignedIn) await openSignedIn(page, dashboard);
        isSignedIn = !view.isSignedOut;
        await show(page, dashboard.url, view);
        // An open page takes another size and theme, so each view is loaded once.
        for (const { size, colorScheme } of ways[i % 2]!) {
          await page.setViewportSize(size);
          await page.emulateMedia({ colorScheme });
          await settled(page);
          const errors = await accessibilityErrors(page);
          const serious = errors.filter((error) => /^(serious|critical)/.test(error));
          const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
          if (overflow !== 0) serious.push(`wider than the screen by ${overflow} px`);
          if (serious.length > 0) found[`${name}, ${size.width} px, ${colorScheme}`] = serious;
        }
        await page.emulateMedia({ colorScheme: "light" });
        await page.setViewportSize(wide);
      }
      expect(found).toEqual({});
      expect(complaints).toEqual([]);
    },
  );

  test("the bar of a phone never covers the control that has the focus", async () => {
    const { page } = await openPage(dashboard.browser, wide);
    await openSignedIn(page, dashboard);
    await page.setViewportSize(narrow);
    await show(page, dashboard.url, { path: "/settings" });
    const positions: number[] = [];
    for (let stops = 0; stops < 14; stops += 1) {
      await page.keyboard.press("Tab");
      const below = await page.evaluate<number | null>(belowBar);
      if (below !== null) positions.push(below);
    }
    expect(positions.length).toBeGreaterThan(5);
    expect(Math.max(...positions)).toBeLessThanOrEqual(0);
  });
});

/** By how many pixels the focused control of the page reaches into the bar; null if the focus is elsewhere. */
const belowBar = `(() => {
  const focused = document.activeElement.closest("#content *");
  const bar = document.querySelector(".bottom-bar").getBoundingClientRect();
  return focused && focused.getBoundingClientRect().bottom - bar.top;
})()`;
