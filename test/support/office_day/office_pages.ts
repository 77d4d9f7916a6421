import type { Page } from "playwright-core";
import type { Day } from "./day.ts";
import { type DeskPage, openDesk, workAtDesk } from "./desk_page.ts";
import type { DisplayPage } from "./display_page.ts";
import {
  deskActionsOf,
  longTasksOf,
  memoryOf,
  timesText,
  watchMainThread,
} from "./page_figures.ts";
import type { Browsers } from "./play_day.ts";
import { followTickets, openKiosk, type TicketPage } from "./public_pages.ts";

/** The pages of an office that are open all day. */
export interface OfficePages {
  browsers: Pick<Browsers, "desks" | "kioskPage">;
  tickets: TicketPage;
  /** Returns what was measured in the pages, after so many seconds of the machine. */
  figures(seconds: number): Promise<Record<string, string>>;
}

/** Opens two desks, a kiosk and the page of tickets, each at another process. `killed` is the process that will be killed. */
export async function openPages(
  day: Day,
  { display, killed }: { display: DisplayPage; killed: number },
): Promise<OfficePages> {
  const desks = [
    await openDesk(day, { index: 0, process: 0 }),
    await openDesk(day, { index: 7, process: killed }),
  ];
  const kiosk = await openKiosk(day, 2);
  const tickets = await followTickets(day, 3);
  const pages = {
    "first desk": desks[0]!.page,
    "second desk": desks[1]!.page,
    display: display.page,
    kiosk: kiosk.page,
  };
  const before = await memoryOf(display.page);
  const threads = await Promise.all(Object.values(pages).map(watchMainThread));
  return {
    browsers: {
      desks: new Map(desks.map((desk) => [desk.index, () => workAtDesk(day, desk)])),
      kioskPage: kiosk.scan,
    },
    tickets,
    async figures(seconds) {
      const after = await memoryOf(display.page);
      const worked = await Promise.all(threads.map((secondsOf) => secondsOf()));
      const shares = worked.map((one) => `${Math.round(one / seconds * 100)} %`);
      return {
        "display: heap and nodes before": `${before.heapMb} MB, ${before.nodes}`,
        "display: heap and nodes after": `${after.heapMb} MB, ${after.nodes}`,
        "key to changed counter": await actionsText(desks),
        ...await busyTexts(pages, shares),
      };
    },
  };
}

async function actionsText(desks: readonly DeskPage[]): Promise<string> {
  const actions = await Promise.all(desks.map(({ page }) => deskActionsOf(page)));
  return timesText(actions.flat().map(({ ms }) => ms));
}

async function busyTexts(
  pages: Record<string, Page>,
  shares: readonly string[],
): Promise<Record<string, string>> {
  const texts = Object.entries(pages).map(async ([name, page], i) => [
    `${name}: main thread busy, tasks of 50 ms and more`,
    `${shares[i]}, ${timesText(await longTasksOf(page))}`,
  ]);
  return Object.fromEntries(await Promise.all(texts));
}
