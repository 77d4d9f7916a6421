-- Credits: the balance of each organization and environment, and the ledger that explains it.

-- The balance is in a table of its own and not in organizations, because its row lock is the gate through which all
-- bookings of the organization and environment pass (gateway/persistence/booking/README.md 1). Other changes of the
-- organization must not wait at that gate.
create table balances (
  organization_id int not null
    constraint balances_organization_id_foreign references organizations (id),
  environment text not null
    constraint balances_environment_check check (environment in ('LIVE', 'TEST')),
  balance bigint not null default 0
    constraint balances_balance_not_negative check (balance >= 0),
  settings_tag uuid not null default gen_random_uuid(),
  -- Raised by each transaction that changes places or publishes events, under the lock of this row. It numbers the
  -- entries of the feed (migrations/README.md 12), and an unchanged number means unchanged places.
  last_position bigint not null default 0,
  primary key (organization_id, environment)
);

-- Changes the tags of the balances of an organization when a setting changes that bookings read. A process keeps these
-- settings in memory and reads them again if the tag of the locked balance differs. The tag is random and not a number:
-- after a promotion, a standby that lacks the last change could give the same number to another change.
--
-- It also makes a change of settings wait for the running bookings of the organization, and bookings for it. So a
-- booking never uses settings whose replacement was acknowledged before.
create function booking_settings_changed() returns trigger language plpgsql as $$
declare
  changed record;
  organization int;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  if tg_table_name = 'organizations' then organization := changed.id;
  else organization := changed.organization_id;
  end if;
  -- In the order of the keys, so that two changes cannot deadlock.
  perform from balances where organization_id = organization order by environment
    for no key update;
  update balances set settings_tag = gen_random_uuid() where organization_id = organization;
  return null;
end $$;
create trigger organizations_booking_settings after update of time_zone on organizations
  for each row execute function booking_settings_changed();
create trigger departments_booking_settings after insert or update or delete on departments
  for each row execute function booking_settings_changed();
create trigger workers_booking_settings after insert or update or delete on workers
  for each row execute function booking_settings_changed();

-- The ledger. A creation consumes one credit, a cancellation by staff refunds it, the operator grants any number.
create table credit_entries (
  id bigserial not null,
  organization_id int not null,
  environment text not null
    constraint credit_entries_environment_check check (environment in ('LIVE', 'TEST')),
  kind text not null constraint credit_entries_kind_check
    check (kind in ('CONSUMED', 'REFUNDED', 'GRANTED')),
  amount bigint not null,
  balance_after bigint not null
    constraint credit_entries_balance_after check (balance_after >= 0),
  appointment_id bigint,
  note text not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, environment, id),
  constraint credit_entries_appointment_id_foreign
    foreign key (organization_id, environment, appointment_id)
    references appointments (organization_id, environment, id),
  constraint credit_entries_amount check (
    case kind
      when 'GRANTED' then amount > 0 and appointment_id is null
      when 'CONSUMED' then amount = -1 and appointment_id is not null
      else amount = 1 and appointment_id is not null
    end
  )
);

-- An appointment consumes one credit once and is refunded once.
create unique index credit_entries_once on credit_entries (organization_id, appointment_id, kind)
  where appointment_id is not null;

-- Nearly all entries are CONSUMED. A list of them reads the primary key and skips the few others.
create index credit_entries_by_kind on credit_entries (organization_id, environment, kind, id)
  where kind <> 'CONSUMED';

-- Includes all that the credit report sums, so the report does not read the table.
create index credit_entries_by_time
  on credit_entries (organization_id, environment, created_at, id) include (kind, amount);

-- Moves the balance by the entries that one statement inserts. Nothing else may move it, and entries never change, so
-- a balance is always the sum of its entries.
--
-- It also checks balance_after: the balance after an entry, minus the amounts up to this entry, is the balance before
-- the statement, for each entry. Example: the balance is 10 and a batch of two bookings inserts
--
--     id   amount   balance_after   amounts up to it   before
--     7    -1       9               -1                 10
--     8    -1       8               -2                 10
--
-- Why not a trigger for each row: a batch inserts up to 128 entries, and each would update the same balance again.
--
-- The planner settings leave it only the primary key to find a balance by. A plan that was made for a few balances
-- would read the whole table for each booking when there are many.
create function credit_entries_move_balance() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  ledgers int;
  moved_ledgers int;
begin
  with entry as (
    select organization_id, environment, amount, balance_after - sum(amount) over (
        partition by organization_id, environment order by id
      ) as before
    from added
  ), ledger as (
    select organization_id, environment, sum(amount) as amount, min(before) as before
    from entry group by organization_id, environment having min(before) = max(before)
  ), moved as (
    update balances b
    set balance = b.balance + ledger.amount, last_position = b.last_position + 1
    from ledger
    where b.organization_id = ledger.organization_id and b.environment = ledger.environment
      and b.balance = ledger.before
    returning b.environment
  )
  select (select count(distinct (organization_id, environment)) from added),
    (select count(*) from moved)
  into ledgers, moved_ledgers;
  if ledgers <> moved_ledgers then
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

-- Refuses every other change of a balance. The conditions are in the triggers and not in the function, so a change that
-- the ledger makes does not call it: pg_trigger_depth() is 0 for a statement and 1 for the trigger of the ledger.
create function balances_moved_by_entries() returns trigger language plpgsql as $$
begin
  raise exception 'a balance is moved by credit_entries only';
end $$;
create trigger balances_begin_at_zero before insert on balances
  for each row when (new.balance <> 0) execute function balances_moved_by_entries();
create trigger balances_moved_by_entries before update on balances
  for each row when (new.balance <> old.balance and pg_trigger_depth() = 0)
  execute function balances_moved_by_entries();
