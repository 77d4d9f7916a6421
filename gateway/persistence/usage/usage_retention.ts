import type { ClientBase } from "pg";
import type { PartitionedTable } from "../database/partitions.ts";

const maxAtOnce = 10_000;

// Deletes old rollups. It looks them up by the primary key for each organization, kind and bucket size. Why no index by
// age: every compaction would write it. Small steps, so no step holds locks for long.
const deleteOld = `
  delete from usage_rollups where ctid = any(array(
    select old.ctid
    from organizations o
    cross join (values
      ('TOTAL', 15), ('CALLS', 15), ('CALLS', 1440), ('LATENCY', 15), ('LATENCY', 1440)
    ) as shape (kind, minutes)
    cross join lateral (
      select ctid from usage_rollups
      where organization_id = o.id and kind = shape.kind and span_minutes = minutes and bucket < $1
      limit ${maxAtOnce}
    ) old
    limit ${maxAtOnce}
  ))`;

/** Deletes the rollups before a day (UTC). */
async function deleteOldRollups(
  client: ClientBase,
  day: Temporal.PlainDate,
): Promise<void> {
  let deleted: number;
  do {
    deleted = (await client.query(deleteOld, [`${day.toString()}T00:00:00Z`])).rowCount ?? 0;
  } while (deleted > 0);
}

/** The usage log. Its rollups are deleted first, so that no total counts entries that no longer exist. */
export const usagePartitions: PartitionedTable = {
  name: "usage_entries",
  column: "timestamp",
  retentionDays: 400,
  beforeDrop: deleteOldRollups,
};
