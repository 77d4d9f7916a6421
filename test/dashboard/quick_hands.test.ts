import { expect, test } from "vitest";
import { hasChromium, openPage } from "./chromium.ts";
import { startDashboard } from "./dashboard.ts";
import { expectSeen, expectShown, press, signIn } from "./hands.ts";

test.skipIf(!hasChromium)(
  "who are checked in one right after another leave the list for good, and each is told of",
  async () => {
    await using dashboard = await startDashboard();
    const { page } = await openPage(dashboard.browser);
    await signIn(page, dashboard);
    await page.goto(`${dashboard.url}/?date=${dashboard.tomorrow}`);
    const names = page.getByRole("grid").locator(".row-name");
    await expectShown(names.first());
    const [first, second] = await names.allInnerTexts();
    // Each goes out when it may.
    const ways = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let asked = 0;
    await page.route("**/trpc/appointments.complete*", async (route) => {
      await ways[asked++]!.promise;
      await route.continue();
    });
    await press(page, "j", "c", "c");
    ways[0]!.resolve();
    await expectSeen(page, new RegExp(`^${first} .* is checked in`));
    expect(await names.allInnerTexts()).not.toContain(second);
    ways[1]!.resolve();
    await expectSeen(page, new RegExp(`^${second} .* is checked in`));
    expect(await names.allInnerTexts()).not.toContain(second);
  },
);
