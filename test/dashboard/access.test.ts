import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { receiverEnvironment, startWebhookReceiver } from "../support/webhook_receiver.ts";
import { hasChromium, openPage } from "./chromium.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";
import { accessibilityErrors } from "./accessibility.ts";
import { addActivity } from "./activity.ts";
import { signIn } from "./keyboard.ts";
import { pageViewsOn, settled, show, sizes } from "./page_views.ts";

// It opens about 25 views and checks each four times with axe-core, on a shared machine.
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
    "has no serious accessibility error, light and dark, wide and narrow",
    longTimeout,
    async () => {
      const { page, complaints } = await openPage(dashboard.browser, sizes[0]);
      const found: Record<string, string[]> = {};
      let isSignedIn = false;
      for (const [name, view] of Object.entries(pageViewsOn(date))) {
        if (!view.isSignedOut && !isSignedIn) await signIn(page, dashboard);
        isSignedIn = !view.isSignedOut;
        await show(page, dashboard.url, view);
        // An open page takes another size and theme, so each view is loaded once.
        for (const size of sizes) {
          await page.setViewportSize(size);
          const errors: string[] = [];
          for (const colorScheme of ["light", "dark"] as const) {
            await page.emulateMedia({ colorScheme });
            await settled(page);
            // The theme changes only colours.
            const rules = colorScheme === "dark" ? ["color-contrast"] : [];
            errors.push(...await accessibilityErrors(page, rules));
          }
          const serious = errors.filter((error) => /^(serious|critical)/.test(error));
          const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
          if (overflow !== 0) serious.push(`wider than the screen by ${overflow} px`);
          if (serious.length > 0) found[`${name}, ${size.width} px`] = serious;
        }
        await page.emulateMedia({ colorScheme: "light" });
        await page.setViewportSize(sizes[0]);
      }
      expect(found).toEqual({});
      expect(complaints).toEqual([]);
    },
  );
});
