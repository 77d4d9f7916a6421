import { listUsageInput, usageStatisticsInput } from "../../../core/mod.ts";
import { router, staffQuery } from "../procedures.ts";

/** What was called with the organization's keys. */
export const usageRouter = router({
  stats: staffQuery((staff) => staff.getUsageStatistics, usageStatisticsInput),
  logs: staffQuery((staff) => staff.listUsage, listUsageInput),
});
