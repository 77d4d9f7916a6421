import { Migration } from "@mikro-orm/migrations";

/** Organizations, access, departments, appointments and credits, with the invariants they stand on. */
export class Booking extends Migration {
  override up(): void {
    this.addSql(tables);
    this.addSql(appointmentIndexes);
    this.addSql(ledgerTriggers);
    this.addSql(countTriggers);
  }
}

const tables = `
create table organizations (
  id serial primary key,
  name text not null,
  time_zone text not null,
  created_at timestamptz(3) not null
);

-- At most one row: the demo data of an empty database, until and after somebody has seen its password.
create table demo_state (
  is_only boolean primary key default true
    constraint demo_state_is_only check (is_only),
  mark text not null,
  is_shown boolean not null default false
);

create table balances (
  organization_id int not null
    constraint balances_organization_id_foreign references organizations (id),
  environment text not null
    constraint balances_environment_check check (environment in ('LIVE', 'TEST')),
  balance bigint not null default 0
    constraint balances_balance_not_negative check (balance >= 0),
  primary key (organization_id, environment)
);

create table staff_users (
  id serial primary key,
  organization_id int not null
    constraint staff_users_organization_id_foreign references organizations (id),
  email text not null
    constraint staff_users_email_lower_case check (email = lower(email)),
  name text not null,
  role text not null
    constraint staff_users_role_check check (role in ('OWNER', 'ADMIN', 'STAFF')),
  password_hash text not null,
  must_change_password boolean not null,
  created_at timestamptz(3) not null,
  disabled_at timestamptz(3),
  constraint staff_users_email unique (email, organization_id)
);
create index staff_users_by_organization on staff_users (organization_id, id);

create table api_keys (
  id serial primary key,
  organization_id int not null
    constraint api_keys_organization_id_foreign references organizations (id),
  name text not null,
  environment text not null
    constraint api_keys_environment_check check (environment in ('LIVE', 'TEST')),
  key_hash text not null constraint api_keys_key_hash unique,
  masked_key text not null,
  scopes text[] not null constraint api_keys_scopes check (cardinality(scopes) >= 1),
  rate_limit_per_hour int not null
    constraint api_keys_rate_limit check (rate_limit_per_hour >= 1 and rate_limit_per_hour <= 1000000),
  lineage_id uuid not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index api_keys_by_organization on api_keys (organization_id, id);

create table departments (
  id serial primary key,
  organization_id int not null
    constraint departments_organization_id_foreign references organizations (id),
  name text not null,
  address text not null,
  phone_number text not null,
  slot_interval int not null
    constraint departments_slot_interval check (slot_interval >= 1 and slot_interval <= 1440),
  working_hours text not null,
  show_admins_in_booking boolean not null,
  slot_capacity int not null constraint departments_slot_capacity check (slot_capacity >= 1),
  slot_offset int not null,
  opening_hours jsonb,
  closures jsonb not null,
  booking_window jsonb,
  is_active boolean not null,
  created_at timestamptz(3) not null,
  constraint departments_slot_offset check (slot_offset >= 0 and slot_offset < slot_interval)
);
create index departments_by_organization on departments (organization_id, id);

create table workers (
  id serial primary key,
  organization_id int not null
    constraint workers_organization_id_foreign references organizations (id),
  department_id int not null
    constraint workers_department_id_foreign references departments (id),
  name text not null,
  is_active boolean not null,
  created_at timestamptz(3) not null
);
create index workers_by_department on workers (department_id, id);

create table appointments (
  id bigserial primary key,
  organization_id int not null
    constraint appointments_organization_id_foreign references organizations (id),
  environment text not null
    constraint appointments_environment_check check (environment in ('LIVE', 'TEST')),
  department_id int not null
    constraint appointments_department_id_foreign references departments (id),
  date_time timestamp(0) not null,
  slot_start timestamp(0) not null,
  slot_minutes int not null,
  place int not null,
  slot_capacity int not null,
  status text not null constraint appointments_status_check
    check (status in ('SCHEDULED', 'COMPLETED', 'CANCELLED', 'MISSED')),
  name text not null,
  phone text not null,
  worker_id int constraint appointments_worker_id_foreign references workers (id),
  worker_is_exclusive boolean not null,
  external_user_id text,
  qr_code text not null,
  created_at timestamptz(3) not null,
  archived_at timestamptz(3),
  constraint appointments_qr_code unique (organization_id, qr_code),
  constraint appointments_place_in_capacity check (place >= 1 and place <= slot_capacity),
  constraint appointments_date_time_in_slot check (
    date_time >= slot_start and date_time < slot_start + make_interval(mins => slot_minutes)
  )
);

create table appointment_counts (
  organization_id int not null
    constraint appointment_counts_organization_id_foreign references organizations (id),
  environment text not null
    constraint appointment_counts_environment_check check (environment in ('LIVE', 'TEST')),
  department_id int not null
    constraint appointment_counts_department_id_foreign references departments (id),
  status text not null constraint appointment_counts_status_check
    check (status in ('SCHEDULED', 'COMPLETED', 'CANCELLED', 'MISSED')),
  month date not null,
  count bigint not null constraint appointment_counts_not_negative check (count >= 0),
  primary key (organization_id, environment, department_id, status, month)
);

create table credit_entries (
  id bigserial primary key,
  organization_id int not null
    constraint credit_entries_organization_id_foreign references organizations (id),
  environment text not null
    constraint credit_entries_environment_check check (environment in ('LIVE', 'TEST')),
  kind text not null constraint credit_entries_kind_check
    check (kind in ('CONSUMED', 'REFUNDED', 'GRANTED')),
  amount bigint not null,
  balance_after bigint not null
    constraint credit_entries_balance_after check (balance_after >= 0),
  appointment_id bigint
    constraint credit_entries_appointment_id_foreign references appointments (id),
  note text not null,
  created_at timestamptz(3) not null,
  constraint credit_entries_amount check (
    case kind
      when 'GRANTED' then amount > 0 and appointment_id is null
      when 'CONSUMED' then amount = -1 and appointment_id is not null
      else amount = 1 and appointment_id is not null
    end
  )
);
create index credit_entries_by_ledger on credit_entries (organization_id, environment, id);
create unique index credit_entries_once on credit_entries (appointment_id, kind)
  where appointment_id is not null;

create table idempotency_keys (
  organization_id int not null
    constraint idempotency_keys_organization_id_foreign references organizations (id),
  environment text not null
    constraint idempotency_keys_environment_check check (environment in ('LIVE', 'TEST')),
  key text not null,
  fingerprint text not null,
  answer json not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, environment, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
`;

const appointmentIndexes = `
create unique index appointments_place
  on appointments (slot_start, department_id, environment, slot_minutes, place)
  where status <> 'CANCELLED' and archived_at is null;
create unique index appointments_worker
  on appointments (worker_id, environment, slot_start, slot_minutes)
  where status <> 'CANCELLED' and archived_at is null and worker_is_exclusive;

create index appointments_by_department on appointments (department_id, environment, date_time, id)
  where archived_at is null;
create index appointments_by_date_time on appointments (organization_id, environment, date_time, id)
  where archived_at is null;
create index appointments_by_status
  on appointments (organization_id, environment, status, date_time, id) where archived_at is null;
create index appointments_by_name
  on appointments (organization_id, environment, name, date_time, id) where archived_at is null;
create index appointments_by_creation
  on appointments (organization_id, environment, created_at, date_time, id)
  where archived_at is null;
create index appointments_by_id on appointments (organization_id, environment, id)
  where archived_at is null;
create index appointments_by_external_user
  on appointments (organization_id, environment, external_user_id, date_time, id)
  where archived_at is null and external_user_id is not null;
`;

// The ledger moves the balance and nothing else does, so a balance IS the sum of its entries. Each entry's
// balance_after is checked against the entries after it; entries never change.
const ledgerTriggers = `
create function credit_entries_move_balance() returns trigger language plpgsql as $$
begin
  update balances b set balance = b.balance + moved.amount
  from (
    select organization_id, environment, sum(amount) as amount
    from added group by organization_id, environment
  ) moved
  where b.organization_id = moved.organization_id and b.environment = moved.environment;
  if exists (
    select from (
      select organization_id, environment, balance_after, coalesce(sum(amount) over (
        partition by organization_id, environment order by id
        rows between 1 following and unbounded following
      ), 0) as amount_of_later
      from added
    ) entry
    left join balances b using (organization_id, environment)
    where entry.balance_after + entry.amount_of_later is distinct from b.balance
  ) then
    raise exception 'balance_after of a credit entry does not match its balance';
  end if;
  return null;
end $$;
create trigger credit_entries_move_balance after insert on credit_entries
  referencing new table as added
  for each statement execute function credit_entries_move_balance();

create function credit_entries_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'credit_entries is append-only';
end $$;
create trigger credit_entries_append_only before update or delete or truncate on credit_entries
  for each statement execute function credit_entries_append_only();

create function balances_moved_by_entries() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.balance <> 0
    or tg_op = 'UPDATE' and new.balance <> old.balance and pg_trigger_depth() = 1
  then
    raise exception 'a balance is moved by credit_entries only';
  end if;
  return new;
end $$;
create trigger balances_moved_by_entries before insert or update on balances
  for each row execute function balances_moved_by_entries();
`;

// Decrements are an update of their own: a proposed row below zero would break the check even where the
// conflict would have added it to another.
const countTriggers = `
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
`;
