-- Departments, whose calendars can be booked, and the workers who take appointments.

-- slot_offset and slot_interval define the grid of slots, in minutes of the day. working_hours is free text for
-- people; opening_hours, closures and booking_window are the rules that a booking obeys. opening_hours and
-- booking_window are null if there is no such rule.
create table departments (
  id serial not null,
  organization_id int not null
    constraint departments_organization_id_foreign references organizations (id),
  name text not null,
  address text not null,
  phone_number text not null,
  slot_interval int not null
    constraint departments_slot_interval check (slot_interval >= 1 and slot_interval <= 1440),
  working_hours text not null,
  show_admins_in_booking boolean not null,
  slot_capacity int not null constraint departments_slot_capacity check (slot_capacity >= 1),
  slot_offset int not null,
  opening_hours jsonb,
  closures jsonb not null,
  booking_window jsonb,
  is_active boolean not null,
  created_at timestamptz(3) not null,
  version int not null default 1,
  primary key (organization_id, id),
  constraint departments_slot_offset check (slot_offset >= 0 and slot_offset < slot_interval)
);
create trigger departments_version before update on departments
  for each row when (old is distinct from new) execute function raise_version();

-- absences are the times at which the worker takes no bookings. They are in the row and not in a table of their own:
-- a booking reads all workers of a department, and the row has the version and the trigger of its settings.
--
-- A worker stays in one department. The unique key has the department, so that the foreign key of an appointment
-- refuses a worker of another department.
create table workers (
  id serial not null,
  organization_id int not null,
  department_id int not null,
  name text not null,
  is_active boolean not null,
  absences jsonb not null default '[]',
  created_at timestamptz(3) not null,
  version int not null default 1,
  primary key (organization_id, id),
  constraint workers_by_department unique (organization_id, department_id, id),
  constraint workers_department_id_foreign
    foreign key (organization_id, department_id) references departments (organization_id, id)
);
create trigger workers_version before update on workers
  for each row when (old is distinct from new) execute function raise_version();
