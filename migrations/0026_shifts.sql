-- expand
-- Hours of workers by date, and persons who work in several departments.

-- person_id is the first worker of the same person, and null in that worker. shifts has the hours of planned dates:
-- {"2026-12-01": [{"starts": "08:00", "ends": "12:00"}]}. The service writes what they leave off duty into absences, so
-- everything that reads absences knows it. A version that does not know shifts keeps that until it changes an absence of
-- the worker, which treats it as entered.
alter table workers
  add column person_id int,
  add column shifts jsonb not null default '{}',
  add constraint workers_person_id_foreign
    foreign key (organization_id, person_id) references workers (organization_id, id);
