import type { Page } from "playwright-core";
import { openChromium, openPage } from "../../../dashboard/chromium.ts";
import type { KioskPage } from "../../../support/office_day/arrivals.ts";
import { type Day, pageTimeoutMs } from "../../../support/office_day/day.ts";
import { lastNames } from "../../../support/office_day/day_plan.ts";
import { observeLongTasks } from "../../../support/office_day/page_figures.ts";

/** Opens a kiosk in a browser at one of the processes. A scanner types the codes, one person after the other. */
export async function openKiosk(
  { office }: Day,
  process: number,
): Promise<{ page: Page; longTasks: readonly number[]; scan: KioskPage }> {
  const { page } = await openPage(await openChromium(), { width: 1080, height: 1920 });
  page.setDefaultTimeout(pageTimeoutMs);
  const longTasks = await observeLongTasks(page);
  await office.clock.attach(page);
  await page.goto(`${office.api.services[process]!.url}/kiosk/${office.kioskTokens[0]}`);
  await page.locator("input[name=code]").waitFor();
  let turn: Promise<unknown> = Promise.resolve();
  async function scanNow(code: string): Promise<number> {
    // The first key of a code removes the answer for the person before.
    await page.keyboard.type(code);
    await page.keyboard.press("Enter");
    const answer = page.locator(".answer");
    await answer.waitFor();
    expectNoName(await page.content());
    const text = await answer.innerText();
    // The kiosk gives up after 20 s without an answer, and asks the person to try again.
    if (text.includes(failedText)) return await scanNow(code);
    const number = /Your number:?\s+(\d+)/i.exec(text)?.[1];
    if (number === undefined) throw new Error(`The kiosk answered a code with ${text}`);
    return Number(number);
  }
  return {
    page,
    longTasks,
    scan(code) {
      const scanned = turn.then(() => scanNow(code));
      turn = scanned.catch(() => {});
      return scanned;
    },
  };
}

const endText = /^(Your visit has ended|This number does not wait|Your number was called several)/;
const maxFollowMs = 300_000;
const failedText = "That did not work";

/** What the page of one ticket after the other has shown. */
export interface TicketPage {
  page: Page;
  followed: number;
  /** Resolves when the day is over. */
  done: Promise<void>;
}

/** Opens the tickets of people who wait, one after the other, each until its visit has ended. */
export async function followTickets(day: Day, process: number): Promise<TicketPage> {
  const { office } = day;
  const { page } = await openPage(await openChromium(), { width: 390, height: 844 });
  page.setDefaultTimeout(pageTimeoutMs);
  await office.clock.attach(page);
  const clerk = await day.newClerk(process);
  const opened: TicketPage = { page, followed: 0, done: Promise.resolve() };
  opened.done = follow();
  return opened;

  async function follow(): Promise<void> {
    while (!day.isOver()) {
      const queue = await clerk<{ waiting: { number: number; ticket: string }[] }>("queue", {});
      const next = queue!.waiting[0];
      if (!next) {
        await office.clock.pause(60);
        continue;
      }
      await page.goto(`${office.api.services[process]!.url}/ticket/${next.ticket}`);
      const main = page.locator("main");
      await main.getByText(String(next.number), { exact: true }).first().waitFor();
      await main.getByText(endText).waitFor({ timeout: maxFollowMs });
      expectNoName(await page.content());
      opened.followed += 1;
    }
  }
}

/** Throws if a text has the name of a person. */
function expectNoName(text: string): void {
  const found = lastNames.find((name) => text.includes(name));
  if (found) throw new Error(`A page for everybody shows the name ${found}`);
}
