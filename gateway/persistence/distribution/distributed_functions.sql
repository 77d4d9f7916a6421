-- The trigger functions of the migrations that read or write other tables, for tables that Citus distributes.
--
-- On a distributed table, a trigger runs on the node of the row, and its statements are planned by Citus again. Citus knows
-- two limits there: such a statement cannot read a transition table, and must name one organization. So these functions
-- first read the transition table, and then write each of its groups by a statement of its own. The written rows are on
-- the same node, in the same session and transaction.
--
-- Why not these functions everywhere: a batch of many organizations would take a statement for each.
--
-- Applied by `npm run migrate -- --distribute`, and after later migrations of a distributed database. Whoever changes one of
-- these functions in a migration also changes it here.

create or replace function appointments_count_added() returns trigger language plpgsql as $$
declare
  one record;
begin
  for one in
    select organization_id, environment, department_id, status,
      date_trunc('month', date_time)::date as month, count(*) as count
    from added where archived_at is null
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  loop
    insert into appointment_counts as c
      (organization_id, environment, department_id, status, month, count)
    values (one.organization_id, one.environment, one.department_id, one.status, one.month, one.count)
    on conflict (organization_id, environment, department_id, status, month)
      do update set count = c.count + excluded.count;
  end loop;
  return null;
end $$;

create or replace function appointments_count_removed() returns trigger language plpgsql as $$
declare
  one record;
begin
  for one in
    select organization_id, environment, department_id, status,
      date_trunc('month', date_time)::date as month, count(*) as count
    from removed where archived_at is null
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  loop
    update appointment_counts c set count = c.count - one.count
    where c.organization_id = one.organization_id and c.environment = one.environment
      and c.department_id = one.department_id and c.status = one.status and c.month = one.month;
  end loop;
  return null;
end $$;

create or replace function credit_entries_move_balance() returns trigger language plpgsql as $$
declare
  one record;
begin
  for one in
    select organization_id, environment, sum(amount) as amount, min(before) as before, max(before) as last
    from (
      select organization_id, environment, amount, balance_after - sum(amount) over (
          partition by organization_id, environment order by id
        ) as before
      from added
    ) entry
    group by organization_id, environment order by organization_id, environment
  loop
    update balances b
    set balance = b.balance + one.amount, last_position = b.last_position + 1
    where b.organization_id = one.organization_id and b.environment = one.environment
      and b.balance = one.before;
    if not found or one.before <> one.last then
      raise exception 'balance_after of a credit entry does not match its balance';
    end if;
  end loop;
  return null;
end $$;

create or replace function usage_entries_add_up() returns trigger language plpgsql as $$
declare
  one record;
begin
  for one in
    select organization_id, environment, date_bin('15 minutes', timestamp, 'epoch') as bucket, api_key_id,
      route_template, status_code, usage_latency_ms(response_time_ms) as latency_ms, count(*) as calls,
      sum(credits_consumed) as credits, sum(response_time_ms) as response_ms
    from inserted group by 1, 2, 3, 4, 5, 6, 7
  loop
    insert into usage_deltas (organization_id, environment, bucket, api_key_id, route_template,
      status_code, latency_ms, calls, credits, response_ms)
    values (one.organization_id, one.environment, one.bucket, one.api_key_id, one.route_template,
      one.status_code, one.latency_ms, one.calls, one.credits, one.response_ms);
  end loop;
  return null;
end $$;

-- Each node has a copy of organizations, and its trigger runs on each of them. Only the one of the coordinator acts.
create or replace function booking_settings_changed() returns trigger language plpgsql as $$
declare
  changed record;
  organization int;
  tag uuid := gen_random_uuid();
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  if starts_with(tg_table_name, 'organizations') then
    if (select groupid <> 0 from pg_dist_local_group) then return null; end if;
    organization := changed.id;
  else organization := changed.organization_id;
  end if;
  perform from balances where organization_id = organization order by environment
    for no key update;
  update balances set settings_tag = tag where organization_id = organization;
  return null;
end $$;

-- Takes the lock of the transaction's tag on the node of the audit record too: if the coordinator dies, the transaction may
-- still be committed there (gateway/persistence/commit/README.md 2).
create or replace function audit_entries_lock_tag() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(new.transaction_tag::text, 0));
  return null;
end $$;
