import type { Reporting, ReportName } from "../../../core/ports.ts";
import { listReads } from "./list_reads.ts";
import { appointmentStatement } from "./appointment_report.ts";
import { balanceReads, creditStatement } from "./credit_report.ts";
import { readGroups, type ReportStatement } from "./grouped.ts";
import { openReading } from "./reading.ts";
import { organizationReads } from "./organization_reads.ts";
import type { Snapshots } from "./snapshots.ts";
import { usageStatement } from "./usage_report.ts";
import { departmentReads, utilizationStatement } from "./utilization_report.ts";
import { visitStatement } from "./visit_report.ts";
import { waitlistStatement } from "./waitlist_report.ts";
import { webhookStatement } from "./webhook_report.ts";

const statements: { [Name in ReportName]: ReportStatement<Name> } = {
  appointmentReport: appointmentStatement,
  utilizationReport: utilizationStatement,
  creditReport: creditStatement,
  usageReport: usageStatement,
  webhookReport: webhookStatement,
  visitReport: visitStatement,
  waitlistReport: waitlistStatement,
};

/** Implements core's `Reporting` in Postgres. */
export function createReporting(snapshots: Snapshots): Reporting {
  return {
    requireAvailable: () => snapshots.requireAvailable(),
    open(organizationId, signal) {
      const reading = openReading(snapshots, signal);
      return {
        age: () => reading.age(),
        ...organizationReads(reading, organizationId),
        ...listReads(reading, organizationId),
        ...departmentReads(reading, organizationId),
        ...balanceReads(reading, organizationId),
        readReport: (name, query) =>
          readGroups(reading, { organizationId, statement: statements[name], query }),
        close: () => reading.close(),
      };
    },
  };
}
