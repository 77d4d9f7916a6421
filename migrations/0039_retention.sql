-- expand
-- How long an organization keeps personal data, the daily runs that remove it, and legal holds (core/retention/README.md).

-- Days; null keeps the data. The job reads them, and no request does.
alter table organizations
  add column appointment_days int
    constraint organizations_appointment_days check (appointment_days between 1 and 3650),
  add column event_days int
    constraint organizations_event_days check (event_days between 1 and 3650),
  add column usage_days int
    constraint organizations_usage_days check (usage_days between 1 and 3650);

-- The present or last run of an organization. Whoever works on it writes a random claim into the row, and each of its
-- transactions requires that the claim is still there and counts what it removes. So after a kill, counts and data agree.
-- Everything before the `until` columns and up to the feed positions is done. `audit_heads` has the last id of the audit
-- at the start of the last three runs: entries after the oldest one name the appointments that were changed since.
create table retention_runs (
  organization_id int not null
    constraint retention_runs_organization_id_foreign references organizations (id),
  claim uuid,
  claimed_until timestamptz(3),
  started_at timestamptz(3) not null,
  finished_at timestamptz(3),
  appointments_until timestamp(0),
  events_until timestamptz(3),
  usage_until timestamptz(3),
  feed_live bigint not null default 0,
  feed_test bigint not null default 0,
  audit_heads bigint[] not null,
  appointments bigint not null default 0,
  visits bigint not null default 0,
  events bigint not null default 0,
  calls bigint not null default 0,
  primary key (organization_id),
  constraint retention_runs_claim check ((claim is null) = (finished_at is not null)
    and (claim is null) = (claimed_until is null)),
  constraint retention_runs_counts check (least(appointments, visits, events, calls) >= 0)
);

-- A person whose data must stay. It is the person of an appointment, as an erasure of a person finds them.
create table legal_holds (
  id serial not null,
  organization_id int not null,
  environment text not null
    constraint legal_holds_environment_check check (environment in ('LIVE', 'TEST')),
  appointment_id bigint not null,
  name text not null,
  phone text not null,
  external_user_id text,
  reason text not null constraint legal_holds_reason check (reason <> ''),
  placed_by text not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, id),
  constraint legal_holds_appointment_id_foreign
    foreign key (organization_id, environment, appointment_id)
    references appointments (organization_id, environment, id)
);
-- One hold for each appointment, however many requests place it at once.
create unique index legal_holds_by_appointment
  on legal_holds (organization_id, environment, appointment_id);

-- The same trigger function, which also accepts the removal by retention.
create or replace function audit_entries_keep_row() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'changes' = to_jsonb(old) - 'changes'
    and new.subject_kind = 'appointment'
    and new.changes = (
      select jsonb_agg(
        case when change ->> 'field' = 'overrideReason' then change - 'after' else change end
        order by position
      )
      from jsonb_array_elements(old.changes) with ordinality as c (change, position)
    )
    and exists (
      select from audit_entries e
      where e.organization_id = new.organization_id and e.subject_kind = 'appointment'
        and e.subject_id = new.subject_id and e.id > new.id
        and e.action in ('appointment.erased', 'appointment.expired')
    )
  then
    return new;
  end if;
  raise exception 'audit_entries is append-only';
end $$;
