import type { ClientBase } from "pg";
import type { PartitionedTable } from "../database/partitions.ts";

const maxAtOnce = 10_000;

// By the primary key for each organization, kind and span: an index by age would be one more to keep up with
// each compaction. In small steps, so that none holds anything for long.
const forget = `
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

/** Forgets what was summed up before a day (UTC). */
async function forgetUsageRollups(
  client: ClientBase,
  day: Temporal.PlainDate,
): Promise<void> {
  let forgotten: number;
  do {
    forgotten = (await client.query(forget, [`${day.toString()}T00:00:00Z`])).rowCount ?? 0;
  } while (forgotten > 0);
}

/** The log of usage; what is summed up of it goes first, so that no total counts rows that are gone. */
export const usagePartitions: PartitionedTable = {
  name: "usage_entries",
  column: "timestamp",
  retentionDays: 400,
  beforeDrop: forgetUsageRollups,
};
