import type { Pool } from "pg";
import type { UsageSums } from "../../../core/ports.ts";
import { rowsOf, type Statement } from "../database/statement.ts";
import { rangeArrays, rangeBetween, timestamptzOf, toRangeParts } from "./usage_ranges.ts";

interface SumRow {
  of: "bucket" | "status" | "route" | "latency";
  key: string;
  calls: string;
  credits: string;
  responseMs: string;
}

// Sums up the usage of a period by time bucket, status code, route and response time.
//
// Status codes, routes and response times come from rollups of whole days, and at the ends of the period from rollups of
// quarter hours. The time buckets always come from TOTAL rollups of quarter hours, of which there are few. Deltas that
// are not compacted yet are added.
//
// Why one statement: a delta may be compacted between two statements, and would be missed or counted twice. LATERAL makes
// the planner sum up each range by itself. Otherwise it may join the ranges with all rollups of the organization.
const sumOf = (kind: string, columns: string) => `
  select found.* from part cross join lateral (
    select ${columns}, sum(calls) as calls from usage_rollups
    where organization_id = $1 and kind = '${kind}' and span_minutes = minutes
      and bucket >= start and bucket < stop
    group by ${columns}
  ) found
  union all select ${columns}, calls from delta`;

const sums: Statement<SumRow> = {
  text: `
    with part as (
      select * from unnest($2::int[], $3::timestamptz[], $4::timestamptz[])
        as part (minutes, start, stop)
    ), delta as materialized (
      select * from usage_deltas where organization_id = $1 and bucket >= $5 and bucket < $6
    ), quarter_hour as (
      select bucket, calls, credits, response_ms from usage_rollups
      where organization_id = $1 and kind = 'TOTAL' and span_minutes = 15
        and bucket >= $5 and bucket < $6
      union all select bucket, calls, credits, response_ms from delta
    ), call as materialized (
      ${sumOf("CALLS", "status_code, route_template")}
    ), latency as (
      ${sumOf("LATENCY", "latency_ms")}
    )
    select 'bucket' as of, width_bucket(bucket, $7::timestamptz[])::text as key,
      sum(calls) as calls, sum(credits) as credits, sum(response_ms) as "responseMs"
    from quarter_hour group by key
    union all
    select 'status', status_code::text, sum(calls), 0, 0 from call group by status_code
    union all
    select 'route', route_template, sum(calls), 0, 0 from call group by route_template
    union all
    select 'latency', latency_ms::text, sum(calls), 0, 0 from latency group by latency_ms`,
};

/** Sums up usage over consecutive time buckets. `bounds` has their starts and the end of the last one. */
export async function sumUsage(
  pool: Pool,
  organizationId: number,
  bounds: readonly Temporal.Instant[],
): Promise<UsageSums> {
  const period = rangeBetween(bounds[0]!, bounds.at(-1)!);
  const rows = await rowsOf(pool, sums, [
    organizationId,
    ...rangeArrays(toRangeParts(period)),
    timestamptzOf(period.start),
    timestamptzOf(period.stop),
    bounds.map(timestamptzOf),
  ]);
  const points = bounds.slice(1).map(() => ({ calls: 0, credits: 0 }));
  for (const { key, calls, credits } of rows.filter((row) => row.of === "bucket")) {
    points[Number(key) - 1] = { calls: Number(calls), credits: Number(credits) };
  }
  const callsBy = (of: SumRow["of"]) =>
    rows.filter((row) => row.of === of)
      .map(({ key, calls }): [string, number] => [key, Number(calls)]);
  const callsByNumber = (of: SumRow["of"]) =>
    new Map(
      callsBy(of).map(([key, calls]): [number, number] => [Number(key), calls])
        .toSorted(([a], [b]) => a - b),
    );
  return {
    points,
    responseTimeMs: rows.reduce((sum, { responseMs }) => sum + Number(responseMs), 0),
    callsByStatus: callsByNumber("status"),
    callsByRoute: new Map(callsBy("route")),
    callsByLatencyMs: callsByNumber("latency"),
  };
}

// The calls of one key, from the same rollups and deltas.
const callsOfKey: Statement<{ calls: string; errors: string }> = {
  text: `
    with part as (
      select * from unnest($3::int[], $4::timestamptz[], $5::timestamptz[])
        as part (minutes, start, stop)
    ), call as (
      select found.* from part cross join lateral (
        select status_code, calls from usage_rollups
        where organization_id = $1 and kind = 'CALLS' and span_minutes = minutes
          and bucket >= start and bucket < stop and api_key_id = $2::bigint
      ) found
      union all
      select status_code, calls from usage_deltas
      where organization_id = $1 and bucket >= $6 and bucket < $7 and api_key_id = $2::bigint
    )
    select coalesce(sum(calls), 0) as calls,
      coalesce(sum(calls) filter (where status_code >= 400), 0) as errors
    from call`,
};

/** Sums up the calls with one key. */
export async function sumCallsOfKey(
  pool: Pool,
  { organizationId, apiKeyId, period }: {
    organizationId: number;
    apiKeyId: number;
    period: { from: Temporal.Instant; to: Temporal.Instant };
  },
): Promise<{ calls: number; errors: number }> {
  const range = rangeBetween(period.from, period.to);
  const [row] = await rowsOf(pool, callsOfKey, [
    organizationId,
    apiKeyId,
    ...rangeArrays(toRangeParts(range)),
    timestamptzOf(range.start),
    timestamptzOf(range.stop),
  ]);
  return { calls: Number(row!.calls), errors: Number(row!.errors) };
}
