-- Appointments, their totals, and the remembered answers of idempotent creations.

-- date_time is local to the organization's time zone. The slot and its capacity are copied from the department
-- when the appointment is booked, because the department's settings may change afterwards. Each appointment has
-- a place of its slot, a number from 1 to the capacity. worker_is_exclusive is the department's
-- show_admins_in_booking: the worker takes one appointment per slot.
--
-- "Listed" below means not is_archived. An archived appointment is not listed and frees its place.
create table appointments (
  id bigserial not null,
  organization_id int not null,
  environment text not null
    constraint appointments_environment_check check (environment in ('LIVE', 'TEST')),
  department_id int not null,
  date_time timestamp(0) not null,
  slot_start timestamp(0) not null,
  slot_minutes int not null,
  place int not null,
  slot_capacity int not null,
  status text not null constraint appointments_status_check
    check (status in ('SCHEDULED', 'COMPLETED', 'CANCELLED', 'MISSED')),
  name text not null,
  phone text not null,
  worker_id int,
  worker_is_exclusive boolean not null,
  external_user_id text,
  -- The order of "C" lets an index find a code by its beginning.
  qr_code text collate "C" not null,
  -- For staff only.
  note text not null default '',
  created_at timestamptz(3) not null,
  archived_at timestamptz(3),
  is_archived boolean not null generated always as (archived_at is not null) stored,
  -- The folded words of name, phone and reference, each after its organization and environment: '7L/anna 7L/muller'.
  -- The service writes them with each of these fields (core/search.ts).
  search_words tsvector not null default '',
  constraint appointments_department_id_foreign
    foreign key (organization_id, department_id) references departments (organization_id, id),
  constraint appointments_worker_id_foreign
    foreign key (organization_id, department_id, worker_id)
    references workers (organization_id, department_id, id),
  constraint appointments_qr_code unique (organization_id, qr_code),
  constraint appointments_place_in_capacity check (place >= 1 and place <= slot_capacity),
  constraint appointments_date_time_in_slot check (
    date_time >= slot_start and date_time < slot_start + make_interval(mins => slot_minutes)
  )
);

-- No slot is oversold: each place of a slot is taken once, and the check above limits the places to the capacity.
-- slot_minutes is part of the key, because a department with a changed interval has different slots.
--
-- Why department_id is not before slot_start: while the table has no statistics, the planner would then use it to read
-- the occupancy of a slot, and would read the whole department. appointments_by_department serves that read.
create unique index appointments_place
  on appointments (organization_id, slot_start, department_id, environment, slot_minutes, place)
  where status <> 'CANCELLED' and not is_archived;

-- An exclusive worker takes one appointment per slot.
create unique index appointments_worker
  on appointments (organization_id, worker_id, environment, slot_start, slot_minutes)
  where status <> 'CANCELLED' and not is_archived and worker_is_exclusive;

-- The lists. is_archived is in each index, so listed and archived appointments are two parts of one index, and a page of
-- listed ones skips no archived ones. Which list reads which index, and what each costs: migrations/README.md 6.

-- In the order of creation, which is the order of the ids: both are given under the lock of the balance.
create index appointments_by_creation
  on appointments (organization_id, environment, is_archived, id);

-- It has all that reports count by, so a report over a year of a million appointments does not read the table.
create index appointments_by_time
  on appointments (organization_id, environment, is_archived, date_time, id)
  include (status, department_id, worker_id, created_at);
create index appointments_by_status
  on appointments (organization_id, environment, is_archived, status, date_time, id);

-- Also serves the occupancy of a slot.
create index appointments_by_department
  on appointments (organization_id, department_id, environment, is_archived, date_time, id);
create index appointments_by_name
  on appointments (organization_id, environment, is_archived, name, date_time, id);
create index appointments_by_external_user
  on appointments (organization_id, environment, is_archived, external_user_id, date_time, id)
  where external_user_id is not null;
create index appointments_by_worker
  on appointments (organization_id, worker_id, environment, is_archived, date_time, id)
  where worker_id is not null;

-- Finds the appointments of one organization and environment that have words with given beginnings. A booking appends its
-- words to the pending list, and the service adds the list to the index every few seconds
-- (gateway/persistence/booking/README.md 6). The limit of 64 MB is never reached while a service runs. A booking that
-- reached it would add the whole list.
create index appointments_by_word on appointments using gin (search_words)
  with (fastupdate = on, gin_pending_list_limit = 65536);

-- The primary key comes last. Foreign keys look an appointment up with a plan that a session keeps, and makes perhaps
-- while the table is empty. Every index then costs the same, and the planner takes the youngest one. Any other index
-- would read all appointments of the organization for each booking, until the table has statistics.
alter table appointments add primary key (organization_id, environment, id);

-- How many listed appointments of each status a department has in a month; `month` is its first day. The total of
-- a list is the sum of a few of these rows. Counting the appointments would cost more with each appointment.
create table appointment_counts (
  organization_id int not null,
  environment text not null
    constraint appointment_counts_environment_check check (environment in ('LIVE', 'TEST')),
  department_id int not null,
  status text not null constraint appointment_counts_status_check
    check (status in ('SCHEDULED', 'COMPLETED', 'CANCELLED', 'MISSED')),
  month date not null,
  count bigint not null constraint appointment_counts_not_negative check (count >= 0),
  primary key (organization_id, environment, department_id, status, month),
  constraint appointment_counts_department_id_foreign
    foreign key (organization_id, department_id) references departments (organization_id, id)
);

-- The two functions below keep the counts, in the transaction of each change. They run once for each statement and
-- not for each row. A transaction that writes appointments already holds the lock of its balance
-- (gateway/persistence/booking/README.md 1), so no two transactions wait for each other's counts. The cost is 0.07 to
-- 0.12 ms for each statement that writes appointments.
--
-- Why increments and decrements are separate: INSERT ... ON CONFLICT checks the proposed row before it looks for
-- the existing one. A proposed row with a negative count would violate the check, although adding it to the
-- existing row would not.
create function appointments_count_added() returns trigger language plpgsql as $$
begin
  insert into appointment_counts as c
    (organization_id, environment, department_id, status, month, count)
  select organization_id, environment, department_id, status,
    date_trunc('month', date_time)::date as month, count(*)
  from added where archived_at is null
  group by organization_id, environment, department_id, status, month
  on conflict (organization_id, environment, department_id, status, month)
    do update set count = c.count + excluded.count;
  return null;
end $$;
create trigger appointments_count_inserted after insert on appointments
  referencing new table as added
  for each statement execute function appointments_count_added();
create trigger appointments_count_updated_to after update on appointments
  referencing new table as added
  for each statement execute function appointments_count_added();

create function appointments_count_removed() returns trigger language plpgsql as $$
begin
  update appointment_counts c set count = c.count - gone.count
  from (
    select organization_id, environment, department_id, status,
      date_trunc('month', date_time)::date as month, count(*) as count
    from removed where archived_at is null
    group by organization_id, environment, department_id, status, month
  ) gone
  where c.organization_id = gone.organization_id and c.environment = gone.environment
    and c.department_id = gone.department_id and c.status = gone.status
    and c.month = gone.month;
  return null;
end $$;
create trigger appointments_count_updated_from after update on appointments
  referencing old table as removed
  for each statement execute function appointments_count_removed();
create trigger appointments_count_deleted after delete on appointments
  referencing old table as removed
  for each statement execute function appointments_count_removed();

-- Places that are held for a caller who is about to book (core/booking/README.md 18). A hold ends at expires_at by itself:
-- whatever counts the holds leaves out the ended ones. The next hold of the organization and environment deletes their rows.
create table holds (
  id bigserial not null,
  organization_id int not null,
  environment text not null
    constraint holds_environment_check check (environment in ('LIVE', 'TEST')),
  api_key_id int not null,
  department_id int not null,
  date_time timestamp(0) not null,
  slot_start timestamp(0) not null,
  slot_minutes int not null,
  place int not null constraint holds_place_from_1 check (place >= 1),
  worker_id int,
  idempotency_key text,
  fingerprint text,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (organization_id, environment, id),
  constraint holds_department_id_foreign
    foreign key (organization_id, department_id) references departments (organization_id, id),
  constraint holds_worker_id_foreign
    foreign key (organization_id, department_id, worker_id)
    references workers (organization_id, department_id, id),
  constraint holds_fingerprint check ((idempotency_key is null) = (fingerprint is null))
);

-- No place is held twice. That no hold takes the place of an appointment is decided under the lock of the balance.
create unique index holds_place
  on holds (organization_id, slot_start, department_id, environment, slot_minutes, place);
create unique index holds_by_idempotency_key
  on holds (organization_id, environment, idempotency_key) where idempotency_key is not null;
-- For the occupancy of a slot, which each booking reads.
create index holds_by_department on holds (organization_id, department_id, environment, date_time);
create index holds_by_end on holds (organization_id, environment, expires_at);

-- The answer to a creation, kept for 24 hours (rest-adapter/README.md 5.2). The type is json and not jsonb, because
-- a replay returns the first answer with its fields in their order.
create table idempotency_keys (
  -- No foreign key (migrations/README.md 10).
  organization_id int not null,
  environment text not null
    constraint idempotency_keys_environment_check check (environment in ('LIVE', 'TEST')),
  key text not null,
  fingerprint text not null,
  answer json not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, environment, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
