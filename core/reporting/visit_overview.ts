import { z } from "zod";
import type { WaitingCaller } from "../access/caller.ts";
import { requiredDay } from "../calendar.ts";
import type { Departments } from "../departments/departments.ts";
import { requireDepartment } from "../departments/list_department_settings.ts";
import { environmentField } from "../environment.ts";
import { validationError } from "../errors.ts";
import { type HeavyWork, inTurn } from "../heavy_work.ts";
import { idField, parseInput, requiredOr, safeParseInput } from "../input.ts";
import { formatInstant } from "../local_date_time.ts";
import { openReports } from "./open_reports.ts";
import type { Reporting } from "./reporting.ts";
import { type OverviewFigures, type OverviewQuery, readFigures } from "./visit_figures.ts";
import { say } from "../messages.ts";

const periods = ["DAY", "WEEK"] as const;
type Period = (typeof periods)[number];

/** The number of reports that an overview of a period reads. */
const reportCounts: Record<Period, number> = { DAY: 7, WEEK: 9 };

/** Input of the overview of visits. A week is the one from Monday that contains the date. */
export const getVisitOverviewInput = z.object({
  period: z.enum(periods, {
    error: requiredOr("mustBe", { what: `one of ${periods.join(", ")}` }),
  }),
  date: requiredDay,
  environment: environmentField,
  departmentId: idField("Only visits of this department").nullish(),
});

/** Returns the number of requests that an overview counts as: one for each report that it reads. */
export function weightOfVisitOverview(input: unknown): number {
  const parsed = safeParseInput(getVisitOverviewInput.pick({ period: true }), input);
  return parsed.success ? reportCounts[parsed.data.period] : 1;
}

/** The visits of a day or a week, with those of the same days a week before. */
export interface VisitOverview extends OverviewFigures {
  timeZone: string;
  /** The first and the last day, `YYYY-MM-DD`. */
  from: string;
  to: string;
  /** The days of `before` and `visitsBefore`. */
  beforeFrom: string;
  beforeTo: string;
  /** The local time up to which all changes are counted; null if the data is current (core/reporting/README.md 1). */
  dataAsOf: string | null;
}

/**
 * Returns the visits of a day or a week: in all, by hour, day, department, worker and desk, from one snapshot
 * (core/reporting/README.md 10). Throws VALIDATION_ERROR, INVALID_DATE_FORMAT, DEPARTMENT_NOT_FOUND, QUERY_TIMEOUT or
 * SERVICE_UNAVAILABLE.
 */
export async function getVisitOverview(
  ports: { departments: Departments; reporting: Reporting; heavyWork?: HeavyWork },
  caller: WaitingCaller,
  input: unknown,
): Promise<VisitOverview> {
  const { organizationId, timeZone } = caller;
  const query = parseQuery(input);
  const { days, before, filter: { departmentId } } = query;
  if (departmentId !== null) await requireDepartment(ports, organizationId, departmentId);
  ports.reporting.requireAvailable();
  return await inTurn(ports, { kind: "report", ...caller }, async (pace) => {
    const reports = openReports(ports, { organizationId, timeZone }, pace);
    try {
      const age = await reports.age();
      return {
        timeZone,
        from: days.from.toString(),
        to: days.to.toString(),
        beforeFrom: before.from.toString(),
        beforeTo: before.to.toString(),
        dataAsOf: age && formatInstant(age.asOf, timeZone),
        ...await readFigures(reports, query),
      };
    } finally {
      await reports.close();
    }
  });
}

function parseQuery(input: unknown): OverviewQuery {
  const { period, date, environment, departmentId } = parseInput(getVisitOverviewInput, input);
  const isWeek = period === "WEEK";
  const from = isWeek ? date.subtract({ days: date.dayOfWeek - 1 }) : date;
  const days = { from, to: isWeek ? from.add({ days: 6 }) : date };
  const before = { from: days.from.subtract({ days: 7 }), to: days.to.subtract({ days: 7 }) };
  // Postgres and the texts of dates have years of four digits.
  if (before.from.year < 1 || days.to.year > 9999) {
    throw validationError({ field: "date", message: say("overviewYears") });
  }
  return { isWeek, days, before, filter: { environment, departmentId: departmentId ?? null } };
}
