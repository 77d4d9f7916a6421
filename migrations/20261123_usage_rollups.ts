import { Migration } from "@mikro-orm/migrations";

/**
 * Sums of the log of usage. Every statement that writes entries also writes what they add up to, in the same
 * transaction and as new rows alone, so that no writer waits for another; the service adds these deltas to
 * the rollups later. The sum of both is exact at any moment.
 */
export class UsageRollups extends Migration {
  override up(): void {
    this.addSql(tables);
    this.addSql(deltas);
    this.addSql(backfill);
  }
}

// A rollup is of one kind and covers 15 minutes or a UTC day; what its kind does not tell apart is neutral.
// TOTAL: by time alone. CALLS: by key, route and status. LATENCY: by response time. Counters are in no index,
// so a page with some room takes a new version of a row without new index entries.
const tables = `
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

-- Paths with an id in them; creations, whose path is that of their route, are not in it.
create index usage_entries_by_path on usage_entries (organization_id, endpoint, timestamp, id)
  where endpoint <> split_part(route_template, ' ', 2);
`;

const deltaColumns = `organization_id, environment, bucket, api_key_id, route_template, status_code,
  latency_ms, calls, credits, response_ms`;

const sumsOf = (entries: string) => `
  select organization_id, environment, date_bin('15 minutes', timestamp, 'epoch'), api_key_id,
    route_template, status_code, usage_latency_ms(response_time_ms), count(*),
    sum(credits_consumed), sum(response_time_ms)
  from ${entries} group by 1, 2, 3, 4, 5, 6, 7`;

// A time below 64 ms is kept, of a longer one the six leading bits, the others being set: a bucket is named
// by its upper end, at most 1/32 above what was measured. The trigger stands on the whole table: entries that
// are moved from one partition to another do not pass it.
const deltas = `
create function usage_latency_ms(response_time_ms int) returns int language sql immutable parallel safe
return response_time_ms |
  ((1 << greatest(0, floor(log(greatest(response_time_ms, 1)::float8) / log(2::float8))::int - 5)) - 1);

create function usage_entries_add_up() returns trigger language plpgsql as $$
begin
  insert into usage_deltas (${deltaColumns}) ${sumsOf("inserted")};
  return null;
end $$;
create trigger usage_entries_add_up after insert on usage_entries
  referencing new table as inserted
  for each statement execute function usage_entries_add_up();
`;

// The trigger's lock keeps writers out until this is committed, so that each entry is counted once.
const backfill = `insert into usage_deltas (${deltaColumns}) ${sumsOf("usage_entries")}`;
