import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasChromium, openPage } from "./chromium.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";

const light = "rgb(255, 255, 255)";
const dark = "rgb(19, 20, 25)";

describe.skipIf(!hasChromium)("the theme", () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard?.[Symbol.asyncDispose]());

  test.each(
    [
      ["light", null, light],
      ["dark", null, dark],
      ["light", "dark", dark],
      ["dark", "light", light],
    ] as const,
  )("of a system that is %s, with the choice %s", async (colorScheme, chosen, expected) => {
    const { page } = await openPage(dashboard.browser);
    await page.emulateMedia({ colorScheme });
    await page.goto(dashboard.url);
    if (chosen) await page.evaluate(`localStorage.setItem("theme", "${chosen}")`);
    await page.reload();
    await page.getByLabel("E-mail").waitFor();
    const shown = await page.evaluate("getComputedStyle(document.documentElement).backgroundColor");
    expect(shown).toBe(expected);
    await page.context().close();
  });
});
