import type { Pool } from "pg";
import type { Logger } from "pino";
import { repeat } from "../database/repeat.ts";

const everyMs = 2000;
/** One turn of so many deltas takes some tenths of a second. */
const maxTurnSize = 10_000;

// Moves deltas to the rollups: deletes them and adds their sums, in one statement.
//
// Why one statement: a reader sees each delta either in `usage_deltas` or in the rollups, never in both or in neither.
// That does not depend on the lock: DELETE does not return a delta that another process has deleted.
//
// The advisory lock lets one process compact at a time, so two never wait for the same rollups. It is only tried: a
// process that does not get it does nothing. Each delta becomes five rollups:
//
//     TOTAL of 15 minutes | CALLS of 15 minutes and of a day | LATENCY of 15 minutes and of a day
const turn = `
  with turn as materialized (
    select pg_try_advisory_xact_lock(hashtextextended('appointment-booking usage rollups', 0)) as is_ours
  ), taken as (
    delete from usage_deltas where ctid = any(array(
      select ctid from usage_deltas where (select is_ours from turn) limit $1
    ))
    returning *
  ), added as (
    insert into usage_rollups as r (organization_id, kind, span_minutes, bucket, environment,
      api_key_id, route_template, status_code, latency_ms, calls, credits, response_ms)
    select organization_id, kind, span_minutes,
      date_bin(make_interval(mins => span_minutes), bucket, 'epoch'), environment,
      case kind when 'CALLS' then api_key_id else 0 end,
      case kind when 'CALLS' then route_template else '' end,
      case kind when 'CALLS' then status_code else 0 end,
      case kind when 'LATENCY' then latency_ms else 0 end,
      sum(calls), sum(credits), sum(response_ms)
    from taken cross join (values
      ('TOTAL', 15), ('CALLS', 15), ('CALLS', 1440), ('LATENCY', 15), ('LATENCY', 1440)
    ) as shape (kind, span_minutes)
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    on conflict (organization_id, kind, span_minutes, bucket, environment, api_key_id,
      route_template, status_code, latency_ms) do update
      set calls = r.calls + excluded.calls, credits = r.credits + excluded.credits,
        response_ms = r.response_ms + excluded.response_ms
  )
  select count(*)::int as taken from taken`;

/** Moves up to `limit` deltas to the rollups. Returns how many; 0 also while another process compacts. */
export async function compactUsage(pool: Pool, limit = maxTurnSize): Promise<number> {
  const { rows } = await pool.query<{ taken: number }>(turn, [limit]);
  return rows[0]!.taken;
}

/** Compacts every 2 s until stopped. Logs a failure and tries again at the next time. */
export function keepUsageCompact(
  pool: Pool,
  log?: Pick<Logger, "warn">,
): { stop(): Promise<void> } {
  const work = async (isStopped: () => boolean) => {
    while (!isStopped() && await compactUsage(pool) === maxTurnSize);
  };
  return repeat(work, {
    everyMs,
    onFault: (error) => log?.warn({ err: error }, "compacting usage failed, will retry"),
  });
}
