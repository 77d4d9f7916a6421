-- expand
-- Read-only SQL for tools that speak Postgres (core/reporting/README.md "SQL").

-- The database roles that may read, and the organization of each. The role itself is one of the server.
create table reporting_roles (
  id serial not null,
  organization_id int not null
    constraint reporting_roles_organization_id_foreign references organizations (id),
  name text not null constraint reporting_roles_name unique,
  created_at timestamptz(3) not null,
  primary key (organization_id, id)
);

create schema if not exists reporting;

-- Each view reads the organization of the role that asks: `current_user` is the caller's also in a view, whose other
-- rights are those of its owner. A role without a row sees nothing. A security barrier keeps the functions of a query
-- from rows of other organizations.

create view reporting.departments with (security_barrier) as
select id, name, is_active, slot_interval as slot_minutes, slot_capacity as places_per_slot, created_at
from public.departments where organization_id =
  (select r.organization_id from public.reporting_roles r where r.name = current_user::text);

create view reporting.workers with (security_barrier) as
select id, department_id, name, is_active, created_at
from public.workers where organization_id =
  (select r.organization_id from public.reporting_roles r where r.name = current_user::text);

create view reporting.appointments with (security_barrier) as
select a.id, a.environment, a.department_id, a.worker_id, a.date_time as local_time,
  a.date_time at time zone o.time_zone as starts_at, a.slot_start as slot_local_time, a.slot_minutes,
  a.status, a.created_at
from public.appointments a join public.organizations o on o.id = a.organization_id
where not a.is_archived and a.organization_id =
  (select r.organization_id from public.reporting_roles r where r.name = current_user::text);

create view reporting.visits with (security_barrier) as
select id, environment, department_id, worker_id, appointment_id, date as local_date, priority, state,
  outcome, calls, arrived_at, called_at, started_at, ended_at,
  extract(epoch from called_at - arrived_at)::float8 as waited_seconds,
  extract(epoch from ended_at - started_at)::float8 as served_seconds
from public.visits where organization_id =
  (select r.organization_id from public.reporting_roles r where r.name = current_user::text);

create view reporting.credit_entries with (security_barrier) as
select id, environment, kind, amount, balance_after, appointment_id, created_at
from public.credit_entries where organization_id =
  (select r.organization_id from public.reporting_roles r where r.name = current_user::text);

create view reporting.usage_by_day with (security_barrier) as
select (u.bucket at time zone o.time_zone)::date as local_date, u.environment, u.api_key_id,
  k.name as api_key_name, u.route_template as endpoint, sum(u.calls)::bigint as calls,
  coalesce(sum(u.calls) filter (where u.status_code >= 400), 0)::bigint as errors,
  sum(u.credits)::bigint as credits, sum(u.response_ms)::bigint as response_ms
from (
  select organization_id, bucket, environment, api_key_id, route_template, status_code, calls, credits,
    response_ms
  from public.usage_rollups where kind = 'CALLS' and span_minutes = 15
  union all
  select organization_id, bucket, environment, api_key_id, route_template, status_code, calls, credits,
    response_ms
  from public.usage_deltas
) u
join public.organizations o on o.id = u.organization_id
left join public.api_keys k on k.organization_id = u.organization_id and k.id = u.api_key_id
where u.organization_id =
  (select r.organization_id from public.reporting_roles r where r.name = current_user::text)
group by 1, 2, 3, 4, 5;

-- Slots with at least one appointment.
create view reporting.places_by_slot with (security_barrier) as
select environment, department_id, slot_start as slot_local_time, slot_start::date as local_date, slot_minutes,
  max(slot_capacity) as places, count(*)::int as taken
from public.appointments
where not is_archived and status <> 'CANCELLED' and organization_id =
  (select r.organization_id from public.reporting_roles r where r.name = current_user::text)
group by 1, 2, 3, 4, 5;

-- Only a role with a right on the schema reaches them.
grant select on all tables in schema reporting to public;
