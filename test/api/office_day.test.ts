import { expect, test } from "vitest";
import { checkDay } from "../support/office_day/check_day.ts";
import { checkEvents } from "../support/office_day/check_published.ts";
import { checkCallOrder, checkCalls, checkVisits } from "../support/office_day/check_queue.ts";
import { checkReport } from "../support/office_day/check_report.ts";
import type { Day } from "../support/office_day/day.ts";
import type { DayRows, VisitRow } from "../support/office_day/day_rows.ts";
import { planDay } from "../support/office_day/day_plan.ts";
import { hearEverything } from "../support/office_day/display_page.ts";
import { type EventRecords, recordEvents } from "../support/office_day/event_records.ts";
import { openOffice } from "../support/office_day/office.ts";
import { playDay, prepareDay } from "../support/office_day/play_day.ts";

test("on a day of 20 visits, with a process killed, the queue, the events and the report are exact", async () => {
  const opens = 8 * 60;
  const plan = planDay({
    seed: 4,
    visits: 20,
    departments: 2,
    workers: 4,
    opens,
    lastArrival: opens + 10,
    handlingMinutes: 2,
  });
  await using office = await openOffice(plan, { rate: 120, beginsAt: opens - 5, processes: 2 });
  const { day, booked } = await prepareDay(office, hearEverything());
  await using events = await recordEvents(office);
  await playDay(day, { kill: { process: 1, minute: opens + 5 } });
  const { rows, choices } = await checkDay(day, { booked, events });
  expect(choices).toBeGreaterThan(0);
  await expectFaultsFound(day, { rows, events });
});

/** Plants faults in what a day left behind. A check that does not find its fault proves nothing. */
async function expectFaultsFound(
  day: Day,
  { rows, events: { feed, webhook } }: { rows: DayRows; events: EventRecords },
): Promise<void> {
  const { office, visitors, calls } = day;
  const [first, ...others] = rows.visits;
  const withFirst = (change: Partial<VisitRow>) => [{ ...first!, ...change }, ...others];
  expect(() => checkVisits({ ...rows, visits: others }, visitors.all)).toThrow(Error);
  expect(() => checkVisits({ ...rows, visits: withFirst({ outcome: null }) }, visitors.all))
    .toThrow(Error);
  expect(() => checkVisits({ ...rows, visits: withFirst({ number: 2 }) }, visitors.all)).toThrow(
    Error,
  );
  expect(() => checkCalls(rows, { ...day, calls: [...calls, calls[0]!] })).toThrow(Error);
  expect(() => checkEvents(rows, { feed: feed.slice(1), webhook })).toThrow(Error);
  expect(() => checkEvents(rows, { feed, webhook: webhook.slice(-1) })).toThrow(Error);
  // The last one to come would have been the first one to be called.
  const reversed = rows.visits.map((row) =>
    Object.assign({}, row, {
      dueAt: null,
      arrivedAt: Temporal.Instant.fromEpochMilliseconds(-row.arrivedAt.epochMilliseconds),
    })
  );
  expect(() => checkCallOrder({ ...rows, visits: reversed }, office)).toThrow(Error);
  await expect(checkReport(office, withFirst({ desk: "elsewhere" }))).rejects.toThrow(Error);
}
