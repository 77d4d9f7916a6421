-- Webhooks, their events, every attempt to deliver one, and the feed of all events. Events, attempts and the feed are
-- partitioned by month and have no foreign keys (migrations/README.md 8).

-- Where an organization receives events. Both secrets are encrypted; the previous one is used for 24 hours after a
-- replacement (core/webhooks/README.md 7). A deleted webhook keeps its row, because the delivery log names it.
create table webhooks (
  id serial not null,
  organization_id int not null
    constraint webhooks_organization_id_foreign references organizations (id),
  url text not null,
  events text[] not null constraint webhooks_events check (cardinality(events) >= 1),
  is_active boolean not null,
  include_test boolean not null,
  sealed_secret text not null,
  previous_sealed_secret text,
  secret_replaced_at timestamptz(3),
  created_at timestamptz(3) not null,
  last_triggered_at timestamptz(3),
  consecutive_failures int not null
    constraint webhooks_consecutive_failures check (consecutive_failures >= 0),
  last_delivered_at timestamptz(3),
  last_tested_at timestamptz(3),
  last_test_succeeded boolean,
  constraint webhooks_last_test check ((last_tested_at is null) = (last_test_succeeded is null)),
  deleted_at timestamptz(3),
  version int not null default 1,
  primary key (organization_id, id)
);
-- Only what staff edit: deliveries change the other columns all the time.
create trigger webhooks_version before update on webhooks
  for each row when (
    (old.url, old.events, old.is_active, old.include_test)
      is distinct from (new.url, new.events, new.is_active, new.include_test)
  ) execute function raise_version();
create trigger webhooks_booking_settings
  after insert or delete or update of events, is_active, include_test, deleted_at on webhooks
  for each row execute function booking_settings_changed();

-- An event. `body` has the bytes that every attempt sends; it is written in the transaction of the change.
create table webhook_events (
  id uuid not null,
  organization_id int not null,
  environment text not null
    constraint webhook_events_environment_check check (environment in ('LIVE', 'TEST')),
  type text not null,
  appointment_id bigint,
  created_at timestamptz(3) not null,
  body text not null constraint webhook_events_body check (octet_length(body) <= 65536),
  primary key (organization_id, created_at, id)
) partition by range (created_at);
create table webhook_events_default partition of webhook_events default;

create index webhook_events_by_appointment on webhook_events (organization_id, appointment_id)
  where appointment_id is not null;

-- The traced request that caused an event, for the headers of its deliveries. Only written while tracing is on, and kept
-- as long as an attempt may be made (gateway/tracing/README.md 5).
create table event_origins (
  organization_id int not null,
  event_id uuid not null,
  traceparent text not null,
  tracestate text,
  request_id text,
  created_at timestamptz(3) not null,
  primary key (organization_id, event_id)
);
create index event_origins_by_time on event_origins using brin (created_at);

-- The feed: all events of an organization and environment, whether or not a webhook subscribes. One row has the events
-- of one transaction, so that a batch of bookings adds one row (migrations/README.md 12). `position` is the
-- last_position of the balance. `bodies` has one body in each line, in the order of the events; JSON has no line breaks.
create table feed_entries (
  organization_id int not null,
  environment text not null
    constraint feed_entries_environment_check check (environment in ('LIVE', 'TEST')),
  position bigint not null,
  events int not null constraint feed_entries_events check (events >= 1),
  bodies text not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, environment, position, created_at)
) partition by range (created_at);
create table feed_entries_default partition of feed_entries default;

-- Finds the entries of one moment, to erase personal data in them. Rows are added in the order of time, so an index of
-- block ranges is enough, and costs a booking nothing.
create index feed_entries_by_time on feed_entries using brin (created_at)
  with (pages_per_range = 16, autosummarize = on);

-- An attempt to deliver an event to a webhook. A PENDING attempt is both the entry of the queue and the entry of the
-- delivery log, so neither can exist without the other. event_created_at is part of the event's key.
--
-- A worker that claims an attempt sets `lease` to a random value and `leased_until` to some seconds ahead. It may
-- settle the attempt only while `lease` still has that value.
--
-- A test is attempted once and does not change the health. `response_headers` has the headers of the answer, bounded and
-- without secrets. The headers of the request are not stored: they follow from the row (core/webhooks/README.md 12).
create table webhook_attempts (
  id bigserial not null,
  organization_id int not null,
  webhook_id int not null,
  environment text not null
    constraint webhook_attempts_environment_check check (environment in ('LIVE', 'TEST')),
  event_id uuid not null,
  event_type text not null,
  event_created_at timestamptz(3) not null,
  delivery_id uuid not null,
  is_test boolean not null default false,
  attempt int not null constraint webhook_attempts_attempt check (attempt between 1 and 5),
  status text not null constraint webhook_attempts_status_check
    check (status in ('PENDING', 'DELIVERED', 'FAILED', 'ABANDONED')),
  status_code int,
  response_time_ms int,
  error text,
  attempted_at timestamptz(3),
  response_headers jsonb,
  created_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  abandon_at timestamptz(3) not null,
  next_retry_at timestamptz(3),
  lease uuid,
  leased_until timestamptz(3),
  primary key (organization_id, created_at, id)
) partition by range (created_at);
create table webhook_attempts_default partition of webhook_attempts default;

-- The queue. A claim reads the attempts of one webhook in this order: first attempts before retries, then by due time
-- (core/webhooks/README.md 11). The second index counts how many attempts of a webhook are leased, the third one
-- finds those to abandon. A settled attempt leaves all three indexes, so they stay as small as the queue.
create index webhook_attempts_queue
  on webhook_attempts (organization_id, webhook_id, (attempt > 1), due_at, id)
  where status = 'PENDING';
create index webhook_attempts_leased on webhook_attempts (organization_id, webhook_id, leased_until)
  where status = 'PENDING' and leased_until is not null;
create index webhook_attempts_overdue on webhook_attempts (abandon_at) where status = 'PENDING';

-- The delivery log.
create index webhook_attempts_log on webhook_attempts (organization_id, webhook_id, created_at, id);
create index webhook_attempts_by_id on webhook_attempts (organization_id, id);
create index webhook_attempts_by_event on webhook_attempts (organization_id, event_id, webhook_id);

-- A change of a department's settings or workers whose slot events are not all written yet. The transaction of the change adds one
-- row for each environment that has a subscribed webhook. A worker evaluates the future slots in chunks, with the
-- settings and active workers before and after. `published_until` is the local time up to which it has done so, and null before the first
-- chunk. The last chunk deletes the row.
create table slot_change_jobs (
  id bigserial not null,
  organization_id int not null,
  environment text not null
    constraint slot_change_jobs_environment_check check (environment in ('LIVE', 'TEST')),
  department_id int not null,
  settings_before jsonb not null,
  workers_before jsonb not null,
  published_until timestamp(0),
  primary key (organization_id, id),
  constraint slot_change_jobs_department_id_foreign
    foreign key (organization_id, department_id) references departments (organization_id, id)
);
-- Workers process the jobs of all organizations in the order of their ids.
create index slot_change_jobs_by_id on slot_change_jobs (id);
