-- expand
-- Short numbers of appointments, typed at kiosk and desk, and kiosks that take a name and a time.

-- The number of an appointment on its date, for those to whom staff gave one (core/booking/README.md 22). A booking writes
-- nothing here. An appointment that was moved to another date has no valid number until it gets one for the new date.
-- Rows of past dates are deleted when the next number is given. No foreign key: the lock on the appointment would make
-- its changes wait.
create table short_numbers (
  organization_id int not null,
  environment text not null
    constraint short_numbers_environment_check check (environment in ('LIVE', 'TEST')),
  appointment_id bigint not null,
  date date not null,
  number int not null
    constraint short_numbers_six_digits check (number between 100000 and 999999),
  primary key (organization_id, environment, appointment_id),
  constraint short_numbers_once_a_day unique (organization_id, environment, date, number)
);

alter table screens add column takes_names boolean not null default false;
alter table screens add constraint screens_takes_names check (kind = 'KIOSK' or not takes_names);
