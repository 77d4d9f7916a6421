import { mkdir } from "node:fs/promises";
import type { Page } from "playwright-core";
import { openChromium, openPage, type View } from "../../../dashboard/chromium.ts";
import { openSignedIn } from "../../../dashboard/keyboard.ts";
import type { CalledVisit } from "../../../support/clerk.ts";
import { type Day, pageTimeoutMs } from "../../../support/office_day/day.ts";

const themes = ["light", "dark"] as const;
const phone = { width: 390, height: 844 };
const dashboardPaths = ["/queue", "/calendar", "/visits"];

/** Takes pictures of every screen of the office in its present state. */
export async function takePictures(
  day: Day,
  { folder, process }: { folder: string; process: number },
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { office } = day;
  const { url } = office.api.services[process]!;
  const clerk = await day.newClerk(process);
  const take = async (name: string, view: View, show: (page: Page) => Promise<unknown>) => {
    const { page } = await openPage(await openChromium(), view);
    page.setDefaultTimeout(pageTimeoutMs);
    await office.clock.attach(page);
    try {
      await show(page);
      const size = `${view.width}_${view.theme}`;
      await page.screenshot({ path: `${folder}/${name}_${size}.png` });
    } finally {
      await page.context().close();
    }
  };
  for (const theme of themes) {
    await takeDashboard({ ...phone, theme });
    await takeDashboard({ width: 1440, height: 900, theme });
    await take("display", { width: 1920, height: 1080, theme }, async (page) => {
      await page.goto(`${url}/display/${office.displayToken}`);
      await page.locator(".call").first().waitFor();
    });
    await take("kiosk", { width: 1080, height: 1920, theme }, async (page) => {
      await page.goto(`${url}/kiosk/${office.kioskTokens[1]}`);
      await page.locator(".choice").first().waitFor();
    });
    const { waiting, inService } = (await clerk<Record<"waiting" | "inService", CalledVisit[]>>(
      "queue",
      {},
    ))!;
    for (
      const [name, visit] of [["waiting", waiting.at(-1)], ["called", inService.at(-1)]] as const
    ) {
      if (!visit) continue;
      await take(`ticket_${name}`, { ...phone, theme }, async (page) => {
        await page.goto(`${url}/ticket/${visit.ticket}`);
        await page.locator(".number").first().waitFor();
      });
    }
  }

  async function takeDashboard(view: View): Promise<void> {
    const { page } = await openPage(await openChromium(), view);
    page.setDefaultTimeout(pageTimeoutMs);
    await office.clock.attach(page);
    await openSignedIn(page, { url, owner: office.owner });
    for (const path of dashboardPaths) {
      await page.goto(`${url}${path}`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.getByLabel("Loading").first().waitFor({ state: "detached" });
      const size = `${view.width}_${view.theme}`;
      await page.screenshot({ path: `${folder}${path}_${size}.png` });
    }
    await page.context().close();
  }
}
