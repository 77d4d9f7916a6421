import { Migration } from "@mikro-orm/migrations";

/** What the front desk reads by: archived appointments, workers, credits by time and kind, events. */
export class Desk extends Migration {
  override up(): void {
    this.addSql(archived);
    this.addSql(others);
  }
}

// The list in each of its orders, for archived ones. Nothing is added to them when an appointment is made.
const archived = `
create index appointments_archived_by_department
  on appointments (department_id, environment, date_time, id) where archived_at is not null;
create index appointments_archived_by_date_time
  on appointments (organization_id, environment, date_time, id) where archived_at is not null;
create index appointments_archived_by_status
  on appointments (organization_id, environment, status, date_time, id)
  where archived_at is not null;
create index appointments_archived_by_name
  on appointments (organization_id, environment, name, date_time, id) where archived_at is not null;
create index appointments_archived_by_creation
  on appointments (organization_id, environment, created_at, date_time, id)
  where archived_at is not null;
create index appointments_archived_by_id on appointments (organization_id, environment, id)
  where archived_at is not null;
create index appointments_archived_by_external_user
  on appointments (organization_id, environment, external_user_id, date_time, id)
  where archived_at is not null and external_user_id is not null;
`;

const others = `
create index appointments_by_worker on appointments (worker_id, environment, date_time, id)
  where worker_id is not null;

create index credit_entries_by_time
  on credit_entries (organization_id, environment, created_at, id);
create index credit_entries_by_kind on credit_entries (organization_id, environment, kind, id)
  where kind <> 'CONSUMED';

create index webhook_events_by_appointment on webhook_events (appointment_id)
  where appointment_id is not null;
`;
