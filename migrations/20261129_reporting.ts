import { Migration } from "@mikro-orm/migrations";

/**
 * What reports count, in indexes that hold all of it: a year of a million appointments is then read without its
 * table. Appointments have one for all reports, archived ones too; that of credits by time holds more than before.
 */
export class ReportIndexes extends Migration {
  override up(): void {
    this.addSql(`
create index appointments_report on appointments (organization_id, date_time)
  include (environment, department_id, worker_id, status, created_at, archived_at);

drop index credit_entries_by_time;
create index credit_entries_by_time
  on credit_entries (organization_id, environment, created_at, id) include (kind, amount);
`);
  }
}
