import { existsSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";

const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";

// Against hanging alone, as the tests' own.
const againstHangingMs = 60_000;

/** Whether there is a Chromium here. Where CI_REQUIRES_CHROMIUM is true, its absence is an error. */
export const hasChromium = findChromium();

/** Starts a browser; it ends with the process, whatever happens. */
export function openChromium(): Promise<Browser> {
  // Within a container nobody is anybody else, and the browser's own sandbox does not start.
  return chromium.launch({ executablePath, args: ["--no-sandbox"], timeout: againstHangingMs });
}

/** A page's window and what a visitor's browser says of it. */
export interface View {
  width: number;
  height: number;
  theme?: "light" | "dark";
}

/** A page in a browser of its own, without a cookie, and everything that it complains of. */
export async function openPage(
  browser: Browser,
  { width, height, theme = "light" }: View = { width: 1280, height: 860 },
): Promise<{ page: Page; complaints: string[] }> {
  const isNarrow = width < 500;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    isMobile: isNarrow,
    hasTouch: isNarrow,
    // Another than any organization of a test: what is shown must not depend on where the browser is.
    timezoneId: "America/New_York",
  });
  context.setDefaultTimeout(againstHangingMs);
  const page = await context.newPage();
  return { page, complaints: complaintsOf(page) };
}

/** Errors of the page's scripts and on its console, as of its security policy, as they come. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(`page error: ${message}`));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`console: ${message.text()}`);
  });
  return complaints;
}

function findChromium(): boolean {
  if (existsSync(executablePath)) return true;
  const text = `${executablePath} is not installed (apt-get install chromium)`;
  if (process.env["CI_REQUIRES_CHROMIUM"] === "true") {
    throw new Error(`${text}, and it is required here`);
  }
  process.stderr.write(`${text}: tests that need it are skipped\n`);
  return false;
}
