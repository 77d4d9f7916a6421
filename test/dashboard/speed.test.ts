import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patience } from "../support/patience.ts";
import { hasChromium, openPage } from "./chromium.ts";
import { bookFullDay } from "./full_day.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";
import { signIn } from "./hands.ts";
import { longestTaskWhile, paintTime } from "./smoothness.ts";

const mostRounds = 12;

describe.skipIf(!hasChromium)("Today", () => {
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard?.[Symbol.asyncDispose]());

  test("shows its appointments within a second, from a cold cache", async () => {
    const { page } = await openPage(dashboard.browser);
    await signIn(page, dashboard);
    await expectWithin("Today is usable from a cold cache after", 1000, async () => {
      // The session's cookie, and nothing that was kept.
      const { cookies } = await page.context().storageState();
      const { page: cold } = await openPage(dashboard.browser);
      await cold.context().addCookies(cookies);
      const startedAt = performance.now();
      await cold.goto(`${dashboard.url}/?date=${dashboard.tomorrow}`, { waitUntil: "commit" });
      await cold.getByRole("row", { name: /08:30/ }).waitFor();
      const took = performance.now() - startedAt;
      await cold.context().close();
      return took;
    });
  });

  test("stays smooth with 2,000 appointments on the day", async () => {
    const date = await bookFullDay(dashboard, 2000);
    const { page } = await openPage(dashboard.browser);
    await signIn(page, dashboard);
    await page.goto(`${dashboard.url}/?date=${date}`);
    await page.getByText("To come 2000").waitFor();
    const { mouse, keyboard } = page;
    await expectWithin(
      "longest task while j is held down",
      100,
      () => longestTaskWhile(page, () => times(60, () => keyboard.down("j"))),
    );
    await keyboard.up("j");
    await expectWithin(
      "longest task while scrolling",
      100,
      () => longestTaskWhile(page, () => times(20, () => mouse.wheel(0, 900))),
    );
    await expectWithin("from a key to what it does on the screen", 150, () => paintTime(page, "k"));
  });
});

/**
 * Measures until it is as quick as it should be, and tells the best. Others work on the machine meanwhile, and
 * what they take of it says nothing of the page.
 */
async function expectWithin(
  what: string,
  mostMs: number,
  measure: () => Promise<number>,
): Promise<void> {
  const took: number[] = [];
  while (took.length < mostRounds && !(Math.min(...took) < patience(mostMs))) {
    took.push(await measure());
  }
  const best = Math.min(...took);
  process.stderr.write(`${what}: ${Math.round(best)} ms (round ${took.length})\n`);
  expect(best).toBeLessThan(patience(mostMs));
}

async function times(count: number, act: () => Promise<void>): Promise<void> {
  for (let i = 0; i < count; i += 1) await act();
}
