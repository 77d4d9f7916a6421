import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { onePerWorker } from "../support/one_per_worker.ts";

const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";

// Long, because it only ends a test that hangs.
const hangTimeoutMs = 60_000;

/** Whether Chromium is installed. If CI_REQUIRES_CHROMIUM is true, its absence is an error. */
export const hasChromium = findChromium();

const disabledFeatures = [
  // Chromium would load the list below its address bar as a page of its own in each context, which takes a third of the
  // time of a small test.
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  // Playwright's own list, which this one replaces: the browser reads only the last one.
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
];

/** Returns the browser of this worker. Each file opens browser contexts of its own in it. */
export const openChromium = onePerWorker((): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      // A container runs as root, and the browser's own sandbox does not start as root.
      "--no-sandbox",
      // A machine without a graphics card would do its work in software.
      "--disable-gpu-rasterization",
      `--disable-features=${disabledFeatures.join(",")}`,
    ],
    timeout: hangTimeoutMs,
    // It ends with the worker in any case: it watches its end of a pipe.
    handleSIGTERM: false,
  })
);

/** The size of the window, and the theme of the system. */
export interface View {
  width: number;
  height: number;
  theme?: "light" | "dark";
  /** The language of the browser. */
  locale?: string;
  /** The zone of the browser. */
  timeZone?: string;
  /** Accepts certificates of authorities that only a test knows. */
  trustsAll?: boolean;
}

/** Opens a page in a new browser context without cookies. `complaints` collects its errors. */
export async function openPage(
  browser: Browser,
  // No organization of a test has this zone: the shown times must not depend on the browser.
  {
    width,
    height,
    theme = "light",
    locale = "en-GB",
    timeZone = "America/New_York",
    trustsAll = false,
  }: View = {
    width: 1280,
    height: 860,
  },
): Promise<{ page: Page; complaints: string[] }> {
  const isNarrow = width < 500;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    isMobile: isNarrow,
    hasTouch: isNarrow,
    locale,
    reducedMotion: "reduce",
    timezoneId: timeZone,
    ignoreHTTPSErrors: trustsAll,
  });
  context.setDefaultTimeout(hangTimeoutMs);
  endRoutesBeforeClose(context);
  await context.addInitScript(fastScanner);
  const page = await context.newPage();
  return { page, complaints: complaintsOf(page) };
}

/** A page that polls may be in a route when its context closes. Its failure would be that of the test that runs then. */
function endRoutesBeforeClose(context: BrowserContext): void {
  const close = context.close.bind(context);
  context.close = async (options) => {
    for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
    await close(options);
  };
}

// With a fast scanner, the command of a key runs after 80 ms (gateway/dashboard/ui/keys/recognizer.ts).
const fastScanner =
  `localStorage.getItem("scanner") ?? localStorage.setItem("scanner", '{"gapMs":5,"isSetUp":true}')`;

/** Collects errors of scripts and of the console, for example of the security policy. */
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
    throw new Error(`${text}, and CI_REQUIRES_CHROMIUM is true`);
  }
  process.stderr.write(`${text}: tests that need it are skipped\n`);
  return false;
}
