// Pictures of every page, light and dark, 1280 and 375 px wide, and what axe-core finds on each:
//   DASHBOARD_URL=… EMAIL=… PASSWORD=… node test/dashboard/screenshots.ts [page …]
import axe from "axe-core";
import { mkdir } from "node:fs/promises";
import { type Browser, chromium, type Page } from "playwright-core";

const url = process.env["DASHBOARD_URL"] ?? "http://127.0.0.1:3000";
const email = process.env["EMAIL"] ?? "owner@demo.example";
const password = process.env["PASSWORD"] ?? "";
const folder = ".cache/screenshots";

interface Shot {
  path: string;
  /** What is done before the picture. */
  steps?: (page: Page) => Promise<unknown>;
  isSignedOut?: boolean;
}

const select = (page: Page) => page.keyboard.press("j");
const openFirstRow = (page: Page) => page.locator(".row-link").first().click();
const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name }).first().click();

const shots: Record<string, Shot> = {
  sign_in: { path: "/", isSignedOut: true },
  today: { path: "/", steps: select },
  today_keys: { path: "/", steps: (page) => page.keyboard.press("?") },
  today_new: { path: "/", steps: (page) => page.keyboard.press("n") },
  today_cancel: {
    path: "/",
    async steps(page) {
      await select(page);
      await page.waitForTimeout(300);
      await page.keyboard.press("x");
    },
  },
  today_move: {
    path: "/",
    async steps(page) {
      await select(page);
      await page.waitForTimeout(300);
      await page.keyboard.press("r");
    },
  },
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
  usage: { path: "/usage", steps: (page) => page.waitForTimeout(800) },
  credits: { path: "/credits" },
  team: { path: "/team" },
  settings: { path: "/settings" },
  reporting_tokens: { path: "/reporting-tokens" },
  audit: { path: "/audit" },
};

const sizes = { 1280: { width: 1280, height: 860 }, 375: { width: 375, height: 780 } };
const say = (line: string) => void process.stdout.write(`${line}\n`);

await mkdir(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const wanted = process.argv.slice(2);
for (const isSignedOut of [true, false]) {
  const names = Object.keys(shots).filter((name) =>
    (shots[name]!.isSignedOut ?? false) === isSignedOut &&
    (wanted.length === 0 || wanted.includes(name))
  );
  if (names.length > 0) await takeAll(browser, names, isSignedOut);
}
await browser.close();

async function takeAll(browser: Browser, names: string[], isSignedOut: boolean): Promise<void> {
  const signedIn = await browser.newContext();
  if (!isSignedOut) await signIn(await signedIn.newPage());
  const storageState = await signedIn.storageState();
  for (const colorScheme of ["light", "dark"] as const) {
    for (const [width, viewport] of Object.entries(sizes)) {
      const isMobile = viewport.width < 500;
      const options = { viewport, colorScheme, storageState, isMobile, hasTouch: isMobile };
      const context = await browser.newContext(options);
      const page = await context.newPage();
      page.on("console", (message) => {
        const isExpected = isSignedOut && message.text().includes("401");
        if (message.type() === "error" && !isExpected) say(`console: ${message.text()}`);
      });
      page.on("pageerror", (error) => say(`page error: ${error.message}`));
      for (const name of names) await take(page, name, `${name}_${width}_${colorScheme}`);
      await context.close();
    }
  }
  await signedIn.close();
}

async function take(page: Page, name: string, file: string): Promise<void> {
  const { path, steps } = shots[name]!;
  await page.goto(`${url}${path}`);
  await settled(page);
  await steps?.(page).catch((error: unknown) => say(`${file}: ${String(error).split("\n")[0]}`));
  if (/_(new|cancel|move|keys)_/.test(file)) {
    await page.locator(".modal").waitFor({ timeout: 5000 }).catch(() => {});
  }
  await settled(page);
  await page.screenshot({ path: `${folder}/${file}.png` });
  await page.evaluate(axe.source);
  const faults = await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as {
      axe: { run(): Promise<{ violations: AxeFault[] }> };
    }).axe.run();
    return violations.map(({ id, impact, nodes }) =>
      `${impact} ${id}: ${nodes.slice(0, 2).map(({ html }) => html.slice(0, 140)).join(" | ")}`
    );
  });
  say(`${file}: ${faults.length === 0 ? "no faults" : `\n  ${faults.join("\n  ")}`}`);
  const wide = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
  if (wide > 0) say(`  wider than the screen by ${wide} px`);
}

interface AxeFault {
  id: string;
  impact: string;
  nodes: { html: string }[];
}

async function settled(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor({ state: "attached", timeout: 9000 }).catch(() => {});
  await page.waitForLoadState("networkidle").catch(() => {});
  await page.getByLabel("Loading").first().waitFor({ state: "hidden", timeout: 9000 }).catch(
    () => {},
  );
  await page.waitForTimeout(350);
}

async function signIn(page: Page): Promise<void> {
  await page.goto(url);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { level: 1, name: "Today" }).waitFor();
}
