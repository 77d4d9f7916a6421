import type { Page } from "playwright-core";
import { afterEach } from "vitest";

/**
 * Saves a picture of the page after a failed test. The page is then loaded again without routes, so that neither a held
 * request nor an open dialog makes the next tests fail too.
 */
export function pictureFailures(pageOf: () => Page | undefined): void {
  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail") return;
    const path = `.cache/screenshots/failed_${task.name.replaceAll(/\W+/g, "_")}.png`;
    const page = pageOf();
    await page?.screenshot({ path });
    await page?.unrouteAll({ behavior: "ignoreErrors" });
    await page?.reload();
    // Keys that are pressed before the page is there are lost.
    await page?.locator("h1").first().waitFor();
  });
}
