-- expand
-- Business days: a visit after midnight belongs to the day before, if the department is open through midnight.

-- Null: on the date of the appointment, or two hours before it.
alter table queue_rules add column arrival_minutes int
  constraint queue_rules_arrival_minutes check (arrival_minutes >= 0);
-- Read only if the opening hours of the day before run to midnight.
alter table queue_rules add column day_ends_at time not null default '04:00';

-- An open visit of an earlier day keeps its number, so the next days skip it. The previous version counts by date alone,
-- and its rows may have a number twice: they do not own it. The default makes this a change of the catalogue only.
alter table visits add column owns_number boolean not null default false;
create unique index visits_owned_number on visits (organization_id, environment, number)
  where state <> 'ENDED' and owns_number;
