import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { receiverEnvironment, startWebhookReceiver } from "../support/webhook_receiver.ts";
import { hasChromium, openPage } from "./chromium.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";
import { accessibilityErrors } from "./accessibility.ts";
import { addActivity } from "./activity.ts";
import { signIn } from "./keyboard.ts";
import { pageViewsOn, show, sizes } from "./page_views.ts";

// It opens about fifty views and checks each with axe-core, on a shared machine.
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

  test.concurrent.each(sizes)(
    "has no serious accessibility error, light and dark, $width px wide",
    longTimeout,
    async (size) => {
      const { page, complaints } = await openPage(dashboard.browser, size);
      const found: Record<string, string[]> = {};
      let isSignedIn = false;
      for (const [name, view] of Object.entries(pageViewsOn(date))) {
        if (!view.isSignedOut && !isSignedIn) await signIn(page, dashboard);
        isSignedIn = !view.isSignedOut;
        await page.emulateMedia({ colorScheme: "light" });
        await show(page, dashboard.url, view);
        const light = await accessibilityErrors(page);
        await page.emulateMedia({ colorScheme: "dark" });
        // The theme changes only colours.
        const dark = await accessibilityErrors(page, ["color-contrast"]);
        const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
        const errors = [...light, ...dark].filter((error) => /^(serious|critical)/.test(error));
        if (overflow !== 0) errors.push(`wider than the screen by ${overflow} px`);
        if (errors.length > 0) found[name] = errors;
      }
      expect(found).toEqual({});
      expect(complaints).toEqual([]);
    },
  );
});
