import type { Pool } from "pg";
import type { Reporting } from "../../../core/mod.ts";
import { listReads } from "./list_reads.ts";
import { openReading } from "./reading.ts";
import { organizationReads } from "./organization_reads.ts";

/** Core's readings for reports in Postgres. */
export function createReporting(pool: Pool): Reporting {
  return {
    open(organizationId) {
      const reading = openReading(pool);
      return {
        ...organizationReads(reading, organizationId),
        ...listReads(reading, organizationId),
        close: () => reading.close(),
      };
    },
  };
}
