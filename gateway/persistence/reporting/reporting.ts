import type { Pool } from "pg";
import type { Reporting } from "../../../core/ports.ts";
import { listReads } from "./list_reads.ts";
import { appointmentReportReads } from "./appointment_report.ts";
import { creditReportReads } from "./credit_report.ts";
import { openReading } from "./reading.ts";
import { organizationReads } from "./organization_reads.ts";
import { usageReportReads } from "./usage_report.ts";
import { utilizationReportReads } from "./utilization_report.ts";
import { webhookReportReads } from "./webhook_report.ts";

/** Implements core's `Reporting` in Postgres. */
export function createReporting(pool: Pool): Reporting {
  return {
    open(organizationId, signal) {
      const reading = openReading(pool, signal);
      return {
        ...organizationReads(reading, organizationId),
        ...listReads(reading, organizationId),
        ...appointmentReportReads(reading, organizationId),
        ...utilizationReportReads(reading, organizationId),
        ...creditReportReads(reading, organizationId),
        ...usageReportReads(reading, organizationId),
        ...webhookReportReads(reading, organizationId),
        close: () => reading.close(),
      };
    },
  };
}
