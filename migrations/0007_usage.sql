-- Usage: the record of every API call, and its sums.

-- One row for each request with a valid API key (core/usage/README.md 1), in partitions by month without foreign keys
-- (migrations/README.md 8). `error` is the code and the message of a refused request.
create table usage_entries (
  id bigserial not null,
  organization_id int not null,
  api_key_id int not null,
  environment text not null
    constraint usage_entries_environment_check check (environment in ('LIVE', 'TEST')),
  endpoint text not null,
  route_template text not null,
  method text not null,
  status_code int not null,
  credits_consumed int not null,
  response_time_ms int not null,
  timestamp timestamptz(3) not null,
  ip_address text not null,
  user_agent text not null,
  request_id text,
  error text,
  primary key (organization_id, timestamp, id)
) partition by range (timestamp);
create table usage_entries_default partition of usage_entries default;

-- Finds the calls of one path, such as GET /api/v1/appointments/7. Only paths with an id in them are in the index: any
-- other path is its whole route, whose calls the rollups below count. So a creation writes nothing into it.
create index usage_entries_by_path on usage_entries (organization_id, endpoint, timestamp, id)
  where endpoint <> split_part(route_template, ' ', 2);

-- Sums of usage in two steps, so that statistics cost the same however many calls were made:
--
--     insert into usage_entries ──trigger──▶ usage_deltas ──every 2 s──▶ usage_rollups
--
-- A delta is what the entries of one statement add up to, in 15 minutes (UTC). It is a new row in the transaction of
-- the entries. A background job deletes deltas and adds them to the rollups in one statement, so the sum of deltas
-- and rollups is exact at any moment.
--
-- Why not add to the rollups at once: two bookings at the same time would wait for the same rollup. New rows wait for
-- nothing. Rows of usage_deltas live for seconds, so autovacuum starts at a number of dead rows and not at a share.
create table usage_deltas (
  organization_id int not null,
  environment text not null,
  bucket timestamptz(0) not null,
  api_key_id int not null,
  route_template text not null,
  status_code int not null,
  latency_ms int not null,
  calls bigint not null,
  credits bigint not null,
  response_ms bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
create index usage_deltas_by_organization on usage_deltas (organization_id, bucket);

-- The sums of 15 minutes or of a UTC day, in three kinds. Columns that a kind does not distinguish have their default.
--
--     TOTAL     time
--     CALLS     time, API key, route, status code
--     LATENCY   time, response time
--
-- The counters are in no index, and pages keep 20 % free. An update then needs no new index entries.
create table usage_rollups (
  organization_id int not null,
  kind text not null
    constraint usage_rollups_kind_check check (kind in ('TOTAL', 'CALLS', 'LATENCY')),
  span_minutes int not null
    constraint usage_rollups_span_minutes_check check (span_minutes in (15, 1440)),
  bucket timestamptz(0) not null,
  environment text not null,
  api_key_id int not null default 0,
  route_template text not null default '',
  status_code int not null default 0,
  latency_ms int not null default 0,
  calls bigint not null,
  credits bigint not null,
  response_ms bigint not null,
  primary key (organization_id, kind, span_minutes, bucket, environment, api_key_id, route_template,
    status_code, latency_ms)
) with (fillfactor = 80);

-- Rounds a response time up to the end of its bucket, at most 1/32 above the time. A time below 64 ms is its own
-- bucket. Of a longer time the six leading bits are kept and the others are set. Example: 1000 is 1111101000 in
-- binary and becomes 1111101111, which is 1007.
create function usage_latency_ms(response_time_ms int) returns int language sql immutable parallel safe
return response_time_ms |
  ((1 << greatest(0, floor(log(greatest(response_time_ms, 1)::float8) / log(2::float8))::int - 5)) - 1);

-- Writes the deltas of the entries that one statement inserts. The trigger is on the partitioned table and not on its
-- partitions: entries that are moved from the default partition into their month are inserted into that partition
-- directly, and are not counted again.
create function usage_entries_add_up() returns trigger language plpgsql as $$
begin
  insert into usage_deltas (organization_id, environment, bucket, api_key_id, route_template,
    status_code, latency_ms, calls, credits, response_ms)
  select organization_id, environment, date_bin('15 minutes', timestamp, 'epoch'), api_key_id,
    route_template, status_code, usage_latency_ms(response_time_ms), count(*),
    sum(credits_consumed), sum(response_time_ms)
  from inserted group by 1, 2, 3, 4, 5, 6, 7;
  return null;
end $$;
create trigger usage_entries_add_up after insert on usage_entries
  referencing new table as inserted
  for each statement execute function usage_entries_add_up();
