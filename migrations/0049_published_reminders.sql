-- expand
-- When the reminders of an appointment were published: its erasure finds their events in the feed by these times.

create table published_reminders (
  organization_id int not null references organizations,
  environment text not null
    constraint published_reminders_environment_check check (environment in ('LIVE', 'TEST')),
  appointment_id bigint not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, appointment_id, created_at)
);
create index published_reminders_by_time on published_reminders using brin (created_at);
