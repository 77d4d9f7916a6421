import type { PartitionedTable } from "../partitions.ts";

/** The log of attempts, kept 90 days, and the events, which an attempt made on the last of these needs. */
export const webhookPartitions: readonly PartitionedTable[] = [
  { name: "webhook_attempts", column: "created_at", retentionDays: 90 },
  { name: "webhook_events", column: "created_at", retentionDays: 130 },
];
