import type { Page } from "playwright-core";
import { afterEach } from "vitest";

/** Saves a picture of the page after a failed test. */
export function pictureFailures(pageOf: () => Page | undefined): void {
  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail") return;
    const path = `.cache/screenshots/failed_${task.name.replaceAll(/\W+/g, "_")}.png`;
    await pageOf()?.screenshot({ path });
  });
}
