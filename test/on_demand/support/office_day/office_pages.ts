import type { Page } from "playwright-core";
import type { Day } from "../../../support/office_day/day.ts";
import { openDesk, workAtDesk } from "./desk_page.ts";
import type { DisplayPage } from "../../../support/office_day/display_page.ts";
import { memoryOf, timesText, watchMainThread } from "../../../support/office_day/page_figures.ts";
import type { Browsers } from "../../../support/office_day/play_day.ts";
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
  const pages: ObservedPages = {
    "first desk": desks[0]!,
    "second desk": desks[1]!,
    display,
    kiosk,
  };
  const before = await memoryOf(display.page);
  const threads = await Promise.all(Object.values(pages).map(({ page }) => watchMainThread(page)));
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
        ...Object.fromEntries(desks.map(({ actionsMs }, i) => [
          `desk ${i + 1}: key to changed counter`,
          timesText(actionsMs),
        ])),
        ...busyTexts(pages, shares),
      };
    },
  };
}

type ObservedPages = Record<string, { page: Page; longTasks: readonly number[] }>;

function busyTexts(pages: ObservedPages, shares: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(pages).map(([name, { longTasks }], i) => [
      `${name}: main thread busy, tasks of 50 ms and more`,
      `${shares[i]}, ${timesText(longTasks)}`,
    ]),
  );
}
