import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { receiverEnvironment, startWebhookReceiver } from "../support/webhook_receiver.ts";
import { hasChromium, openPage } from "./chromium.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";
import { faultsOfAccess } from "./faults_of_access.ts";
import { fillIn } from "./fill_in.ts";
import { signIn } from "./hands.ts";
import { show, sightsOn, sizes } from "./sights.ts";

// It keeps every one of some fifty sights for a moment, and may have half a machine for it.
const longer = { timeout: 600_000 };

describe.skipIf(!hasChromium)("every page", () => {
  let opened: AsyncDisposableStack;
  let dashboard: Dashboard;
  let date: string;

  beforeAll(async () => {
    opened = new AsyncDisposableStack();
    const { environment } = opened.use(await receiverEnvironment());
    const receiver = opened.use(await startWebhookReceiver());
    dashboard = opened.use(await startDashboard(environment));
    ({ date } = await fillIn({ ...dashboard, receiverUrl: receiver.url }));
  });
  afterAll(() => opened?.disposeAsync());

  test.concurrent.each(sizes)(
    "can be reached and read by everybody, light and dark, $width px wide",
    longer,
    async (size) => {
      const { page, complaints } = await openPage(dashboard.browser, size);
      const found: Record<string, string[]> = {};
      let isSignedIn = false;
      for (const [name, sight] of Object.entries(sightsOn(date))) {
        if (!sight.isSignedOut && !isSignedIn) await signIn(page, dashboard);
        isSignedIn = !sight.isSignedOut;
        await page.emulateMedia({ colorScheme: "light" });
        await show(page, dashboard.url, sight);
        const light = await faultsOfAccess(page);
        await page.emulateMedia({ colorScheme: "dark" });
        // The theme changes colours alone.
        const dark = await faultsOfAccess(page, ["color-contrast"]);
        const wider = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
        const faults = [...light, ...dark].filter((fault) => /^(serious|critical)/.test(fault));
        if (wider !== 0) faults.push(`wider than the screen by ${wider} px`);
        if (faults.length > 0) found[name] = faults;
      }
      expect(found).toEqual({});
      expect(complaints).toEqual([]);
    },
  );
});
