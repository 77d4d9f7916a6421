import type { Pool } from "pg";
import type { Logger } from "pino";

const everyMs = 2000;
/** Few enough that one turn takes some tenths of a second. */
const maxTurnSize = 10_000;

// One process compacts at a time, so that no two wait for each other's rollups. That a delta is deleted and
// added to the rollups is one statement: a reader sees it in one of the two places. The lock is not what makes
// that so: a delta that another deleted meanwhile is not returned.
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

/** Adds some deltas to the rollups; gives how many, 0 also while another process does it. */
export async function compactUsage(pool: Pool, limit = maxTurnSize): Promise<number> {
  const { rows } = await pool.query<{ taken: number }>(turn, [limit]);
  return rows[0]!.taken;
}

/** Keeps the deltas few until stopped; a failure is told and waits for the next time. */
export function keepUsageCompact(
  pool: Pool,
  log?: Pick<Logger, "warn">,
): { stop(): Promise<void> } {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let working = Promise.resolve();
  const work = async () => {
    try {
      while (!isStopped && await compactUsage(pool) === maxTurnSize);
    } catch (error) {
      log?.warn({ err: error }, "usage was not summed up, trying again");
    }
    if (!isStopped) wait();
  };
  const wait = () => {
    timer = setTimeout(() => working = work(), everyMs);
  };
  wait();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await working;
    },
  };
}
