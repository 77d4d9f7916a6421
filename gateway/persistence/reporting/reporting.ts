import type { Reporting } from "../../../core/ports.ts";
import { listReads } from "./list_reads.ts";
import { appointmentReportReads } from "./appointment_report.ts";
import { creditReportReads } from "./credit_report.ts";
import { openReading } from "./reading.ts";
import { organizationReads } from "./organization_reads.ts";
import type { Snapshots } from "./snapshots.ts";
import { usageReportReads } from "./usage_report.ts";
import { utilizationReportReads } from "./utilization_report.ts";
import { visitReportReads } from "./visit_report.ts";
import { webhookReportReads } from "./webhook_report.ts";

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
        ...appointmentReportReads(reading, organizationId),
        ...utilizationReportReads(reading, organizationId),
        ...creditReportReads(reading, organizationId),
        ...usageReportReads(reading, organizationId),
        ...webhookReportReads(reading, organizationId),
        ...visitReportReads(reading, organizationId),
        close: () => reading.close(),
      };
    },
  };
}
