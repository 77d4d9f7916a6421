import { loadavg } from "node:os";
import { expect } from "vitest";
import { hasChromium } from "../../dashboard/chromium.ts";
import { checkDay } from "../../support/office_day/check_day.ts";
import { checkAnnouncements } from "../../support/office_day/check_published.ts";
import type { Day } from "../../support/office_day/day.ts";
import { planDay } from "../../support/office_day/day_plan.ts";
import { displayRecord, openDisplay } from "../../support/office_day/display_page.ts";
import { recordEvents } from "../../support/office_day/event_records.ts";
import { openOffice } from "../../support/office_day/office.ts";
import { openPages } from "../support/office_day/office_pages.ts";
import { timesText } from "../../support/office_day/page_figures.ts";
import { takePictures } from "../support/office_day/pictures.ts";
import { playDay, prepareDay } from "../../support/office_day/play_day.ts";
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
/** The process that is killed at noon. The display and one of the desks are connected to it. */
const killed = 1;
const minCallsOfBrowser = 5;
const picturesAt = 10.25 * 60;

proof("office-day", async (progress) => {
  expect(hasChromium, "Chromium is needed: apt-get install chromium").toBe(true);
  await using office = await openOffice(plan, { rate, beginsAt: opens - 5, processes: 4 });
  const display = await openDisplay(office, killed);
  const { day, booked } = await prepareDay(office, display.announcements);
  progress(`${booked} appointments are booked`);
  await using events = await recordEvents(office);
  const pages = await openPages(day, { display, killed });
  const folder = process.env["OFFICE_DAY_PICTURES"];
  const pictures = async () => {
    await office.clock.until(picturesAt);
    if (folder) await takePictures(day, { folder, process: 3 });
  };
  const loads: number[] = [];
  const startedAt = performance.now();
  await playDay(day, {
    browsers: { ...pages.browsers, alongside: [pictures] },
    kill: { process: killed, minute: 12 * 60 },
    progress(line) {
      loads.push(loadavg()[0]!);
      progress(`${line}, load ${loads.at(-1)!.toFixed(1)}`);
    },
  });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const closedAt = Temporal.PlainTime.from("00:00").add({
    minutes: Math.round(office.clock.minute()),
  });
  const measured = await pages.figures(seconds);
  // Both browsers took part in the race for the next person.
  const inBrowsers = [...pages.browsers.desks.keys()].map((index) => {
    const { desk } = plan.counters[index]!;
    return day.calls.filter((call) => call.desk === desk).length;
  });
  expect(Math.min(...inBrowsers)).toBeGreaterThan(minCallsOfBrowser);
  await pages.tickets.done;

  const { rows, choices, repeatedDeliveries, reportRows } = await checkDay(day, { booked, events });
  const record = await displayRecord(display);
  const announced = checkAnnouncements(rows, { announcements: day.announcements, record });
  return {
    "seconds for the day": seconds,
    "the last person left at": closedAt.toString({ smallestUnit: "minute" }),
    people: plan.people.filter(({ arrives }) => arrives !== null).length,
    "visits in a department": rows.visits.length,
    "appointments and credits": booked,
    "changes of visits": rows.changes.length,
    "calls for which another person waited too": choices,
    "calls of each browser": inBrowsers.join(", "),
    "requests sent again": day.repeated,
    "events of visits": events.feed.length,
    "repeated deliveries": repeatedDeliveries,
    "rows of the report equal to the recount": reportRows,
    "calls announced once each, of all": announced,
    "tickets followed": pages.tickets.followed,
    ...measured,
    ...answersOf(day),
    "load average, least and most": `${Math.min(...loads).toFixed(1)}, ${
      Math.max(...loads).toFixed(1)
    }`,
  };
});

function answersOf({ latenciesMs }: Day): Record<string, string> {
  const procedures = ["arrive", "callNext", "startService", "finish", "queue"];
  return Object.fromEntries(
    procedures.map((one) => [`answer to ${one}`, timesText(latenciesMs.get(one) ?? [])]),
  );
}
