-- expand
-- The links with which people see, cancel and move their appointments (core/screens/README.md 9).

-- A check of a new column with a constant default reads the few rows of this table only.
alter table queue_rules
  add column person_link text not null default 'OFF'
    constraint queue_rules_person_link check (person_link in ('OFF', 'VIEW', 'CANCEL', 'MOVE')),
  add column person_link_minutes int not null default 120
    constraint queue_rules_person_link_minutes check (person_link_minutes between 0 and 20160);

-- As before (0023), with the person of an appointment, who has no id.
create or replace function is_sound_audit_entry(
  actor_kind text, actor_id int, action text, subject_kind text, environment text
) returns boolean language plpgsql immutable parallel safe as $$
begin
  return actor_kind in ('STAFF', 'API_KEY', 'OPERATOR', 'SCREEN', 'PERSON')
    and (actor_kind in ('OPERATOR', 'PERSON')) = (actor_id is null)
    and starts_with(action, subject_kind || '.')
    and (environment is null or environment in ('LIVE', 'TEST'));
end $$;
