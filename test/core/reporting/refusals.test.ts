import { expect, test } from "vitest";
import type { Ports } from "../../../core/ports.ts";
import { openReports } from "../../../core/reporting/open_reports.ts";
import type { ReportingSource } from "../../../core/reporting/reporting.ts";
import { refusalOf, untouchable } from "../refusal.ts";

const reader = { organizationId: 1, timeZone: "Europe/Berlin" };
const flags = { withLeadTimes: true, withPercentiles: true, environment: "LIVE" as const };

function reportsOver(source: Partial<ReportingSource>) {
  const open = () => ({ ...untouchable<ReportingSource>(), ...source });
  const ports = { reporting: { requireAvailable() {}, open } };
  const reports = openReports(ports as Pick<Ports, "reporting">, reader);
  const { appointmentReport, utilizationReport, creditReport } = reports;
  const { usageReport, webhookReport, visitReport } = reports;
  return {
    appointmentReport,
    utilizationReport,
    creditReport,
    usageReport,
    webhookReport,
    visitReport,
  };
}

function days(from: string, to: string) {
  return { from: Temporal.PlainDate.from(from), to: Temporal.PlainDate.from(to), groupBy: [] };
}

const names = Object.keys(reportsOver({})) as (keyof ReturnType<typeof reportsOver>)[];

test.each(names)(
  "%s: days in the wrong order, or too many, before anything is read",
  async (name) => {
    const report = reportsOver({})[name];
    const faultOf = async (from: string, to: string) => {
      const refusal = await refusalOf(() => report({ ...flags, ...days(from, to) }));
      expect(refusal.code).toBe("VALIDATION_ERROR");
      return refusal.faults;
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
  const many = async () => ({ rows: [], total: 12_345 });
  const report = reportsOver({
    countAppointments: many,
    countPlaces: many,
    sumCredits: many,
    sumCalls: many,
    countDeliveries: many,
    countVisits: many,
  })[name];
  const refusal = await refusalOf(() => report({ ...flags, ...days("2026-01-01", "2026-12-31") }));
  expect(refusal.faults).toEqual([{
    field: "groupBy",
    message:
      "The report would have at least 12345 rows; the maximum is 10000. Use fewer groups, longer periods per row, or fewer days.",
  }]);
});
