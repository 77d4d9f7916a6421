import { expect } from "vitest";
import { checkLedger } from "../ledger_audit.ts";
import { checkEvents, expectedEvents } from "./check_published.ts";
import { checkCallOrder, checkCalls, checkVisits } from "./check_queue.ts";
import { checkReport } from "./check_report.ts";
import type { Day } from "./day.ts";
import { type DayRows, readDay } from "./day_rows.ts";
import type { EventRecords } from "./event_records.ts";

/** What a checked day came to. */
export interface CheckedDay {
  rows: DayRows;
  /** Calls for which another person waited too. */
  choices: number;
  repeatedDeliveries: number;
  /** Rows of the report that were compared. */
  reportRows: number;
}

/** Checks everything that a played day left behind, but the pages. */
export async function checkDay(
  day: Day,
  { booked, events }: { booked: number; events: EventRecords },
): Promise<CheckedDay> {
  const { office, visitors } = day;
  const rows = await readDay(office);
  checkVisits(rows, visitors.all);
  checkCalls(rows, day);
  const choices = checkCallOrder(rows, office);
  await events.complete(expectedEvents(rows).length);
  const repeatedDeliveries = checkEvents(rows, events);
  const reportRows = await checkReport(office, rows.visits);
  const { appointments, balance } = await checkLedger(office.api.databaseUrl);
  expect({ appointments, balance })
    .toEqual({ appointments: booked, balance: office.credits - booked });
  return { rows, choices, repeatedDeliveries, reportRows };
}
