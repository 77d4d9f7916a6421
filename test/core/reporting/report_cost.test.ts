import { expect, test } from "vitest";
import type { Group } from "../../../core/reporting/groups.ts";
import { estimateReport } from "../../../core/reporting/report_input.ts";
import { eventNames } from "../../../core/webhooks/event_catalogue.ts";
import { publicEndpoints } from "../../../rest-adapter/public_api/endpoints.ts";

const from = Temporal.PlainDate.from("2027-01-01");

test.each<[groupBy: Group[], days: number, departments: number, rows: number]>([
  [[], 365, 7, 1],
  [["DAY"], 365, 7, 365],
  [["DAY", "WEEK", "MONTH", "WEEKDAY"], 365, 7, 365],
  [["WEEK"], 365, 7, 54],
  [["MONTH"], 365, 7, 15],
  [["WEEKDAY"], 365, 7, 7],
  [["WEEKDAY"], 3, 7, 3],
  [["WEEKDAY", "HOUR_OF_DAY"], 365, 7, 168],
  [["DEPARTMENT", "DEPARTMENT"], 365, 7, 7],
  [["DAY", "DEPARTMENT"], 365, 7, 2555],
  [["DAY", "DEPARTMENT"], 3660, 2000, 10_000],
  [["MONTH", "WORKER", "STATUS"], 31, 7, 120],
  [["LEAD_TIME", "ENVIRONMENT"], 31, 7, 7 * 2],
  [["EVENT_TYPE", "WEBHOOK"], 31, 7, (eventNames.length + 1) * 10],
  [["ENDPOINT", "ENVIRONMENT"], 31, 7, publicEndpoints.length * 2],
])(
  "a report by %j of %i days and %i departments is priced as %i rows",
  (groupBy, days, departments, rows) => {
    const to = from.add({ days: days - 1 });
    expect(estimateReport({ from, to, groupBy }, departments)).toEqual({ rows, days });
  },
);
