-- expand
-- Organizations that are closed, and the removal of their rows (gateway/deployment/README.md 8).

-- Since when nobody may use the organization here. Balances have the same time, because their row is the gate of all
-- bookings: whoever locks it sees whether the organization is closed, without another read.
alter table organizations add column closed_at timestamptz(3);
alter table balances add column closed_at timestamptz(3);

-- Waits for the transactions that hold the gate. After it no transaction passes the gate, so a standby that has replayed
-- the closing has everything that was acknowledged.
-- SQL of reporting roles is refused at the next statement, also in sessions that are open.
create function organizations_close_balances() returns trigger language plpgsql as $$
declare
  role text;
begin
  -- In the order of the keys, so that two changes cannot deadlock.
  perform from balances where organization_id = new.id order by environment for no key update;
  update balances set closed_at = new.closed_at where organization_id = new.id;
  for role in
    -- After a restore on another server a role may be missing.
    select r.name from reporting_roles r join pg_roles on rolname = r.name where r.organization_id = new.id
  loop
    if new.closed_at is null then execute format('grant usage on schema reporting to %I', role);
    else execute format('revoke usage on schema reporting from %I', role);
    end if;
  end loop;
  return null;
end $$;
create trigger organizations_close_balances after update of closed_at on organizations
  for each row execute function organizations_close_balances();

-- Refuses changes of settings of a closed organization, too. They take the gate for the tag.
create or replace function booking_settings_changed() returns trigger language plpgsql as $$
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
  if tg_op <> 'DELETE' and exists (
    select from balances where organization_id = organization and closed_at is not null
  ) then
    raise exception 'organization % is closed', organization using errcode = 'OC001';
  end if;
  update balances set settings_tag = gen_random_uuid() where organization_id = organization;
  return null;
end $$;

-- Refuses the changes that take no gate. Each has an audit entry. The lock makes a closing wait for the transaction. The
-- condition is in the trigger and not in the function, so the entry of a booking does not call it.
create function audit_entries_need_open_organization() returns trigger language plpgsql as $$
begin
  perform from organizations where id = new.organization_id and closed_at is null for share;
  if not found then
    raise exception 'organization % is closed', new.organization_id using errcode = 'OC001';
  end if;
  return new;
end $$;
create trigger audit_entries_need_open_organization before insert on audit_entries
  for each row when (
    new.subject_kind in ('api_key', 'staff', 'reporting_token', 'screen', 'webhook')
    or new.action in ('department.queue_changed', 'organization.updated', 'reporting_role.created')
  ) execute function audit_entries_need_open_organization();

-- A removal deletes the rows of the audit and of the ledger, too. It names its organization in a setting of its
-- transaction, which nothing else sets and only these functions read. So a DELETE by a defect or by hand is refused as
-- before, and a removal cannot reach an organization that is open, or another one. Disabled triggers would accept every
-- change by every session.
create or replace function audit_entries_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or tg_op = 'DELETE' and current_setting('appointment_booking.removes', true) <> '' then
    return null;
  end if;
  raise exception 'audit_entries is append-only';
end $$;
create or replace function credit_entries_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('appointment_booking.removes', true) <> '' then
    return null;
  end if;
  raise exception 'credit_entries is append-only';
end $$;
create function only_rows_of_removed_organization() returns trigger language plpgsql as $$
begin
  if exists (
    select from removed r where not exists (
      select from organizations o
      where o.id = r.organization_id and o.closed_at is not null
        and o.id::text = current_setting('appointment_booking.removes', true)
    )
  ) then
    raise exception '% is append-only', tg_table_name;
  end if;
  return null;
end $$;
create trigger audit_entries_removed after delete on audit_entries
  referencing old table as removed
  for each statement execute function only_rows_of_removed_organization();
create trigger credit_entries_removed after delete on credit_entries
  referencing old table as removed
  for each statement execute function only_rows_of_removed_organization();
