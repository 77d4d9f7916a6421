import type { Client } from "pg";

/** Whose year it is, and how many appointments it has. */
export interface Year {
  organizationId: number;
  departmentIds: number[];
  /** The same number for each department, in the order of the departments. */
  workerIds: number[];
  rows: number;
}

/**
 * Writes the appointments of 2026 with the credits that they cost, a delivery for every fifth in the last 90 days of
 * it, and a quarter as many visits. Past the triggers: what they keep is not what reports read.
 */
export async function writeYear(client: Client, year: Year): Promise<void> {
  const { organizationId, departmentIds, workerIds, rows } = year;
  await client.query("set session_replication_role = replica");
  await client.query(appointments, [organizationId, departmentIds, workerIds, rows]);
  await client.query(credits, [organizationId]);
  await client.query(deliveries, [organizationId, rows / 5]);
  await client.query(visits, [organizationId, departmentIds, workerIds, rows / 4]);
  await client.query("set session_replication_role = origin");
}

// In the order in which they are made: a row's place in the table says when it was made, not when it is.
const appointments = `
  insert into appointments (organization_id, environment, department_id, date_time, slot_start,
    slot_minutes, place, slot_capacity, status, name, phone, worker_id, worker_is_exclusive, qr_code,
    created_at, archived_at)
  select $1::int, case i % 20 when 0 then 'TEST' else 'LIVE' end,
    ($2::int[])[1 + i % cardinality($2::int[])], at, at, 30, i, 2000000,
    (array['COMPLETED', 'COMPLETED', 'COMPLETED', 'CANCELLED', 'MISSED', 'SCHEDULED'])[1 + i * 7919 % 6],
    'Name ' || i, '', case when i % 2 = 0 then ($3::int[])[
      1 + i % cardinality($2::int[]) * (cardinality($3::int[]) / cardinality($2::int[]))
      + i / 20 % (cardinality($3::int[]) / cardinality($2::int[]))] end,
    false, $1::int || ' ' || i, made, case when i % 23 = 0 then at end
  from (
    select i, at, at at time zone 'Europe/Berlin' - i * 7919 % 43200 * interval '1 minute' as made
    from (
      select i, timestamp '2026-01-01' + i * 104729 % 17520 * interval '30 minutes' as at
      from generate_series(1::bigint, $4::bigint) i
    ) numbered
    offset 0
  ) timed
  order by made`;

const credits = `
  insert into credit_entries (organization_id, environment, kind, amount, balance_after,
    appointment_id, note, created_at)
  select $1::int, environment, 'CONSUMED', -1, 2000000 - row_number() over (order by created_at), id, '',
    created_at
  from appointments where organization_id = $1::int order by created_at`;

const deliveries = `
  insert into webhook_attempts (organization_id, environment, webhook_id, event_id, event_type,
    event_created_at, delivery_id, attempt, status, status_code, response_time_ms, created_at, due_at,
    abandon_at, next_retry_at)
  select $1::int, 'LIVE', 1 + i % 5, gen_random_uuid(),
    (array['appointment.created', 'appointment.updated', 'appointment.cancelled'])[1 + i % 3], at,
    md5($1::int || ' ' || i)::uuid, attempt,
    case when i % 10 = 0 and attempt < 3 then 'FAILED' else 'DELIVERED' end, 200, i * 7919 % 900,
    at + attempt * interval '1 minute', at, at + interval '1 day',
    case when i % 10 = 0 and attempt < 3 then at + attempt * interval '2 minutes' end
  from (
    select i, timestamptz '2026-10-03Z' + i * (interval '89 days' / $2::bigint) as at
    from generate_series(1::bigint, $2::bigint) i
  ) timed
  cross join generate_series(1, 3) attempt
  where attempt = 1 or i % 10 = 0
  order by at`;

// Twenty counters. Half of the visits have an appointment; a few people leave, and a few do not come.
const visits = `
  insert into visits (organization_id, environment, department_id, date, number, part, ticket,
    appointment_id, due_at, note, state, outcome, desk, worker_id, calls, arrived_at, called_at, started_at,
    ended_at)
  select $1::int, case i % 20 when 0 then 'TEST' else 'LIVE' end,
    ($2::int[])[1 + i % cardinality($2::int[])], (at at time zone 'Europe/Berlin')::date, i, 1,
    $1::int || ' ' || i, case when i % 2 = 0 then i end,
    case when i % 2 = 0 then at + (i * 7919 % 40 - 20) * interval '1 minute' end, '', 'ENDED', outcome,
    case when outcome <> 'LEFT' then 'Room ' || i * 31 % 20 end,
    case when outcome <> 'LEFT' then ($3::int[])[1 + i * 31 % cardinality($3::int[])] end,
    case when outcome <> 'LEFT' then 1 else 0 end, at, called,
    case when outcome = 'SERVED' then called + interval '1 minute' end,
    at + interval '45 minutes' + i * 7919 % 3600 * interval '1 second'
  from (
    select i, at, outcome,
      case when outcome <> 'LEFT' then at + i * 104729 % 2400 * interval '1 second' end as called
    from (
      select i, timestamptz '2026-01-01T00:00Z' + i * (interval '364 days' / $4::bigint) as at,
        (array['SERVED', 'SERVED', 'SERVED', 'SERVED', 'LEFT', 'NO_SHOW'])[1 + i * 7919 % 6] as outcome
      from generate_series(1::bigint, $4::bigint) i
    ) numbered
  ) called`;
