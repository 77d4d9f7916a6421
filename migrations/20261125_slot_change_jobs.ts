import { Migration } from "@mikro-orm/migrations";

/**
 * Changes of departments' settings whose slots are still to be told of, one row for each environment in which
 * a webhook wants to know. `told_until` is how far that has come; a row is deleted when it is done.
 */
export class SlotChangeJobs extends Migration {
  override up(): void {
    this.addSql(`
create table slot_change_jobs (
  id bigserial primary key,
  organization_id int not null
    constraint slot_change_jobs_organization_id_foreign references organizations (id),
  environment text not null
    constraint slot_change_jobs_environment_check check (environment in ('LIVE', 'TEST')),
  department_id int not null
    constraint slot_change_jobs_department_id_foreign references departments (id),
  settings_before jsonb not null,
  told_until timestamp(0)
);
`);
  }
}
