import type { Page } from "playwright-core";
import { afterEach } from "vitest";

/** Leaves a picture of what the page showed when a test failed. */
export function pictureFailures(pageOf: () => Page | undefined): void {
  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail") return;
    const path = `.cache/screenshots/failed_${task.name.replaceAll(/\W+/g, "_")}.png`;
    await pageOf()?.screenshot({ path });
  });
}
