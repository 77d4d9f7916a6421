import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patience } from "../support/patience.ts";
import { hasChromium, openPage } from "./chromium.ts";
import { bookFullDay } from "./full_day.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";
import { signIn } from "./hands.ts";
import { longestTaskWhile, paintTime } from "./smoothness.ts";

const maxRounds = 12;

describe.skipIf(!hasChromium)("Today", () => {
  let dashboard: Dashboard;

  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard?.[Symbol.asyncDispose]());

  test("shows its appointments within a second, from a cold cache", async () => {
    const { page } = await openPage(dashboard.browser);
    await signIn(page, dashboard);
    await expectWithin(1000, "Today is usable from a cold cache after", async () => {
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
      100,
      "longest task while j is held down",
      () => longestTaskWhile(page, () => times(60, () => keyboard.down("j"))),
    );
    await keyboard.up("j");
    const chosen = page.getByRole("row", { selected: true });
    expect(Number(await chosen.getAttribute("aria-rowindex"))).toBeGreaterThan(50);
    await expectWithin(
      100,
      "longest task while scrolling",
      () => longestTaskWhile(page, () => times(20, () => mouse.wheel(0, 900))),
    );
    await expectWithin(150, "from a key to what it does on the screen", () => paintTime(page, "k"));
  });
});

/**
 * Measures until it is as quick as it should be, and tells how quick it was. Others work on the machine meanwhile,
 * and what they take of it says nothing of the page.
 */
async function expectWithin(
  maxMs: number,
  what: string,
  measure: () => Promise<number>,
): Promise<void> {
  const took: number[] = [];
  let isWithin = false;
  while (!isWithin && took.length < maxRounds) {
    const ms = await measure();
    took.push(Math.round(ms));
    isWithin = ms < patience(maxMs);
  }
  process.stderr.write(`${what}: ${took.at(-1)} ms (round ${took.length})\n`);
  expect(isWithin, `${what}, in ms: ${took.join(", ")}`).toBe(true);
}

async function times(count: number, act: () => Promise<void>): Promise<void> {
  for (let i = 0; i < count; i += 1) await act();
}
