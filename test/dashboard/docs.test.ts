import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventNames } from "../../core/mod.ts";
import { publicEndpoints, staffEndpoints, testEndpoints } from "../support/endpoints.ts";
import { type Api, startApi } from "../support/api.ts";
import { accessibilityErrors } from "./accessibility.ts";
import { hasChromium, openChromium, openPage } from "./chromium.ts";

describe.skipIf(!hasChromium)("the pages of the API documentation", () => {
  let api: Api;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api?.[Symbol.asyncDispose]());

  test.each(
    [
      { width: 1280, height: 860, theme: "light" },
      { width: 1280, height: 860, theme: "dark" },
      { width: 375, height: 812, theme: "light" },
      { width: 375, height: 812, theme: "dark" },
    ] as const,
  )("list every operation, without a foreign address: $width, $theme", async (view) => {
    const { page, complaints } = await openPage(await openChromium(), view);
    const { url } = api.services[0]!;
    const foreign: string[] = [];
    page.on("request", (request) => {
      const address = request.url();
      if (!address.startsWith(url) && !/^(data|blob):/.test(address)) foreign.push(address);
    });
    await page.goto(`${url}/docs`);
    const operations = page.locator(".opblock");
    const all = [...publicEndpoints, ...testEndpoints, ...staffEndpoints];
    // Signing in is one more. The events of webhooks and the event of a test are listed in the same way.
    const count = all.length + 1 + eventNames.length + 1;
    await expect.poll(() => operations.count()).toBe(count);
    await page.getByText("/api/v1/events").first().click();
    await page.getByText("nextCursor").first().waitFor();
    expect(complaints).toEqual([]);
    expect(foreign).toEqual([]);
    await page.getByRole("link", { name: "The feed of events" }).click();
    await page.getByRole("heading", { level: 1, name: "The feed of events" }).waitFor();
    expect(await accessibilityErrors(page)).toEqual([]);
    expect(complaints).toEqual([]);
    const isWide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
    expect(isWide).toBe(false);
    await page.context().close();
  });
});
