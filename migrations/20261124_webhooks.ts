import { Migration } from "@mikro-orm/migrations";

/**
 * Webhooks, their events and every attempt to deliver one. An attempt that is PENDING is the queue as well
 * as the log's entry, so that neither can be without the other. Events and attempts are kept by partitions
 * of a month, as usage is, without foreign keys for the same reason.
 */
export class Webhooks extends Migration {
  override up(): void {
    this.addSql(webhooks);
    this.addSql(events);
    this.addSql(attempts);
  }
}

const webhooks = `
create table webhooks (
  id serial primary key,
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
  deleted_at timestamptz(3)
);
create index webhooks_by_organization on webhooks (organization_id, id) where deleted_at is null;
`;

const events = `
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
`;

// Claims: of each webhook first attempts before retries, and how many are leased. A pending attempt leaves
// both indexes once it is settled, so they stay as small as the queue is.
const attempts = `
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
  attempt int not null constraint webhook_attempts_attempt check (attempt between 1 and 5),
  status text not null constraint webhook_attempts_status_check
    check (status in ('PENDING', 'DELIVERED', 'FAILED', 'ABANDONED')),
  status_code int,
  response_time_ms int,
  error text,
  created_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  abandon_at timestamptz(3) not null,
  next_retry_at timestamptz(3),
  lease uuid,
  leased_until timestamptz(3),
  primary key (organization_id, created_at, id)
) partition by range (created_at);
create table webhook_attempts_default partition of webhook_attempts default;

create index webhook_attempts_queue on webhook_attempts (webhook_id, (attempt > 1), due_at, id)
  where status = 'PENDING';
create index webhook_attempts_leased on webhook_attempts (webhook_id, leased_until)
  where status = 'PENDING' and leased_until is not null;
create index webhook_attempts_overdue on webhook_attempts (abandon_at) where status = 'PENDING';
create index webhook_attempts_log on webhook_attempts (webhook_id, created_at, id);
create index webhook_attempts_by_id on webhook_attempts (id);
create index webhook_attempts_by_event on webhook_attempts (event_id, webhook_id);
`;
