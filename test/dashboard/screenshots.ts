// Takes pictures of every page, light and dark, 1280 and 375 px wide, and checks each with axe-core:
//   DASHBOARD_URL=… EMAIL=… PASSWORD=… [DAY=…] node test/dashboard/screenshots.ts [name …]
import { mkdir } from "node:fs/promises";
import type { Page } from "playwright-core";
import { openChromium, openPage } from "./chromium.ts";
import { signIn } from "./keyboard.ts";
import { accessibilityErrors } from "./accessibility.ts";
import { pageViewsOn, show, sizes, themes } from "./page_views.ts";

const url = process.env["DASHBOARD_URL"] ?? "http://127.0.0.1:3000";
const owner = {
  id: 0,
  email: process.env["EMAIL"] ?? "owner@demo.example",
  password: process.env["PASSWORD"] ?? "",
};
const tomorrow = Temporal.Now.plainDateISO().add({ days: 1 }).toString();
const folder = ".cache/screenshots";
const views = pageViewsOn(process.env["DAY"] ?? tomorrow);
const wanted = process.argv.slice(2);
const say = (line: string) => void process.stdout.write(`${line}\n`);

await mkdir(folder, { recursive: true });
const browser = await openChromium();
for (const theme of themes) {
  for (const size of sizes) {
    const { page, complaints } = await openPage(browser, { ...size, theme });
    page.setDefaultTimeout(9000);
    const end = `${size.width}_${theme}`;
    for (const isSignedOut of [true, false]) {
      if (!isSignedOut) await signIn(page, { url, owner });
      for (const [name, view] of Object.entries(views)) {
        if ((view.isSignedOut ?? false) !== isSignedOut) continue;
        if (wanted.length > 0 && !wanted.includes(name)) continue;
        await show(page, url, view).catch((error: unknown) => say(`${name}: ${String(error)}`));
        await take(page, `${name}_${end}`);
      }
    }
    for (const complaint of complaints) say(`  ${complaint}`);
    await page.context().close();
  }
}
await browser.close();

async function take(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `${folder}/${name}.png` });
  const errors = await accessibilityErrors(page);
  say(`${name}: ${errors.length === 0 ? "no errors" : `\n  ${errors.join("\n  ")}`}`);
  const overflow = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
  if (overflow > 0) say(`  wider than the screen by ${overflow} px`);
}
