import type { Page } from "playwright-core";
import { press } from "./keyboard.ts";

/** A page, or a dialog over a page. */
export interface PageView {
  path: string;
  /** The steps on the page that lead to the view. */
  steps?: (page: Page) => Promise<unknown>;
  isSignedOut?: boolean;
}

/** The sizes of a desktop screen, a phone and a tablet. */
export const sizes = [
  { width: 1280, height: 860 },
  { width: 375, height: 780 },
  { width: 768, height: 1024 },
] as const;
export const themes = ["light", "dark"] as const;

const overPage = (page: Page) => page.locator(".modal .dialog").first().waitFor();
const byKey = (...keys: string[]) => async (page: Page) => {
  // Late in the day everybody who is still expected is overdue, and one line replaces them.
  const fold = page.locator(".fold[aria-expanded=false]");
  await page.getByRole("grid").or(fold).first().waitFor();
  if (await fold.count() > 0) await fold.click();
  await page.getByRole("grid").waitFor();
  await press(page, ...keys);
};
const openByKey = (...keys: string[]) => async (page: Page) => {
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

const showMail = async (page: Page) => {
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("region", { name: "Preview of the mail" }).locator("strong").waitFor();
};

const onTable = (page: Page) => page.locator(".report-table tbody tr").first().waitFor();
const onBoard = (page: Page) => page.locator(".board-column").first().waitFor();
const beginMove = async (page: Page) => {
  await page.locator(".board-block.scheduled").first().focus();
  await press(page, "r", "ArrowDown");
  await page.locator(".board-proposal").waitFor();
};

/** Returns every page of the dashboard and the most frequent dialogs. `date` is a day with appointments. */
export function pageViewsOn(date: string): Record<string, PageView> {
  const day = `/?date=${date}`;
  return {
    sign_in: { path: "/", isSignedOut: true },
    today: { path: day, steps: byKey("j") },
    today_empty: { path: "/?date=2020-01-01" },
    today_keys: { path: day, steps: openByKey("?") },
    today_new: { path: day, steps: openByKey("n") },
    today_cancel: { path: day, steps: openByKey("j", "x") },
    today_move: { path: day, steps: openByKey("j", "r") },
    today_test: { path: "/?environment=TEST" },
    queue: { path: "/queue" },
    queue_walk_in: { path: "/queue", steps: button("Walk-in") },
    calendar: { path: `/calendar?date=${date}`, steps: onBoard },
    calendar_departments: { path: `/calendar?view=departments&date=${date}`, steps: onBoard },
    calendar_week: { path: `/calendar?view=week&date=${date}`, steps: onBoard },
    calendar_move: { path: `/calendar?view=departments&date=${date}`, steps: beginMove },
    appointments: { path: "/appointments" },
    appointment: { path: "/appointments", steps: openFirstRow },
    overview: { path: "/overview" },
    visits: { path: `/visits?date=${date}` },
    visits_week: { path: `/visits?period=week&date=${date}` },
    visits_today: { path: "/visits" },
    visits_nobody: { path: "/visits?date=2020-01-01" },
    reports: { path: "/reports?by=DAY,DEPARTMENT&period=ahead", steps: onTable },
    reports_names: { path: "/reports?report=usageReport&by=ENDPOINT", steps: onTable },
    reports_use: { path: "/reports?by=none", steps: button("Use in a tool") },
    reports_nothing: { path: "/reports?period=custom&from=2020-01-01&to=2020-01-02" },
    departments: { path: "/departments" },
    department: { path: "/departments/1" },
    department_queue: { path: "/departments/1?tab=queue" },
    api_keys: { path: "/api-keys" },
    api_keys_new: { path: "/api-keys", steps: button("Create key") },
    webhooks: { path: "/webhooks" },
    webhook: { path: "/webhooks/1" },
    webhook_delivery: { path: "/webhooks/1", steps: openFirstRow },
    usage: { path: "/usage", steps: (page) => page.locator(".chart-bars").first().waitFor() },
    developers: { path: "/developers" },
    credits: { path: "/credits" },
    team: { path: "/team" },
    settings: { path: "/settings" },
    email: { path: "/email" },
    email_preview: { path: "/email", steps: showMail },
    retention: { path: "/settings", steps: button("Check and save …") },
    account: { path: "/account" },
    reporting_tokens: { path: "/reporting-tokens" },
    waitlist: { path: "/waitlist" },
    screens: { path: "/screens" },
    screens_new: { path: "/screens", steps: button("Add screen") },
    audit: { path: "/audit" },
    nothing: { path: "/webhooks/99999" },
  };
}

/** Opens a view and waits until its data are loaded and its animations have ended. */
export async function show(page: Page, url: string, { path, steps }: PageView): Promise<void> {
  await page.goto(`${url}${path}`);
  await settled(page);
  await steps?.(page);
  await settled(page);
}

/** Waits until the data of the page are loaded and its animations have ended. */
export async function settled(page: Page): Promise<void> {
  await page.locator("h1, .empty-title").first().waitFor();
  await page.getByLabel("Loading").first().waitFor({ state: "detached" });
  // On a touch screen a dialog is hidden until the on-screen keyboard has decided to open.
  await page.locator(".overlay[style*='opacity: 0']").waitFor({ state: "detached" });
  // Contrast checks and pictures need the final colours. The end of one transition can start others in what it contains.
  await page.evaluate(`(async () => {
    for (;;) {
      const finite = document.getAnimations()
        .filter(({ effect }) => effect.getComputedTiming().endTime < Infinity);
      if (finite.length === 0) return;
      await Promise.all(finite.map(({ finished }) => finished.catch(() => {})));
    }
  })()`);
}
