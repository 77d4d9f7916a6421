import type { Pool } from "pg";
import { compactUsage } from "../../../gateway/persistence/usage/usage_compaction.ts";

/** Compacts until nothing is left. */
export async function compactAll(pool: Pool): Promise<void> {
  while (await compactUsage(pool) > 0);
}

/** How many rows a table has. */
export async function countOf(pool: Pool, table: string): Promise<number> {
  return (await pool.query(`select count(*)::int as count from ${table}`)).rows[0].count;
}

/** What does not add up: differences between the log and its sums, of each kind and span. */
export async function differences(client: Pool): Promise<unknown[]> {
  const { rows } = await client.query(`
    with shape (kind, minutes) as (values
      ('TOTAL', 15), ('CALLS', 15), ('CALLS', 1440), ('LATENCY', 15), ('LATENCY', 1440)
    ), expected as (
      select organization_id, kind, minutes,
        date_bin(make_interval(mins => minutes), timestamp, 'epoch') as bucket, environment,
        case kind when 'CALLS' then api_key_id else 0 end as api_key_id,
        case kind when 'CALLS' then route_template else '' end as route_template,
        case kind when 'CALLS' then status_code else 0 end as status_code,
        case kind when 'LATENCY' then usage_latency_ms(response_time_ms) else 0 end as latency_ms,
        count(*) as calls, sum(credits_consumed) as credits, sum(response_time_ms) as response_ms
      from usage_entries cross join shape group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    ), summed as (
      select organization_id, kind, minutes, bucket, environment, api_key_id, route_template,
        status_code, latency_ms, sum(calls) as calls, sum(credits) as credits,
        sum(response_ms) as response_ms
      from (
        select organization_id, kind, span_minutes as minutes, bucket, environment, api_key_id,
          route_template, status_code, latency_ms, calls, credits, response_ms
        from usage_rollups
        union all
        select organization_id, kind, minutes,
          date_bin(make_interval(mins => minutes), bucket, 'epoch'), environment,
          case kind when 'CALLS' then api_key_id else 0 end,
          case kind when 'CALLS' then route_template else '' end,
          case kind when 'CALLS' then status_code else 0 end,
          case kind when 'LATENCY' then latency_ms else 0 end, calls, credits, response_ms
        from usage_deltas cross join shape
      ) both_kept group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    )
    (select * from expected except select * from summed)
    union all (select * from summed except select * from expected)`);
  return rows;
}
