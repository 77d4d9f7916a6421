import type { Page } from "playwright-core";
import { press } from "./hands.ts";

/** Something to see: a page, or what is asked over it. */
export interface Sight {
  path: string;
  /** What is done on the page to see it; ends when it is there. */
  steps?: (page: Page) => Promise<unknown>;
  isSignedOut?: boolean;
}

/** The widths at which it is looked at: a desk's and a phone's. */
export const sizes = [{ width: 1280, height: 860 }, { width: 375, height: 780 }] as const;
export const themes = ["light", "dark"] as const;

const overPage = (page: Page) => page.locator(".modal .dialog").first().waitFor();
const byKey = (...keys: string[]) => async (page: Page) => {
  await page.getByRole("grid").waitFor();
  await press(page, ...keys);
};
const askedByKey = (...keys: string[]) => async (page: Page) => {
  await byKey(...keys)(page);
  await overPage(page);
};
const openFirstRow = async (page: Page) => {
  await page.locator(".row-link").first().click();
  await overPage(page);
  await page.locator(".modal").getByRole("list").or(page.locator(".modal dl")).first().waitFor();
};
const button = (name: string) => async (page: Page) => {
  await page.getByRole("button", { name }).first().click();
  await overPage(page);
};

/** Every page of the dashboard, and what is most often asked over one; `date` has appointments. */
export function sightsOn(date: string): Record<string, Sight> {
  const day = `/?date=${date}`;
  return {
    sign_in: { path: "/", isSignedOut: true },
    today: { path: day, steps: byKey("j") },
    today_empty: { path: "/?date=2020-01-01" },
    today_keys: { path: day, steps: askedByKey("?") },
    today_new: { path: day, steps: askedByKey("n") },
    today_cancel: { path: day, steps: askedByKey("j", "x") },
    today_move: { path: day, steps: askedByKey("j", "r") },
    today_test: { path: "/?environment=TEST" },
    appointments: { path: "/appointments" },
    appointment: { path: "/appointments", steps: openFirstRow },
    departments: { path: "/departments" },
    department: { path: "/departments/1" },
    api_keys: { path: "/api-keys" },
    api_keys_new: { path: "/api-keys", steps: button("New key") },
    webhooks: { path: "/webhooks" },
    webhook: { path: "/webhooks/1" },
    webhook_delivery: { path: "/webhooks/1", steps: openFirstRow },
    usage: { path: "/usage", steps: (page) => page.locator(".recharts-surface").first().waitFor() },
    credits: { path: "/credits" },
    team: { path: "/team" },
    settings: { path: "/settings" },
    reporting_tokens: { path: "/reporting-tokens" },
    audit: { path: "/audit" },
    nothing: { path: "/webhooks/99999" },
  };
}

/** Goes there, and waits until everything that was asked for is shown and stands still. */
export async function show(page: Page, url: string, { path, steps }: Sight): Promise<void> {
  await page.goto(`${url}${path}`);
  await settled(page);
  await steps?.(page);
  await settled(page);
}

async function settled(page: Page): Promise<void> {
  await page.locator("h1, .empty-title").first().waitFor();
  await page.getByLabel("Loading").first().waitFor({ state: "detached" });
  // On a touch screen a dialog stays hidden until a keyboard has come up, or has not.
  await page.locator(".overlay[style*='opacity: 0']").waitFor({ state: "detached" });
  // Colours are judged, and pictures taken, of what has come to rest.
  await page.evaluate(`Promise.all(
    document.getAnimations()
      .filter(({ effect }) => effect.getComputedTiming().endTime < Infinity)
      .map(({ finished }) => finished.catch(() => {})),
  )`);
}
