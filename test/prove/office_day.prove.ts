import { loadavg } from "node:os";
import { expect } from "vitest";
import { hasChromium } from "../dashboard/chromium.ts";
import { checkLedger } from "../support/ledger_audit.ts";
import {
  checkAnnouncements,
  checkCallOrder,
  checkCalls,
  checkEvents,
  checkVisits,
  expectedEvents,
  readDay,
} from "../support/office_day/check_day.ts";
import { checkReport } from "../support/office_day/check_report.ts";
import { planDay } from "../support/office_day/day_plan.ts";
import { openDesk, workAtDesk } from "../support/office_day/desk_page.ts";
import { displayRecord, openDisplay } from "../support/office_day/display_page.ts";
import { recordEvents } from "../support/office_day/event_records.ts";
import { openOffice } from "../support/office_day/office.ts";
import {
  deskActionsOf,
  longTasksOf,
  memoryOf,
  timesText,
  watchMainThread,
} from "../support/office_day/page_figures.ts";
import { takePictures } from "../support/office_day/pictures.ts";
import { playDay, prepareDay } from "../support/office_day/play_day.ts";
import { followTickets, openKiosk } from "../support/office_day/public_pages.ts";
import { proof } from "./proof.ts";

const rate = 60;
const opens = 8 * 60;
const plan = planDay({
  seed: 18,
  visits: 900,
  departments: 6,
  workers: 25,
  opens,
  lastArrival: 15.5 * 60,
  handlingMinutes: 6,
});
/** The process that is killed. A desk and the display are connected to it. */
const killed = 1;
const picturesAt = 10.25 * 60;

proof("office-day", async (progress) => {
  expect(hasChromium, "Chromium is needed: apt-get install chromium").toBe(true);
  await using office = await openOffice(plan, { rate, beginsAt: opens - 5, processes: 4 });
  const display = await openDisplay(office, killed);
  const { day, booked } = await prepareDay(office, display.announcements);
  progress(`${booked} appointments are booked`);
  await using events = await recordEvents(office);
  const desks = await Promise.all([
    openDesk(day, { index: 0, process: 0 }),
    openDesk(day, { index: 7, process: killed }),
  ]);
  const kiosk = await openKiosk(day, 2);
  const tickets = await followTickets(day, 3);
  const pages = {
    "first desk": desks[0]!.page,
    "second desk": desks[1]!.page,
    display: display.page,
    kiosk: kiosk.page,
  };
  const memoryBefore = await memoryOf(display.page);
  const threads = await Promise.all(Object.values(pages).map(watchMainThread));
  const folder = process.env["OFFICE_DAY_PICTURES"];
  const pictures = async () => {
    await office.clock.until(picturesAt);
    if (folder) await takePictures(day, { folder, process: 3 });
  };
  const loads: number[] = [];
  const startedAt = performance.now();
  await playDay(day, {
    browsers: {
      desks: new Map(desks.map((desk) => [desk.index, () => workAtDesk(day, desk)])),
      kioskPage: kiosk.scan,
      alongside: [pictures],
    },
    kill: { process: killed, minute: 12 * 60 },
    progress(line) {
      loads.push(loadavg()[0]!);
      progress(`${line}, load ${loadavg()[0]!.toFixed(1)}`);
    },
  });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const closedAt = Math.round(office.clock.minute());
  await tickets.done;

  const rows = await readDay(office);
  await events.complete(expectedEvents(rows).length);
  checkVisits(rows, day.visitors.all);
  checkCalls(rows, day);
  const choices = checkCallOrder(rows, office);
  const repeatedDeliveries = checkEvents(rows, events);
  const comparedRows = await checkReport(office, rows.visits);
  const record = await displayRecord(display);
  const announced = checkAnnouncements(rows, { announcements: day.announcements, record });
  const { appointments, balance } = await checkLedger(office.api.databaseUrl);
  expect({ appointments, balance })
    .toEqual({ appointments: booked, balance: office.credits - booked });

  const memoryAfter = await memoryOf(display.page);
  const actions = (await Promise.all(desks.map(({ page }) => deskActionsOf(page)))).flat();
  const worked = await Promise.all(threads.map((seconds) => seconds()));
  const tasks = Object.fromEntries(
    await Promise.all(
      Object.entries(pages).map(async ([name, page], i) => [
        `${name}: main thread busy, tasks of 50 ms and more`,
        `${Math.round(worked[i]! / seconds * 100)} %, ${timesText(await longTasksOf(page))}`,
      ]),
    ),
  );
  const answers = Object.fromEntries(
    ["arrive", "callNext", "startService", "finish", "queue"].map((procedure) => [
      `answer to ${procedure}`,
      timesText(day.latenciesMs.get(procedure) ?? []),
    ]),
  );
  return {
    "seconds for the day": seconds,
    "ended at, in minutes after midnight": closedAt,
    "people, visits": `${
      day.visitors.all.filter(({ number }) => number).length
    }, ${rows.visits.length}`,
    "appointments booked by API": booked,
    "changes of visits": rows.changes.length,
    "calls of which somebody else waited too": choices,
    "requests sent again": day.repeated,
    "events in feed and webhook, repeated deliveries":
      `${events.feed.length}, ${repeatedDeliveries}`,
    "rows of the report equal to the recount": comparedRows,
    "calls announced once each, of all": announced,
    "tickets followed": tickets.followed,
    "display heap MB, nodes before": `${memoryBefore.heapMb}, ${memoryBefore.nodes}`,
    "display heap MB, nodes after": `${memoryAfter.heapMb}, ${memoryAfter.nodes}`,
    "key to changed counter": timesText(actions.map(({ ms }) => ms)),
    ...tasks,
    ...answers,
    "load average, least and most": `${Math.min(...loads).toFixed(1)}, ${
      Math.max(...loads).toFixed(1)
    }`,
  };
});
