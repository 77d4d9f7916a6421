-- expand
-- An arrival that was a mistake ends as CANCELLED, and no report counts it.

alter table visits drop constraint visits_outcome_check;
alter table visits add constraint visits_outcome_check
  check (outcome in ('SERVED', 'LEFT', 'NO_SHOW', 'CANCELLED'));
