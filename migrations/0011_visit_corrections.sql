-- expand
-- Corrections of visits and of the rules of queues.

-- An arrival that was a mistake ends as CANCELLED, and no report counts it.
alter table visits drop constraint visits_outcome_check;
alter table visits add constraint visits_outcome_check
  check (outcome in ('SERVED', 'LEFT', 'NO_SHOW', 'CANCELLED'));

-- Version 1 is that of the default rules, which have no row.
alter table queue_rules add column version int not null default 2;
