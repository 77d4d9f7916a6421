import { type Pace, unpaced } from "../heavy_work.ts";
import { createListReader } from "./list_reader.ts";
import { appointmentReport, type AppointmentReportInput } from "./appointment_report.ts";
import { creditReport } from "./credit_report.ts";
import type { ReportInput } from "./report_input.ts";
import type { Reporting, ReportingReader } from "./reporting.ts";
import { usageReport, type UsageReportInput } from "./usage_report.ts";
import { utilizationReport, type UtilizationReportInput } from "./utilization_report.ts";
import { visitReport, type VisitReportInput } from "./visit_report.ts";
import { webhookReport } from "./webhook_report.ts";
import type { CreditGroup, WebhookGroup } from "./report_queries.ts";

/** The lists and reports of one organization, from one snapshot. */
export type Reports = ReturnType<typeof openReports>;

/**
 * Opens the lists and reports of the reader's organization. All of them read one snapshot, so the numbers of one request
 * agree (core/reporting/README.md 1). `close` releases the snapshot.
 */
export function openReports(
  { reporting }: { reporting: Reporting },
  { organizationId, timeZone }: ReportingReader,
  pace: Pace = unpaced,
) {
  const source = reporting.open(organizationId, pace.signal);
  return {
    /** Returns how old the data is; null if it is current. Throws SERVICE_UNAVAILABLE if it is too old. */
    age: () => source.age(),
    organization: () => source.organization(),
    balances: () => source.balances(),
    ...createListReader(source),

    appointmentReport: (input: AppointmentReportInput) =>
      appointmentReport(source, { timeZone }, input, pace),
    utilizationReport: (input: UtilizationReportInput) =>
      utilizationReport(source, { timeZone }, input, pace),
    creditReport: (input: ReportInput<CreditGroup>) => creditReport(source, { timeZone }, input),
    usageReport: (input: UsageReportInput) => usageReport(source, { timeZone }, input, pace),
    webhookReport: (input: ReportInput<WebhookGroup>) =>
      webhookReport(source, { timeZone }, input, pace),
    visitReport: (input: VisitReportInput) => visitReport(source, { timeZone }, input, pace),

    /** Releases the snapshot. Call it once, also after an error. */
    close: () => source.close(),
  };
}
