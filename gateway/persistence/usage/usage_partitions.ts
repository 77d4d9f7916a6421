import type { PartitionedTable } from "../partitions.ts";
import { forgetUsageRollups } from "./usage_retention.ts";

/** The log of usage; what is summed up of it goes first, so that no total counts rows that are gone. */
export const usagePartitions: PartitionedTable = {
  name: "usage_entries",
  column: "timestamp",
  retentionDays: 400,
  beforeDrop: forgetUsageRollups,
};
