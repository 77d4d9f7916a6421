import type { Client, Pool } from "pg";

/** Rows of the log that are made by number, in plain proportions: see `writeTraffic`. */
export interface Traffic {
  organizationId: number;
  apiKeyIds: number[];
  rows: number;
  days: number;
  /** The end, exclusive. */
  until: Temporal.Instant;
}

/**
 * Writes rows that are spread evenly over the days: four routes, two of them with ids in their paths, some
 * statuses (one call in 10,000 a 503), and response times around 6 ms, one in a hundred of them twenty times
 * that.
 */
export async function writeTraffic(
  client: Client | Pool,
  { organizationId, apiKeyIds, rows, days, until }: Traffic,
): Promise<void> {
  const from = until.subtract({ hours: 24 * days }).toString();
  const stepMs = days * 86_400_000 / rows;
  const inStatement = Math.ceil(rows / Math.max(1, Math.round(rows / 200_000)));
  for (let first = 0; first < rows; first += inStatement) {
    const last = Math.min(first + inStatement, rows) - 1;
    await client.query(text, [organizationId, apiKeyIds, from, stepMs, first, last]);
  }
}

const text = `
  insert into usage_entries (organization_id, api_key_id, environment, endpoint, route_template,
    method, status_code, credits_consumed, response_time_ms, timestamp, ip_address, user_agent)
  select $1, ($2::int[])[1 + i % cardinality($2::int[])], 'LIVE',
    case i % 4
      when 0 then '/api/v1/appointments'
      when 1 then '/api/v1/appointments'
      when 2 then '/api/v1/appointments/' || i
      else '/api/v1/departments/' || i / 4 % 20 || '/availability'
    end,
    case i % 4
      when 0 then 'POST /api/v1/appointments'
      when 1 then 'GET /api/v1/appointments'
      when 2 then 'GET /api/v1/appointments/{id}'
      else 'GET /api/v1/departments/{id}/availability'
    end,
    case i % 4 when 0 then 'POST' else 'GET' end,
    case
      when i % 10000 = 5000 then 503
      when i % 4 = 0 then (array[201, 201, 201, 400, 402])[1 + i / 4 % 5]
      when i % 4 = 2 then (array[200, 200, 404])[1 + i / 4 % 3]
      else 200
    end,
    case when i % 4 = 0 and i / 4 % 5 < 3 then 1 else 0 end,
    (exp(1.8 + 1.56 * (
      (i * 7919 % 9973 + i * 104729 % 9967 + i * 1299709 % 9949 + i * 15485863 % 9941) / 10000.0 - 2
    )) * case i % 97 when 0 then 20 else 1 end)::int,
    $3::timestamptz + i * $4::float8 * interval '1 millisecond', '192.0.2.1', 'traffic/1.0'
  from generate_series($5::bigint, $6::bigint) i`;
