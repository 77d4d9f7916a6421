import type { Pool } from "pg";
import type { UsageReports } from "../../../core/mod.ts";
import { orUnavailable } from "../faults.ts";
import { findUsagePage } from "./usage_page.ts";
import { readUsageBatches } from "./usage_batches.ts";
import { sumUsage } from "./usage_sums.ts";

/** Core's reports of usage in Postgres. */
export function createUsageReports(pool: Pool): UsageReports {
  return {
    sums: (organizationId, bounds) => sumUsage(pool, organizationId, bounds),
    page: (organizationId, filter, window) =>
      orUnavailable(() => findUsagePage(pool, { organizationId, filter }, window)),
    batches: (organizationId, filter) => readUsageBatches(pool, organizationId, filter),
  };
}
