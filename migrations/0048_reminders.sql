-- expand
-- Reminders of appointments: an event some time before (core/booking/README.md 28).

-- How many minutes before an appointment a reminder is due. Empty: no reminders.
alter table queue_rules add column reminder_minutes int[] not null default '{}'
  constraint queue_rules_reminder_minutes check (
    cardinality(reminder_minutes) <= 3 and 5 <= all (reminder_minutes)
    and 20160 >= all (reminder_minutes)
  );

-- Up to which time of being due the reminders of a department are done, for each of its times before. All that were due
-- before `due_until` are done, and of those that were due then the ones up to `last_id`. The mark moves in the transaction
-- that writes the events, under the lock of the balance, so a reminder is neither lost nor repeated.
create table reminder_marks (
  organization_id int not null,
  environment text not null
    constraint reminder_marks_environment_check check (environment in ('LIVE', 'TEST')),
  department_id int not null,
  minutes_before int not null,
  due_until timestamptz(3) not null,
  last_id bigint not null default 0,
  primary key (organization_id, environment, department_id, minutes_before),
  constraint reminder_marks_department_id_foreign
    foreign key (organization_id, department_id) references departments (organization_id, id)
);

-- A new time before begins now: what was due earlier has no reminder. A time that is removed and set again is new.
create function queue_rules_mark_reminders() returns trigger language plpgsql as $$
begin
  delete from reminder_marks
  where organization_id = new.organization_id and department_id = new.department_id
    and minutes_before <> all (new.reminder_minutes);
  insert into reminder_marks (organization_id, environment, department_id, minutes_before, due_until)
  select new.organization_id, e.environment, new.department_id, m.minutes, clock_timestamp()
  from unnest(array['LIVE', 'TEST']) as e (environment), unnest(new.reminder_minutes) as m (minutes)
  on conflict do nothing;
  return null;
end $$;
create trigger queue_rules_mark_reminders after insert or update of reminder_minutes on queue_rules
  for each row execute function queue_rules_mark_reminders();

-- The passes over all organizations. One process claims each pass. Everything that was due before `complete_until` is done
-- everywhere, so a department in which nothing is due needs no write. The first pass makes the row.
create table reminder_passes (
  only_row boolean primary key default true constraint reminder_passes_only_row check (only_row),
  claimed_at timestamptz(3) not null,
  complete_until timestamptz(3) not null
);
