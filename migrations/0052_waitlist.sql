-- expand
-- The waiting list: who waits for a free place, and which places were offered (core/booking/README.md 29).

create table waitlist_entries (
  id bigserial not null,
  organization_id int not null,
  environment text not null
    constraint waitlist_entries_environment_check check (environment in ('LIVE', 'TEST')),
  api_key_id int not null,
  lineage_id uuid not null,
  department_id int not null,
  worker_id int,
  from_date date not null,
  to_date date not null constraint waitlist_entries_dates check (to_date >= from_date),
  from_time text,
  to_time text,
  weekdays int[] not null
    constraint waitlist_entries_weekdays check (weekdays <@ '{1,2,3,4,5,6,7}'),
  -- Personal: an erasure sets it to null.
  external_user_id text,
  state text not null
    constraint waitlist_entries_state
    check (state in ('WAITING', 'OFFERED', 'BOOKED', 'CANCELLED', 'ENDED')),
  -- Set for good when an offer is accepted.
  appointment_id bigint
    constraint waitlist_entries_booked check ((appointment_id is not null) = (state = 'BOOKED')),
  idempotency_key text,
  fingerprint text,
  created_at timestamptz(3) not null,
  primary key (organization_id, environment, id),
  constraint waitlist_entries_department_id_foreign
    foreign key (organization_id, department_id) references departments (organization_id, id),
  constraint waitlist_entries_worker_id_foreign
    foreign key (organization_id, department_id, worker_id)
    references workers (organization_id, department_id, id),
  constraint waitlist_entries_fingerprint
    check ((idempotency_key is null) = (fingerprint is null))
);
-- The entries that a free place may be offered to, in order of arrival. Their number is limited for each department.
create index waitlist_entries_waiting
  on waitlist_entries (organization_id, department_id, environment, id) where state = 'WAITING';
-- The list of a key, in order of arrival.
create index waitlist_entries_by_lineage
  on waitlist_entries (organization_id, environment, lineage_id, id);
-- The list of the desk.
create index waitlist_entries_open
  on waitlist_entries (organization_id, environment, id) where state in ('WAITING', 'OFFERED');
-- Who joined in the last days.
create index waitlist_entries_by_time
  on waitlist_entries (organization_id, environment, created_at);
-- Old entries are deleted, and an erasure finds those of a person.
create index waitlist_entries_by_end on waitlist_entries (to_date);
create index waitlist_entries_by_user
  on waitlist_entries (organization_id, external_user_id) where external_user_id is not null;
create index waitlist_entries_by_appointment
  on waitlist_entries (organization_id, appointment_id) where appointment_id is not null;
create unique index waitlist_entries_by_idempotency_key
  on waitlist_entries (organization_id, environment, lineage_id, idempotency_key)
  where idempotency_key is not null;

create table waitlist_offers (
  organization_id int not null,
  environment text not null,
  hold_id bigint not null,
  entry_id bigint not null,
  slot_start timestamp(0) not null,
  worker_id int,
  offered_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  outcome text constraint waitlist_offers_outcome
    check (outcome in ('ACCEPTED', 'DECLINED', 'EXPIRED')),
  ended_at timestamptz(3)
    constraint waitlist_offers_ended check ((ended_at is null) = (outcome is null)),
  primary key (organization_id, environment, hold_id),
  constraint waitlist_offers_entry_id_foreign
    foreign key (organization_id, environment, entry_id)
    references waitlist_entries (organization_id, environment, id) on delete cascade
);
-- What the list did in the last days.
create index waitlist_offers_by_time on waitlist_offers (organization_id, environment, offered_at);
-- An entry gets the same place at most once.
create unique index waitlist_offers_place
  on waitlist_offers (organization_id, environment, entry_id, slot_start, coalesce(worker_id, 0));
-- An entry has at most one offer at a time.
create unique index waitlist_offers_live
  on waitlist_offers (organization_id, environment, entry_id) where outcome is null;

-- For how long an offer holds its place.
alter table queue_rules add column waitlist_offer_minutes int not null default 60
  constraint queue_rules_waitlist_offer_minutes check (waitlist_offer_minutes between 5 and 1440);

-- How far the free places by the new settings were offered to the waiting list. They are offered before the events of
-- their slots are written.
alter table slot_change_jobs add column offered_until timestamp(0);
alter table slot_change_jobs add column is_offered boolean not null default false;

-- Null: the hold belongs to a request of a key.
alter table holds add column waitlist_entry_id bigint;

-- The number of entries that wait or have an offer. Whoever locks the balance reads it without another read.
alter table balances add column waiting int not null default 0
  constraint balances_waiting check (waiting >= 0);
create index balances_with_waiting on balances (organization_id, environment) where waiting > 0;

-- The transactions that write entries hold the lock of the balance.
create function waitlist_entries_count() returns trigger language plpgsql as $$
declare
  change int := 0;
begin
  if tg_op <> 'DELETE' and new.state in ('WAITING', 'OFFERED') then change := change + 1; end if;
  if tg_op <> 'INSERT' and old.state in ('WAITING', 'OFFERED') then change := change - 1; end if;
  if change <> 0 then
    update balances set waiting = waiting + change
    where organization_id = coalesce(new.organization_id, old.organization_id)
      and environment = coalesce(new.environment, old.environment);
  end if;
  return null;
end $$;
create trigger waitlist_entries_count
  after insert or delete or update of state on waitlist_entries
  for each row execute function waitlist_entries_count();
