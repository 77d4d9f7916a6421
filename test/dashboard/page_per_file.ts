import type { Page } from "playwright-core";
import { perFile } from "../support/per_file.ts";
import { hasChromium, openPage, type View } from "./chromium.ts";
import { type Dashboard, startDashboard } from "./dashboard.ts";
import { openSignedIn } from "./keyboard.ts";
import { pictureFailures } from "./picture_failures.ts";

/** What all tests of a file share. */
export interface SharedPage {
  dashboard: Dashboard;
  page: Page;
  /** The errors of the page. */
  complaints: string[];
}

/** Opens a new organization and a page for the tests of a file, with a session of its owner. */
export async function openPagePerFile(
  { view, isSignedIn = true }: { view?: View; isSignedIn?: boolean } = {},
): Promise<SharedPage> {
  // Without a browser, all tests of the file are skipped.
  if (!hasChromium) return {} as SharedPage;
  const dashboard = await perFile(startDashboard());
  const { page, complaints } = await openPage(dashboard.browser, view);
  pictureFailures(() => page);
  if (isSignedIn) await openSignedIn(page, dashboard);
  return { dashboard, page, complaints };
}
