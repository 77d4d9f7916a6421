import { expect, test } from "vitest";
import type { Ports } from "../../../core/ports.ts";
import { openReports } from "../../../core/reporting/open_reports.ts";
import type { ReportingSource } from "../../../core/reporting/reporting.ts";
import { type ReportName, reports } from "../../../core/reporting/reports.ts";
import { refusalOf, untouchable } from "../refusal.ts";

const reader = { organizationId: 1, timeZone: "Europe/Berlin" };
const flags = { withTimes: true, environment: "LIVE" as const };
const names = Object.keys(reports) as ReportName[];

function reportsOver(source: Partial<ReportingSource>) {
  const open = () => ({ ...untouchable<ReportingSource>(), ...source });
  const ports = { reporting: { requireAvailable() {}, open } };
  return openReports(ports as Pick<Ports, "reporting">, reader);
}

function days(from: string, to: string) {
  return { from: Temporal.PlainDate.from(from), to: Temporal.PlainDate.from(to), groupBy: [] };
}

test.each(names)(
  "%s: days in the wrong order, or too many, before anything is read",
  async (name) => {
    const report = reportsOver({})[name];
    const faultOf = async (from: string, to: string) => {
      const refusal = await refusalOf(() => report({ ...flags, ...days(from, to) }));
      expect(refusal.code).toBe("VALIDATION_ERROR");
      return refusal.details;
    };
    expect(await faultOf("2026-03-02", "2026-03-01")).toEqual([
      { field: "to", message: "Must not be before from" },
    ]);
    expect(await faultOf("2016-01-01", "2026-01-08")).toEqual([{
      field: "to",
      message: "The period must have at most 3660 days; it has 3661",
    }]);
  },
);

test.each(names)("%s: more than 10,000 rows are refused with their number", async (name) => {
  const report = reportsOver({ readReport: async () => ({ rows: [], total: 12_345 }) })[name];
  const refusal = await refusalOf(() => report({ ...flags, ...days("2026-01-01", "2026-12-31") }));
  expect(refusal.details).toEqual([{
    field: "groupBy",
    message:
      "The report would have at least 12345 rows; the maximum is 10000. Use fewer groups, longer periods per row, or fewer days.",
  }]);
});
