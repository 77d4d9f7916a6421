-- expand
-- Visits: people in the office, who wait for a department, are called and served.

-- How a department calls the people who wait. A department without a row has the rules of core/visits/queue_rules.ts.
create table queue_rules (
  organization_id int not null,
  department_id int not null,
  check_in text not null
    constraint queue_rules_check_in_check check (check_in in ('ARRIVE', 'COMPLETE')),
  tolerance_minutes int not null
    constraint queue_rules_tolerance_minutes check (tolerance_minutes >= 0),
  max_calls int not null constraint queue_rules_max_calls check (max_calls >= 1),
  -- The first one is called first.
  priorities text[] not null,
  primary key (organization_id, department_id),
  constraint queue_rules_department_id_foreign
    foreign key (organization_id, department_id) references departments (organization_id, id)
);

-- A visit has no name: the appointment has it, and a person without an appointment is a number. `part` counts the
-- departments in which a person was served: a transfer during the service ends one row and begins the next one, with
-- the same date, number and ticket. `due_at` is the time of the appointment at the arrival. The checks keep the times
-- in order, so that no report can show a negative time of waiting.
create table visits (
  id bigserial not null,
  organization_id int not null,
  environment text not null
    constraint visits_environment_check check (environment in ('LIVE', 'TEST')),
  department_id int not null,
  date date not null,
  number int not null constraint visits_number_check check (number >= 1),
  part int not null constraint visits_part_check check (part >= 1),
  -- Whoever knows it sees this visit's place in the queue.
  ticket text collate "C" not null,
  appointment_id bigint,
  due_at timestamptz(3),
  priority text,
  note text not null,
  state text not null constraint visits_state_check
    check (state in ('WAITING', 'CALLED', 'IN_SERVICE', 'ENDED')),
  outcome text constraint visits_outcome_check check (outcome in ('SERVED', 'LEFT', 'NO_SHOW')),
  desk text,
  worker_id int,
  calls int not null constraint visits_calls check (calls >= 0),
  arrived_at timestamptz(3) not null,
  called_at timestamptz(3),
  started_at timestamptz(3),
  ended_at timestamptz(3),
  estimated_minutes int,
  primary key (organization_id, environment, id),
  constraint visits_department_id_foreign
    foreign key (organization_id, department_id) references departments (organization_id, id),
  constraint visits_worker_id_foreign
    foreign key (organization_id, worker_id) references workers (organization_id, id),
  constraint visits_appointment_id_foreign
    foreign key (organization_id, environment, appointment_id)
    references appointments (organization_id, environment, id),
  constraint visits_ended check (
    (state = 'ENDED') = (outcome is not null) and (state = 'ENDED') = (ended_at is not null)
    and (state <> 'ENDED' or note = '')
  ),
  constraint visits_called check (
    (called_at is null) = (calls = 0) and (called_at is null) = (desk is null)
    and (state not in ('CALLED', 'IN_SERVICE') or called_at is not null)
    and (state <> 'WAITING' or called_at is null)
  ),
  constraint visits_started check (
    (state <> 'IN_SERVICE' and outcome is distinct from 'SERVED' or started_at is not null)
    and (started_at is null or called_at is not null)
  ),
  constraint visits_times check (
    called_at >= arrived_at and started_at >= called_at
    and ended_at >= greatest(arrived_at, called_at, started_at)
  )
);

-- No number is given twice in a day, and a person waits in one queue at a time.
create unique index visits_number on visits (organization_id, environment, date, number, part);
create unique index visits_open_number on visits (organization_id, environment, date, number)
  where state <> 'ENDED';
create unique index visits_open_appointment
  on visits (organization_id, environment, appointment_id)
  where state <> 'ENDED' and appointment_id is not null;

-- A counter calls or serves one person at a time.
create unique index visits_desk on visits (organization_id, environment, desk)
  where state in ('CALLED', 'IN_SERVICE');

-- The queue, which has open visits of earlier days too, and the visits of a day.
create index visits_open on visits (organization_id, environment, department_id)
  where state <> 'ENDED';
create index visits_by_department on visits (organization_id, environment, department_id, date);
create index visits_by_end on visits (organization_id, environment, date, ended_at)
  where ended_at is not null;

-- A ticket's address has nothing but the ticket. It is not a key.
create index visits_by_ticket on visits (ticket);
